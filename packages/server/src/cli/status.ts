import { defineCommand } from './define-command.ts';
import { assertNoWords } from './given-words.ts';

/** Says what is indexed. */
export const statusCommand = defineCommand<null>({
  name: 'status',
  summary: 'Say what is indexed, up to which height',
  help: `trailmark status [--data-dir <folder>]

Says for each chain what is indexed: tip, runs of heights, sources and gaps.`,
  parse: ({ positionals }) => {
    assertNoWords('status', positionals);
    return null;
  },
  run: async (_, readSettings) => {
    const { status } = await import('./ledger-commands.ts');
    await status(readSettings());
    return 0;
  },
});
