import { AppError } from '@trailmark/core/errors';
import { defineLabelImporter, getOnlyFile, parseJsonFile, type SourceFile } from './importer.ts';
import { parseDay } from './label-gate.ts';
import { assertEntries, feedListedEntry } from './listed-entity.ts';

type Entries = readonly {
  readonly IdRegistre?: unknown;
  readonly Nom?: unknown;
  readonly RegistreDetail?: readonly { readonly TypeChamp?: unknown; readonly Valeur?: unknown }[];
}[];

interface Register {
  readonly Publications?: { readonly DatePublication?: unknown; readonly PublicationDetail?: Entries };
}

function readRegister(file: SourceFile) {
  const { Publications: found } = (parseJsonFile(file) ?? {}) as Register;
  const date = parseDay(String(found?.DatePublication ?? ''));
  if (date === undefined || !Array.isArray(found?.PublicationDetail)) {
    throw new AppError(
      'invalid',
      `${file.name} is no national register of freezes: it has no DatePublication or entries.`,
    );
  }
  const entries: Entries = found.PublicationDetail;
  return { date, entries };
}

/** Every text below a value, however deep it is. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** The French national register of asset freezes as JSON (`Publications`, `PublicationDetail`). */
export const frFreezes = defineLabelImporter({
  id: 'fr-freezes',
  version: 1,
  title: 'French national register of asset freezes (JSON)',
  files: 'The national register of asset freezes as JSON.',
  pack: {
    title: 'French register of asset freezes: digital currency addresses',
    publisher: 'Direction générale du Trésor',
    licence: 'Licence Ouverte 2.0',
    url: 'https://gels-avoirs.dgtresor.gouv.fr',
    visibility: 'public',
  },
  gate: { maySanction: true },
  dateOf: (files) => readRegister(getOnlyFile(files)).date,
  read: async (files, feed) => {
    const file = getOnlyFile(files);
    const { date, entries } = readRegister(file);
    for (const { IdRegistre, Nom, RegistreDetail = [] } of entries) {
      await feed.pace();
      const ofType = (type: string): string[] =>
        RegistreDetail.filter(({ TypeChamp }) => TypeChamp === type).flatMap(({ Valeur }) => textsOf(Valeur));
      const uid = String(IdRegistre ?? '');
      const [first = ''] = ofType('PRENOM');
      feedListedEntry(
        feed,
        {
          entity: [first, String(Nom ?? '')].filter(Boolean).join(' ') || uid,
          akas: ofType('ALIAS'),
          programme: ofType('FONDEMENT_JURIDIQUE')[0] ?? '',
          uid,
          listedOn: undefined,
          source: 'https://gels-avoirs.dgtresor.gouv.fr',
          texts: RegistreDetail.flatMap(({ Valeur }) => textsOf(Valeur)),
        },
        date,
      );
    }
    assertEntries(entries.length, file.name);
  },
});
