import { readVersion } from './command-process.ts';
import { defineCommand } from './define-command.ts';
import { parseScreenOptions, SCREEN_FLAGS, SCREEN_HELP } from './screen-options.ts';

/** Screens addresses at the command line: the same answer as the page and the API. */
export const screenCommand = defineCommand({
  name: 'screen',
  summary: 'Screen addresses, or recompute a stored screening',
  help: SCREEN_HELP,
  options: SCREEN_FLAGS,
  parse: parseScreenOptions,
  run: async (options, readSettings) => {
    const { runScreenCommand } = await import('./screen-command.ts');
    return runScreenCommand(readSettings(), options, readVersion());
  },
});
