import { readVersion } from './command-process.ts';
import { defineCommand } from './define-command.ts';
import { LOSSES_FLAGS, LOSSES_HELP, parseLossesOptions } from './losses-options.ts';

/** Writes the restitution list at the command line: the same bytes as the page and the API. */
export const lossesCommand = defineCommand({
  name: 'losses',
  summary: 'List what victims paid to suspects, as a restitution list',
  help: LOSSES_HELP,
  options: LOSSES_FLAGS,
  parse: parseLossesOptions,
  run: async (options, readSettings) => {
    const { runLossesCommand } = await import('./losses-command.ts');
    return runLossesCommand(readSettings(), options, readVersion());
  },
});
