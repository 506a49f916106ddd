import { type ChainId, parseChainId } from '@trailmark/core/chain';
import type { GivenWords, ParseOptions } from './define-command.ts';
import { readNumber, readText, refuseWords } from './given-words.ts';

const NAME = 'screen';

export const SCREEN_HELP = `trailmark screen <chain> <address>... [options]
trailmark screen <chain> --file <file> [options]
trailmark screen --replay <file> [--rules <file>]

Prints the verdict on each address, why, and its exposure: what POST /api/v1/screenings answers to the same request. A verdict
is never a clearance: unknown, no rule fired and zero are three different answers.

  --file <file>           addresses, one a line; empty lines and lines that begin with # are left out; at most 1,000
  --method <id/version>   haircut/1 unless given; also fifo/1, lifo/1, poison/1
  --hops <n>              hop limit, 5 unless given
  --asset <asset>         one asset: 40 hexadecimal digits of a token, or nothing for the coin and the most used tokens
  --direction <way>       in, out or both (both unless given)
  --swaps                 follow trades of one asset for another that a protocol proves
  --through-services      go on behind services, whose pools join strangers, instead of ending there
  --cluster               with the addresses that co-spending joins with it, as one subject
  --rules <file>          a rule set as JSON, instead of the one the software comes with
  --json                  the whole answers as JSON
  --output <file>         writes there instead of to the terminal
  --replay <file>         recomputes a stored screening, as GET /api/v1/screenings/<id> gives it, on the data here

Exit codes: 0 all screened, or recomputed to the same hash; 1 an address could not be screened; 3 recomputed to another hash.
The rules of an agency are in its accounts: export them, and name the file with --rules.`;

export const SCREEN_FLAGS: ParseOptions = {
  asset: { type: 'string' },
  cluster: { type: 'boolean' },
  direction: { type: 'string' },
  file: { type: 'string' },
  hops: { type: 'string' },
  json: { type: 'boolean' },
  method: { type: 'string' },
  output: { type: 'string' },
  replay: { type: 'string' },
  rules: { type: 'string' },
  swaps: { type: 'boolean' },
  'through-services': { type: 'boolean' },
};

interface Written {
  /** File with a rule set; undefined: the rules the software comes with. */
  readonly rules: string | undefined;
  readonly output: string | undefined;
  readonly isJson: boolean;
}

/** What is screened, and where the answer goes. */
export type ScreenOptions =
  | (Written & { readonly kind: 'replay'; readonly file: string })
  | (Written & {
      readonly kind: 'screen';
      readonly chain: ChainId;
      readonly addresses: readonly string[];
      readonly file: string | undefined;
      /** As the API reads it, without chain and subject. */
      readonly request: Readonly<Record<string, unknown>>;
    });

const WAYS: Readonly<Record<string, readonly string[]>> = { in: ['in'], out: ['out'], both: ['in', 'out'] };

function readWays(given: GivenWords): readonly string[] {
  const word = readText(given, 'direction') ?? 'both';
  return WAYS[word] ?? refuseWords(NAME, `--direction is in, out or both; not "${word.slice(0, 40)}".`);
}

/** Throws `invalid` with a sentence and the place of the help. */
export function parseScreenOptions(given: GivenWords): ScreenOptions {
  const { positionals, values } = given;
  const [file, replay] = [readText(given, 'file'), readText(given, 'replay')];
  const written = {
    rules: readText(given, 'rules'),
    output: readText(given, 'output'),
    isJson: values.json === true,
  };
  if (replay !== undefined) {
    const isAlone = positionals.length === 0 && file === undefined;
    return isAlone
      ? { kind: 'replay', file: replay, ...written }
      : refuseWords(NAME, 'A stored screening says the chain and the address: name none with it.');
  }
  const [chain, ...addresses] = positionals;
  if (chain === undefined) return refuseWords(NAME, 'Name a chain and at least one address.');
  if (addresses.length > 0 === (file !== undefined)) {
    return refuseWords(NAME, 'Name either addresses or a file with them.');
  }
  const [asset, method, maxHops] = [
    readText(given, 'asset'),
    readText(given, 'method'),
    readNumber(NAME, given, 'hops'),
  ];
  const request = {
    ways: readWays(given),
    ...(asset === undefined ? {} : { asset }),
    ...(method === undefined ? {} : { method }),
    ...(maxHops === undefined ? {} : { maxHops }),
    ...(values.cluster === true ? { withCluster: true } : {}),
    ...(values.swaps === true ? { followSwaps: true } : {}),
    ...(values['through-services'] === true ? { throughServices: true } : {}),
  };
  return { kind: 'screen', chain: parseChainId(chain), addresses, file, request, ...written };
}
