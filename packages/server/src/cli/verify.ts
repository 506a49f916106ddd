import { parseChainId } from '@trailmark/core/chain';
import { defineCommand } from './define-command.ts';

/** Checks the index against itself. */
export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Check the index against itself',
  help: `trailmark verify [<chain>] [--data-dir <folder>]

Recomputes what can be recomputed and names the first difference.`,
  parse: ({ positionals: [chain] }) => (chain === undefined ? undefined : parseChainId(chain)),
  run: async (chain, readSettings) => {
    const { verify } = await import('../compose.ts');
    await verify(readSettings(), chain);
    return 0;
  },
});
