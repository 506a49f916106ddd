import { findActorAlias } from './actor-aliases.ts';
import { defineLabelImporter, type ImportOptions } from './importer.ts';
import { type NormalisedCell, readNormalisedRows } from './normalised-rows.ts';

/** The source's ids are made from names: they count where the alias table or the directory has them unchanged. */
function actorOf({ knownActors }: ImportOptions): (cell: NormalisedCell) => string | undefined {
  return (cell) => {
    const name = cell('actor');
    if (name === '' || !/^(?:exchange|bridge)$/.test(cell('category'))) return undefined;
    return findActorAlias(name) ?? (knownActors?.has(name) ? name : undefined);
  };
}

/** Rows of Dune's Spellbook as of its last commit under MIT: exchanges, bridges, multisigs of DAOs, attackers, tokens. */
export const spellbookCex = defineLabelImporter({
  id: 'spellbook-cex',
  version: 1,
  title: 'Spellbook labels (MIT)',
  files: 'One table with the columns chain, address, label, category, actor, source, confidence and as_of.',
  pack: {
    title: 'Spellbook labels, last MIT version',
    publisher: 'Dune and contributors',
    licence: 'MIT',
    url: 'https://github.com/duneanalytics/spellbook/tree/465dfce9287d190ecea2c8154bcda3056e8fea56',
    visibility: 'public',
  },
  read: async (files, feed) => {
    for (const file of files) {
      await readNormalisedRows(file, feed, {
        source: 'https://github.com/duneanalytics/spellbook',
        confidence: 'web_crawl',
        actorOf: actorOf(feed.options),
        categories: { system: 'other' },
      });
    }
  },
});
