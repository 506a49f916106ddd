import { defineLabelImporter } from './importer.ts';
import { readNormalisedRows } from './normalised-rows.ts';

/** Contracts of Tornado Cash from the configuration of its own user interface, network by network. */
export const tornadoCash = defineLabelImporter({
  id: 'tornado-cash',
  version: 1,
  title: 'Tornado Cash contracts',
  files: 'One table with the columns chain, address, label, category, actor, source, confidence and as_of.',
  pack: {
    title: 'Tornado Cash contracts',
    publisher: 'Tornado Cash',
    licence: 'MIT',
    url: 'https://github.com/tornadocash/tornado-classic-ui',
    visibility: 'public',
  },
  read: async (files, feed) => {
    for (const file of files) {
      await readNormalisedRows(file, feed, {
        source: 'https://github.com/tornadocash/tornado-classic-ui/blob/master/networkConfig.js',
        confidence: 'service_data',
        actorOf: () => 'tornado',
        claimOf: () => ({ role: 'contract' }),
      });
    }
  },
});
