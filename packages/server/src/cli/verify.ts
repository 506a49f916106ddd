import { traitsOf } from '@trailmark/chains/chain-traits';
import { type AccountChainId, isChainId, type OutputChainId, parseChainId } from '@trailmark/core/chain';
import { defineCommand, type GivenWords } from './define-command.ts';
import { readNumber, readText, readTexts, refuseWords } from './given-words.ts';

const NAME = 'verify';
const ADDRESSES = 2_000;

/** How the name of a file differs from that of a chain. */
const FILE = /[./\\]/;

type VerifyOptions =
  | {
      readonly kind: 'bundle';
      readonly file: string;
      readonly isJson: boolean;
      readonly keys: readonly string[];
      readonly blocks: readonly string[];
    }
  | { readonly kind: 'index'; readonly chain: OutputChainId | undefined }
  | { readonly kind: 'balances'; readonly chain: AccountChainId; readonly rpc: string; readonly limit: number };

function readBundleWords(file: string, given: GivenWords): VerifyOptions {
  const blocks = readTexts(given, 'block').map((hash) => hash.replace(/^0x/, '').toLowerCase());
  if (!blocks.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
    refuseWords(NAME, '--block takes the hash of a block: 64 hexadecimal digits.');
  return { kind: 'bundle', file, isJson: given.values.json === true, keys: readTexts(given, 'key'), blocks };
}

/** Checks an evidence bundle offline, the index against itself, or the balances of an account chain against a node. */
export const verifyCommand = defineCommand<VerifyOptions>({
  name: NAME,
  summary: 'Check an evidence bundle offline, the index against itself, or balances against a node',
  help: `trailmark verify <bundle.evb> [--key <file of keys>]... [--block <hash>]... [--json]
trailmark verify [<chain>] [--data-dir <folder>]
trailmark verify <account chain> --rpc <url> [--limit <addresses>]

With a file, checks an evidence bundle from its own bytes: no server, no database, no network. Prints one line a claim, then what
fails. Ends with code 0 only if nothing fails. With --key, a signature of any other key fails (a
line of the file is a key, or the SHA-256 of a certificate). With --block, hashes of blocks of account chains that you know from elsewhere, payments
proven by them are verified, and not only in agreement. --json prints the whole result as JSON.

With a chain, recomputes what can be recomputed and names the first difference. With --rpc, compares what the moves of an account chain
add up to with the balances the node states, for up to ${ADDRESSES} addresses unless said; a token whose own balances differ from what
its events add up to is noted, and its balances are said to be unknown from then on.`,
  options: {
    rpc: { type: 'string' },
    limit: { type: 'string' },
    key: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    block: { type: 'string', multiple: true },
  },
  parse: (given) => {
    const [name] = given.positionals;
    if (name !== undefined && !isChainId(name) && FILE.test(name)) return readBundleWords(name, given);
    const traits = name === undefined ? undefined : traitsOf(parseChainId(name));
    const [rpc, limit] = [readText(given, 'rpc'), readNumber(NAME, given, 'limit') ?? ADDRESSES];
    if (traits && !traits.hasOutputs) {
      return rpc === undefined
        ? refuseWords(
            NAME,
            `Blocks of ${traits.id} are proven when they are read; give a node with --rpc to compare balances.`,
          )
        : { kind: 'balances', chain: traits.id, rpc, limit };
    }
    if (rpc !== undefined) refuseWords(NAME, '--rpc compares the balances of an account chain: name one.');
    return { kind: 'index', chain: traits?.id };
  },
  run: async (options, readSettings) => {
    if (options.kind === 'bundle') {
      const { runVerifyBundle } = await import('./verify-evidence.ts');
      return runVerifyBundle(options, new Date());
    }
    if (options.kind === 'balances') {
      const { verifyBalances } = await import('./verify-balances.ts');
      return (await verifyBalances(readSettings(), options)) ? 0 : 1;
    }
    const { verify } = await import('./ledger-commands.ts');
    await verify(readSettings(), options.chain);
    return 0;
  },
});
