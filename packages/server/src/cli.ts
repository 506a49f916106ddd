import { parseArgs } from 'node:util';
import { CHAIN_IDS, type ChainId, parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { AUDIT_FLAGS, AUDIT_HELP, type AuditOptions, parseAuditOptions } from './audit/audit-options.ts';
import { LABEL_FLAGS, LABEL_HELP, type LabelOptions, parseLabelOptions } from './labels/label-options.ts';
import { PRICE_HELP, type PriceOptions, parsePriceOptions } from './prices/price-options.ts';
import type { VerifyProofFlags } from './verify-proof.ts';

/** Where an ingest reads blocks from. */
export interface IngestOptions {
  readonly chain: ChainId;
  /** URL of a node's RPC, without credentials; undefined where block files are read. */
  readonly rpc: string | undefined;
  readonly rpcUser: string | undefined;
  /** The node's cookie file. */
  readonly rpcCookie: string | undefined;
  /** Folder of `blk*.dat` files. */
  readonly blocks: string | undefined;
  /** Network magics beside the chain's own that frame blocks in the files, 8 hex digits each. */
  readonly magics: readonly string[];
  readonly to: number | undefined;
  /** Memory for unspent outputs, MiB. */
  readonly cacheMib: number | undefined;
  /** Seconds between looks at the node while following. */
  readonly pollSeconds: number | undefined;
  /** Goes on with new blocks until stopped. */
  readonly follow: boolean;
}

export type Command =
  | { readonly name: 'help'; readonly text: string }
  | { readonly name: 'verify-proof'; readonly file: string; readonly flags: VerifyProofFlags }
  | {
      readonly name: 'serve';
      readonly flags: Readonly<Record<string, string | undefined>>;
      /** Fills an empty data folder with demonstration people. */
      readonly isDemo: boolean;
    }
  | {
      readonly name: 'ingest';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly options: IngestOptions;
    }
  | { readonly name: 'status'; readonly flags: Readonly<Record<string, string | undefined>> }
  | {
      readonly name: 'notify';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly chain: ChainId;
    }
  | {
      readonly name: 'verify';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly chain: ChainId | undefined;
    }
  | {
      readonly name: 'audit';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly options: AuditOptions;
    }
  | {
      readonly name: 'labels';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly options: LabelOptions;
    }
  | {
      readonly name: 'prices';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly options: PriceOptions;
    };

const HELP: Readonly<Record<string, string>> = {
  help: `trailmark <command> [options]

  serve     Answer on http://127.0.0.1:3000 from what is indexed
  ingest    Read blocks of a chain into the index
  status    Say what is indexed, up to which height
  verify    Check the index against itself
  verify-proof  Check the file of a cluster proof, offline
  prices    List, import or fetch daily prices
  labels    List, import, preview and activate label packs
  audit     Print a checkpoint of the audit log, export or verify it
  notify    Tell a running ingest that its node has a new block
  help      Explain a command: trailmark help ingest

Settings of the environment: TRAILMARK_DATA_DIR, HOST, PORT, CLICKHOUSE_URL.
Every command takes --data-dir <folder>.`,
  serve: `trailmark serve [--port <number>] [--host <address>] [--data-dir <folder>] [--demo]

Answers until it is stopped: on a loopback address, or on any where TRAILMARK_TLS_CERT and TRAILMARK_TLS_KEY are set. While
nobody has claimed the installation, each start prints a link that makes the first administrator.

  --demo    fill an empty data folder with fictional agencies and people; their passwords are printed once`,
  ingest: `trailmark ingest <chain> --rpc <url> [--rpc-cookie <file> | --rpc-user <name>] [--follow]
trailmark ingest <chain> --blocks <folder>

Reads blocks from a node's RPC or from its block files. Nothing counts before its proof of work, parent and Merkle root are
checked. --follow goes on with new blocks and unconfirmed transactions until it is stopped. The password of --rpc-user is
taken from TRAILMARK_RPC_PASSWORD. While a server runs on the same data folder, it does the work and reports here.

  --to <height>      stop there
  --cache <MiB>      memory for unspent outputs, 144 unless said; more is faster on a whole main chain
  --poll <seconds>   how often to look at the node while following, 5 unless said
  --magic <hex>      accept another network magic in block files; may be given more than once

Chains: ${CHAIN_IDS.join(', ')}`,
  notify: `trailmark notify <chain>

For the node's -blocknotify setting: the running ingest of the chain looks for new blocks at once.`,
  audit: AUDIT_HELP,
  labels: LABEL_HELP,
  prices: PRICE_HELP,
  status: `trailmark status [--data-dir <folder>]

Says for each chain what is indexed: tip, runs of heights, sources and gaps.`,
  verify: `trailmark verify [<chain>] [--data-dir <folder>]

Recomputes what can be recomputed and names the first difference.`,
  'verify-proof': `trailmark verify-proof <file> [--block <height>:<hash>]... [--min-difficulty <number>]

Checks a proof that two addresses stand in one cluster, from the bytes in the file alone: no index, no network. Ends with
code 0 only if everything was verified.

  --block <height>:<hash>    a block as an independent source has it; may be given more than once
  --min-difficulty <number>  fail where a header states less`,
};

const GLOBAL = { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
const SERVE = { ...GLOBAL, port: { type: 'string' }, host: { type: 'string' }, demo: { type: 'boolean' } } as const;
const INGEST = {
  ...GLOBAL,
  rpc: { type: 'string' },
  'rpc-user': { type: 'string' },
  'rpc-cookie': { type: 'string' },
  blocks: { type: 'string' },
  magic: { type: 'string', multiple: true },
  to: { type: 'string' },
  cache: { type: 'string' },
  poll: { type: 'string' },
  follow: { type: 'boolean' },
} as const;

const VERIFY_PROOF = {
  ...GLOBAL,
  block: { type: 'string', multiple: true },
  'min-difficulty': { type: 'string' },
} as const;

const AUDIT = { ...GLOBAL, ...AUDIT_FLAGS } as const;
const LABELS = { ...GLOBAL, ...LABEL_FLAGS } as const;
const PRICES = { ...GLOBAL, asset: { type: 'string' }, columns: { type: 'string' } } as const;

function refuse(command: string, sentence: string): never {
  throw new AppError('invalid', `${sentence} See "trailmark help ${command}".`);
}

function toSentence(error: unknown): string {
  const text = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return `${text?.replace(/\.? To specify a positional.*$/, '')}.`.replace(/\.\.$/, '.');
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

type OptionValue = string | boolean | readonly string[] | undefined;

interface Parsed {
  readonly values: Readonly<Record<string, OptionValue>>;
  readonly positionals: readonly string[];
}

function parse(command: string, args: readonly string[], options: Options): Parsed {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { values: values as Parsed['values'], positionals };
  } catch (error) {
    return refuse(command, toSentence(error));
  }
}

function text(value: OptionValue): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(name: string, value: OptionValue, command = 'ingest'): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value);
  return refuse(command, `--${name} takes a whole number.`);
}

function toMagics(value: OptionValue): readonly string[] {
  const magics = Array.isArray(value) ? (value as readonly string[]) : [];
  if (magics.every((magic) => /^[0-9a-f]{8}$/i.test(magic))) return magics.map((magic) => magic.toLowerCase());
  return refuse('ingest', '--magic takes eight hexadecimal digits, such as f9beb4d9.');
}

function toFlags({ values }: Parsed): Record<string, string | undefined> {
  return { TRAILMARK_DATA_DIR: text(values['data-dir']), HOST: text(values.host), PORT: text(values.port) };
}

function toIngest(parsed: Parsed): Command {
  const { values, positionals } = parsed;
  const [chain, ...more] = positionals;
  if (chain === undefined) refuse('ingest', `Which chain? Known chains: ${CHAIN_IDS.join(', ')}.`);
  if (more.length > 0) refuse('ingest', `One chain at a time: "${more[0]}" is one too many.`);
  const [rpc, blocks] = [text(values.rpc), text(values.blocks)];
  if ((rpc === undefined) === (blocks === undefined)) refuse('ingest', 'Give either --rpc or --blocks, not both.');
  const options = {
    chain: parseChainId(chain),
    rpc,
    rpcUser: text(values['rpc-user']),
    rpcCookie: text(values['rpc-cookie']),
    blocks,
    magics: toMagics(values.magic),
    to: number('to', values.to),
    cacheMib: number('cache', values.cache),
    pollSeconds: number('poll', values.poll),
    follow: values.follow === true,
  };
  return { name: 'ingest', flags: toFlags(parsed), options };
}

function toVerifyProof({ values, positionals }: Parsed): Command {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) refuse('verify-proof', 'Give the file of one proof.');
  const blocks = Array.isArray(values.block) ? (values.block as readonly string[]) : [];
  const minimumDifficulty = number('min-difficulty', values['min-difficulty'], 'verify-proof');
  return { name: 'verify-proof', file, flags: { blocks, minimumDifficulty } };
}

function noPositionals(command: string, { positionals }: Parsed): void {
  if (positionals.length > 0) refuse(command, `"${positionals[0]}" is not understood.`);
}

function toHelp(topic: string | undefined): Command {
  return { name: 'help', text: HELP[topic ?? 'help'] ?? HELP.help ?? '' };
}

function toCommand(name: string, parsed: Parsed): Command {
  const flags = toFlags(parsed);
  if (name === 'ingest') return toIngest(parsed);
  if (name === 'verify-proof') return toVerifyProof(parsed);
  if (name === 'labels') return { name, flags, options: parseLabelOptions(parsed.positionals, parsed.values) };
  if (name === 'prices') {
    const given = { asset: text(parsed.values.asset), columns: text(parsed.values.columns) };
    return { name, flags, options: parsePriceOptions(parsed.positionals, given) };
  }
  if (name === 'audit') {
    const checkpoints = Array.isArray(parsed.values.checkpoint) ? (parsed.values.checkpoint as readonly string[]) : [];
    return { name, flags, options: parseAuditOptions(parsed.positionals, checkpoints) };
  }
  if (name === 'notify') {
    return { name, flags, chain: parseChainId(parsed.positionals[0] ?? '') };
  }
  if (name === 'verify') {
    const [chain] = parsed.positionals;
    return { name, flags, chain: chain === undefined ? undefined : parseChainId(chain) };
  }
  noPositionals(name, parsed);
  return name === 'serve' ? { name, flags, isDemo: parsed.values.demo === true } : { name: 'status', flags };
}

/** Reads a command line. Throws `invalid` with a sentence and the place of the help. */
export function parseCommand(args: readonly string[]): Command {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name === '--help' || name === '-h') return toHelp(rest[0]);
  if (!['serve', 'ingest', 'status', 'verify', 'verify-proof', 'notify', 'prices', 'labels', 'audit'].includes(name))
    refuse('help', `There is no command "${name.slice(0, 40)}".`);
  const options =
    { serve: SERVE, ingest: INGEST, 'verify-proof': VERIFY_PROOF, prices: PRICES, labels: LABELS, audit: AUDIT }[
      name
    ] ?? GLOBAL;
  const parsed = parse(name, rest, options);
  return parsed.values.help === true ? toHelp(name) : toCommand(name, parsed);
}
