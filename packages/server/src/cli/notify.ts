import { parseChainId } from '@trailmark/core/chain';
import { defineCommand } from './define-command.ts';

/** Wakes a running ingest. */
export const notifyCommand = defineCommand({
  name: 'notify',
  summary: 'Tell a running ingest that its node has a new block',
  help: `trailmark notify <chain>

For the node's -blocknotify setting: the running ingest of the chain looks for new blocks at once.`,
  parse: ({ positionals }) => parseChainId(positionals[0] ?? ''),
  run: async (chain, readSettings) => {
    const { notify } = await import('./ledger-commands.ts');
    await notify(readSettings(), chain);
    return 0;
  },
});
