import { parseDay } from './label-gate.ts';
import { type ListEntryXml, readRootAttribute, valuesOf } from './listed-entity.ts';
import { defineSanctionsList } from './sanctions-list.ts';

/** `20/06/2025`, `2025-06-20` or `20/06/2025 00:00:00`. */
function toDay(text: string | undefined): string | undefined {
  const [, day, month, year] = /^\s*(\d{2})\/(\d{2})\/(\d{4})/.exec(text ?? '') ?? [];
  return parseDay(year === undefined ? text : `${year}-${month}-${day}`);
}

function dateOf(text: string): string | undefined {
  const attribute = toDay(readRootAttribute(text, 'DateGenerated'));
  return attribute ?? toDay(/<DateGenerated>([^<]{6,40})<\/DateGenerated>/.exec(text)?.[1]);
}

/** Names are written in parts, `Name1` to `Name5` first names and `Name6` the family or whole name. */
function namesOf(entry: ListEntryXml): string[] {
  const names: string[] = [];
  let parts: string[] = [];
  for (const { name, text } of entry.nodes) {
    if (/^Name[1-6]$/.test(name) && text !== '') parts.push(text);
    if (name !== 'Name') continue;
    if (parts.length > 0) names.push(parts.join(' '));
    parts = [];
  }
  return names;
}

function toEntry(entry: ListEntryXml) {
  const [entity = '', ...akas] = namesOf(entry);
  const [uid = ''] = valuesOf(entry, 'UniqueID');
  const [regime = ''] = valuesOf(entry, 'RegimeName');
  return {
    entity: entity || uid,
    akas,
    programme: regime,
    uid,
    listedOn: toDay(valuesOf(entry, 'DateDesignated')[0]),
    source: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
    texts: entry.nodes.map(({ text }) => text),
  };
}

/** The UK sanctions list as XML (`Designations`, `Designation`). */
export const ukSanctions = defineSanctionsList({
  id: 'uk-sanctions',
  version: 1,
  title: 'UK sanctions list (XML)',
  files: 'The UK sanctions list as XML.',
  pack: {
    title: 'UK sanctions list: digital currency addresses',
    publisher: 'Foreign, Commonwealth & Development Office',
    licence: 'OGL-UK-3.0',
    url: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  },
  authority: 'the UK',
  dateField: 'DateGenerated',
  dateOf,
  entries: ['Designation'],
  toEntry,
});
