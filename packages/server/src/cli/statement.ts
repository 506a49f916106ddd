import { readVersion } from './command-process.ts';
import { defineCommand } from './define-command.ts';
import { parseStatementOptions, STATEMENT_FLAGS, STATEMENT_HELP } from './statement-options.ts';

/** Writes a wallet statement at the command line: the same bytes as the page and the API. */
export const statementCommand = defineCommand({
  name: 'statement',
  summary: 'Write a wallet statement as a file',
  help: STATEMENT_HELP,
  options: STATEMENT_FLAGS,
  parse: parseStatementOptions,
  run: async (options, readSettings) => {
    const { runStatementCommand } = await import('./statement-command.ts');
    return runStatementCommand(readSettings(), options, readVersion());
  },
});
