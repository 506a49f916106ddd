import { defineCommand } from './define-command.ts';
import { LABEL_FLAGS, LABEL_HELP, parseLabelOptions } from './label-options.ts';

/** Label packs at the command line. */
export const labelsCommand = defineCommand({
  name: 'labels',
  summary: 'List, import, preview and activate label packs',
  help: LABEL_HELP,
  options: LABEL_FLAGS,
  parse: ({ positionals, values }) => parseLabelOptions(positionals, values),
  run: async (options, readSettings) => {
    const { labels } = await import('./knowledge-commands.ts');
    await labels(readSettings(), options);
    return 0;
  },
});
