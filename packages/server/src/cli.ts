import { parseArgs } from 'node:util';
import { CHAIN_IDS, type ChainId, parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';

/** Where an ingest reads blocks from. */
export interface IngestOptions {
  readonly chain: ChainId;
  /** URL of a node's RPC, without credentials; undefined where block files are read. */
  readonly node: string | undefined;
  /** File with "user:password" or the node's cookie file. */
  readonly cookie: string | undefined;
  /** Folder of `blk*.dat` files. */
  readonly blocks: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Goes on with new blocks until stopped. */
  readonly follow: boolean;
}

export type Command =
  | { readonly name: 'help'; readonly text: string }
  | { readonly name: 'serve'; readonly flags: Readonly<Record<string, string | undefined>> }
  | {
      readonly name: 'ingest';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly options: IngestOptions;
    }
  | { readonly name: 'status'; readonly flags: Readonly<Record<string, string | undefined>> }
  | {
      readonly name: 'verify';
      readonly flags: Readonly<Record<string, string | undefined>>;
      readonly chain: ChainId | undefined;
    };

const HELP: Readonly<Record<string, string>> = {
  help: `trailmark <command> [options]

  serve     Answer on http://127.0.0.1:3000 from what is indexed
  ingest    Read blocks of a chain into the index
  status    Say what is indexed, up to which height
  verify    Check the index against itself
  help      Explain a command: trailmark help ingest

Settings of the environment: TRAILMARK_DATA_DIR, HOST, PORT, CLICKHOUSE_URL.
Every command takes --data <folder>.`,
  serve: `trailmark serve [--port <number>] [--host <address>] [--data <folder>]

Answers on a loopback address until it is stopped. Other addresses are refused: there are no accounts yet.`,
  ingest: `trailmark ingest <chain> (--node <url> [--cookie <file>] | --blocks <folder>) [--from <height>] [--to <height>] [--follow]

Reads blocks from a node's RPC or from its block files. Nothing counts before its proof of work, parent and Merkle root are
checked. --follow goes on with new blocks until it is stopped.
Chains: ${CHAIN_IDS.join(', ')}`,
  status: `trailmark status [--data <folder>]

Says for each chain what is indexed: tip, runs of heights, sources and gaps.`,
  verify: `trailmark verify [<chain>] [--data <folder>]

Recomputes what can be recomputed and names the first difference.`,
};

const GLOBAL = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
const SERVE = { ...GLOBAL, port: { type: 'string' }, host: { type: 'string' } } as const;
const INGEST = {
  ...GLOBAL,
  node: { type: 'string' },
  cookie: { type: 'string' },
  blocks: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  follow: { type: 'boolean' },
} as const;

function refuse(command: string, sentence: string): never {
  throw new AppError('invalid', `${sentence} See "trailmark help ${command}".`);
}

function toSentence(error: unknown): string {
  const text = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return `${text?.replace(/\.? To specify a positional.*$/, '')}.`.replace(/\.\.$/, '.');
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
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

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function height(name: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value);
  return refuse('ingest', `--${name} takes a block height, such as 4312.`);
}

function toFlags({ values }: Parsed): Record<string, string | undefined> {
  return { TRAILMARK_DATA_DIR: text(values.data), HOST: text(values.host), PORT: text(values.port) };
}

function toIngest(parsed: Parsed): Command {
  const { values, positionals } = parsed;
  const [chain, ...more] = positionals;
  if (chain === undefined) refuse('ingest', `Which chain? Known chains: ${CHAIN_IDS.join(', ')}.`);
  if (more.length > 0) refuse('ingest', `One chain at a time: "${more[0]}" is one too many.`);
  const [node, blocks] = [text(values.node), text(values.blocks)];
  if ((node === undefined) === (blocks === undefined)) refuse('ingest', 'Give either --node or --blocks, not both.');
  const [from, to] = [height('from', values.from), height('to', values.to)];
  if (from !== undefined && to !== undefined && from > to) refuse('ingest', '--from is above --to.');
  const options = {
    chain: parseChainId(chain),
    node,
    cookie: text(values.cookie),
    blocks,
    from,
    to,
    follow: values.follow === true,
  };
  return { name: 'ingest', flags: toFlags(parsed), options };
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
  if (name === 'verify') {
    const [chain] = parsed.positionals;
    return { name, flags, chain: chain === undefined ? undefined : parseChainId(chain) };
  }
  noPositionals(name, parsed);
  return { name: name === 'serve' ? 'serve' : 'status', flags };
}

/** Reads a command line. Throws `invalid` with a sentence and the place of the help. */
export function parseCommand(args: readonly string[]): Command {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name === '--help' || name === '-h') return toHelp(rest[0]);
  if (!['serve', 'ingest', 'status', 'verify'].includes(name))
    refuse('help', `There is no command "${name.slice(0, 40)}".`);
  const options = { serve: SERVE, ingest: INGEST }[name] ?? GLOBAL;
  const parsed = parse(name, rest, options);
  return parsed.values.help === true ? toHelp(name) : toCommand(name, parsed);
}
