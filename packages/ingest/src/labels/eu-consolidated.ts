import { parseDay } from './label-gate.ts';
import { attributesOf, type ListEntryXml, readRootAttribute, valuesOf } from './listed-entity.ts';
import { defineSanctionsList } from './sanctions-list.ts';
import { attributeOf } from './xml-events.ts';

const dateOf = (text: string): string | undefined => parseDay(readRootAttribute(text, 'generationDate'));

/** The day of the first regulation that names the entry. */
function listedOn(entry: ListEntryXml): string | undefined {
  return attributesOf(entry, 'regulation', 'publicationDate')
    .map((text) => parseDay(text))
    .filter((day) => day !== undefined)
    .sort()[0];
}

function toEntry(entry: ListEntryXml) {
  const [entity = '', ...akas] = attributesOf(entry, 'nameAlias', 'wholeName');
  const uid = attributeOf(entry.attributes, 'euReferenceNumber') ?? attributeOf(entry.attributes, 'logicalId') ?? '';
  const programmes = new Set(attributesOf(entry, 'regulation', 'programme'));
  const [
    url = 'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  ] = valuesOf(entry, 'publicationUrl');
  const numbers = attributesOf(entry, 'identification', 'number');
  return {
    entity: entity || uid,
    akas,
    programme: [...programmes].join(', '),
    uid,
    listedOn: listedOn(entry),
    source: url,
    texts: [
      ...entry.nodes.map(({ text }) => text),
      ...numbers,
      attributeOf(entry.attributes, 'designationDetails') ?? '',
    ],
  };
}

/** The EU's consolidated list of financial sanctions in its XML of version 1.1 (`export`, `sanctionEntity`). */
export const euConsolidated = defineSanctionsList({
  id: 'eu-consolidated',
  version: 1,
  title: 'EU consolidated list of financial sanctions (XML 1.1)',
  files: 'The full list of the EU as XML, version 1.1.',
  pack: {
    title: 'EU consolidated list: digital currency addresses',
    publisher: 'European Commission',
    licence: 'Reuse authorised with acknowledgement (Commission Decision 2011/833/EU)',
    url: 'https://data.europa.eu',
  },
  authority: 'the EU',
  dateField: 'generationDate',
  dateOf,
  entries: ['sanctionEntity'],
  toEntry,
});
