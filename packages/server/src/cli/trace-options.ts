import { parseChainId } from '@trailmark/core/chain';
import type { GivenWords, ParseOptions } from './define-command.ts';
import { readNumber, readText, readTexts, refuseWords } from './given-words.ts';

const NAME = 'trace';

export const TRACE_HELP = `trailmark trace <chain> <seed>... [options]
trailmark trace --request <file>
trailmark trace --replay <log file>

Prints a trace as JSON: what POST /api/v1/traces answers to the same request. A seed is <txid>:<output>, <txid>, <hash>#<slot>
of a transfer, or an address. After an output or a transfer =<units> traces that part of it: its first units, in the smallest unit.

  --backward              where the money came from, instead of where it went
  --method <id/version>   fifo/1 unless said; "trailmark trace --methods" lists them
  --asset <asset>         of account chains: 40 hexadecimal digits of a token, or nothing for the coin
  --hops <n>              hop limit
  --min-amount <units>    smallest traced amount that is followed, in the smallest unit
  --through <rule>        do not stop at: services, mixers, coinjoins, contracts, sanctioned (may be given more than once)
  --follow-bridges        go on over bridges to chains held here, where the other side is proven or stated
  --budget <n>            transactions read at most
  --output <file>         writes there instead of to the terminal
  --replay <file>         runs a trace log again; the exit code is 1 where an answer differs`;

export const TRACE_FLAGS: ParseOptions = {
  asset: { type: 'string' },
  backward: { type: 'boolean' },
  budget: { type: 'string' },
  'follow-bridges': { type: 'boolean' },
  hops: { type: 'string' },
  method: { type: 'string' },
  methods: { type: 'boolean' },
  'min-amount': { type: 'string' },
  output: { type: 'string' },
  replay: { type: 'string' },
  request: { type: 'string' },
  through: { type: 'string', multiple: true },
};

const STOPS: Readonly<Record<string, string>> = {
  services: 'services',
  mixers: 'mixers',
  coinjoins: 'coinJoins',
  contracts: 'contracts',
  sanctioned: 'sanctioned',
};

/** The request at the command line: a request as the API takes it, a file with one, a log, or the list of methods. */
export type TraceOptions =
  | { readonly kind: 'methods' }
  | { readonly kind: 'replay'; readonly file: string; readonly output: string | undefined }
  | { readonly kind: 'file'; readonly file: string; readonly output: string | undefined }
  | {
      readonly kind: 'request';
      readonly request: Readonly<Record<string, unknown>>;
      readonly output: string | undefined;
    };

function toPart(amount: string | undefined): { readonly amount?: string } {
  return amount === undefined ? {} : { amount };
}

function parseSeed(text: string): Readonly<Record<string, unknown>> {
  const output = /^([0-9a-fA-F]{64}):(\d{1,10})(?:=(\d{1,78}))?$/.exec(text);
  if (output) return { kind: 'output', txid: output[1]?.toLowerCase(), vout: Number(output[2]), ...toPart(output[3]) };
  const transfer = /^(?:0x)?([0-9a-fA-F]{64})#(\d{1,7})(?:=(\d{1,78}))?$/.exec(text);
  if (transfer)
    return { kind: 'transfer', txid: transfer[1]?.toLowerCase(), slot: Number(transfer[2]), ...toPart(transfer[3]) };
  const transaction = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text);
  if (transaction) return { kind: 'transaction', txid: transaction[1]?.toLowerCase() };
  return { kind: 'address', address: text };
}

function readStops(given: GivenWords): Readonly<Record<string, unknown>> {
  const stops: Record<string, unknown> = {};
  for (const word of readTexts(given, 'through')) {
    const rule = STOPS[word];
    if (rule === undefined)
      return refuseWords(NAME, `--through takes ${Object.keys(STOPS).join(', ')}; not "${word}".`);
    stops[rule] = false;
  }
  const [hops, least] = [readNumber(NAME, given, 'hops'), readText(given, 'min-amount')];
  if (given.values['follow-bridges'] === true) stops.followBridges = true;
  if (hops !== undefined) stops.maxHops = hops;
  if (least !== undefined) stops.minAmount = least;
  return stops;
}

/** Throws `invalid` with a sentence and the place of the help. */
export function parseTraceOptions(given: GivenWords): TraceOptions {
  const { positionals, values } = given;
  const [output, file, log] = [readText(given, 'output'), readText(given, 'request'), readText(given, 'replay')];
  if (values.methods === true) return { kind: 'methods' };
  const [chain, ...seeds] = positionals;
  if (log !== undefined || file !== undefined) {
    if (positionals.length > 0) refuseWords(NAME, 'A file says the chain and the seeds: name none beside it.');
    if (log !== undefined) return { kind: 'replay', file: log, output };
    return { kind: 'file', file: file ?? '', output };
  }
  if (chain === undefined || seeds.length === 0) return refuseWords(NAME, 'Name a chain and at least one seed.');
  const [asset, method] = [readText(given, 'asset'), readText(given, 'method')];
  const budget = readNumber(NAME, given, 'budget');
  const request = {
    chain: parseChainId(chain),
    seeds: seeds.map(parseSeed),
    direction: values.backward === true ? 'backward' : 'forward',
    stops: readStops(given),
    ...(asset === undefined ? {} : { asset }),
    ...(method === undefined ? {} : { method }),
    ...(budget === undefined ? {} : { budget }),
  };
  return { kind: 'request', request, output };
}
