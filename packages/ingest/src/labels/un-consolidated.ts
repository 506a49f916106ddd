import { AppError } from '@trailmark/core/errors';
import { defineLabelImporter, getOnlyFile } from './importer.ts';
import { parseDay } from './label-gate.ts';
import {
  assertEntries,
  feedListedEntry,
  type ListEntryXml,
  readListEntries,
  readRootAttribute,
  valuesOf,
} from './listed-entity.ts';

const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'] as const;

const dateOf = (text: string): string | undefined => parseDay(readRootAttribute(text, 'dateGenerated'));

function toEntry(entry: ListEntryXml) {
  const entity = NAMES.flatMap((name) => valuesOf(entry, name).slice(0, 1)).join(' ');
  const [uid = ''] = [...valuesOf(entry, 'REFERENCE_NUMBER'), ...valuesOf(entry, 'DATAID')];
  return {
    entity: entity || uid,
    akas: valuesOf(entry, 'ALIAS_NAME'),
    programme: valuesOf(entry, 'UN_LIST_TYPE').join(', '),
    uid,
    listedOn: parseDay(valuesOf(entry, 'LISTED_ON')[0]),
    source: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
    texts: entry.nodes.map(({ text }) => text),
  };
}

/** The consolidated list of the UN Security Council as XML (`CONSOLIDATED_LIST`, `INDIVIDUAL`, `ENTITY`). */
export const unConsolidated = defineLabelImporter({
  id: 'un-consolidated',
  version: 1,
  title: 'UN Security Council consolidated list (XML)',
  files: 'The consolidated list of the UN Security Council as XML.',
  pack: {
    title: 'UN Security Council list: digital currency addresses',
    publisher: 'United Nations Security Council',
    licence: 'United Nations terms of use',
    url: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
    visibility: 'public',
  },
  gate: { maySanction: true },
  dateOf: (files) => dateOf(getOnlyFile(files).text),
  read: async (files, feed) => {
    const { text, name } = getOnlyFile(files);
    const date = dateOf(text);
    if (date === undefined) throw new AppError('invalid', `${name} is no list of the UN: it has no dateGenerated.`);
    let count = 0;
    for (const entry of readListEntries(text, (element) => element === 'INDIVIDUAL' || element === 'ENTITY')) {
      await feed.pace();
      count += 1;
      feedListedEntry(feed, toEntry(entry), date);
    }
    assertEntries(count, name);
  },
});
