import { defineCommand } from './define-command.ts';
import { readText } from './given-words.ts';
import { PRICE_HELP, parsePriceOptions } from './price-options.ts';

/** Daily prices at the command line. */
export const pricesCommand = defineCommand({
  name: 'prices',
  summary: 'List, import or fetch daily prices',
  help: PRICE_HELP,
  options: { asset: { type: 'string' }, columns: { type: 'string' } },
  parse: (given) =>
    parsePriceOptions(given.positionals, { asset: readText(given, 'asset'), columns: readText(given, 'columns') }),
  run: async (options, readSettings) => {
    const { prices } = await import('./knowledge-commands.ts');
    await prices(readSettings(), options);
    return 0;
  },
});
