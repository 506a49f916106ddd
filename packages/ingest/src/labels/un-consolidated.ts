import { parseDay } from './label-gate.ts';
import { type ListEntryXml, readRootAttribute, valuesOf } from './listed-entity.ts';
import { defineSanctionsList } from './sanctions-list.ts';

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
export const unConsolidated = defineSanctionsList({
  id: 'un-consolidated',
  version: 1,
  title: 'UN Security Council consolidated list (XML)',
  files: 'The consolidated list of the UN Security Council as XML.',
  pack: {
    title: 'UN Security Council list: digital currency addresses',
    publisher: 'United Nations Security Council',
    licence: 'United Nations terms of use',
    url: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  },
  authority: 'the UN',
  dateField: 'dateGenerated',
  dateOf,
  entries: ['INDIVIDUAL', 'ENTITY'],
  toEntry,
});
