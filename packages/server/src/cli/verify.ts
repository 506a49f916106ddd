import { traitsOf } from '@trailmark/chains/chain-traits';
import { type AccountChainId, type OutputChainId, parseChainId } from '@trailmark/core/chain';
import { defineCommand } from './define-command.ts';
import { readNumber, readText, refuseWords } from './given-words.ts';

const NAME = 'verify';
const ADDRESSES = 2_000;

type VerifyOptions =
  | { readonly kind: 'index'; readonly chain: OutputChainId | undefined }
  | { readonly kind: 'balances'; readonly chain: AccountChainId; readonly rpc: string; readonly limit: number };

/** Checks the index against itself, or the balances of an account chain against a node. */
export const verifyCommand = defineCommand<VerifyOptions>({
  name: NAME,
  summary: 'Check the index against itself, or balances against a node',
  help: `trailmark verify [<chain>] [--data-dir <folder>]
trailmark verify <account chain> --rpc <url> [--limit <addresses>]

Recomputes what can be recomputed and names the first difference. With --rpc, compares what the moves of an account chain
add up to with the balances the node states, for up to ${ADDRESSES} addresses unless said; a token whose own balances differ from what
its events add up to is noted, and its balances are said to be unknown from then on.`,
  options: { rpc: { type: 'string' }, limit: { type: 'string' } },
  parse: (given) => {
    const [name] = given.positionals;
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
    if (options.kind === 'balances') {
      const { verifyBalances } = await import('./verify-balances.ts');
      return (await verifyBalances(readSettings(), options)) ? 0 : 1;
    }
    const { verify } = await import('../compose.ts');
    await verify(readSettings(), options.chain);
    return 0;
  },
});
