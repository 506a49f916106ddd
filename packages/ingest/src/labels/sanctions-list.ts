import { AppError } from '@trailmark/core/errors';
import { defineLabelImporter, getOnlyFile, type LabelImporter } from './importer.ts';
import {
  assertEntries,
  feedListedEntry,
  type ListEntryXml,
  type ListedEntry,
  readListEntries,
} from './listed-entity.ts';

/** A sanctions list that an authority publishes as one XML file of entries. */
export interface SanctionsList extends Pick<LabelImporter, 'id' | 'version' | 'title' | 'files'> {
  readonly pack: Omit<NonNullable<LabelImporter['pack']>, 'visibility'>;
  /** Whose list it is, and where it states its day: for the refusal of another file. */
  readonly authority: string;
  readonly dateField: string;
  /** The day the list was made; undefined for another file. */
  readonly dateOf: (text: string) => string | undefined;
  /** Elements that are entries. */
  readonly entries: readonly string[];
  readonly toEntry: (entry: ListEntryXml) => ListedEntry;
}

/** An importer that feeds a claim of the authority for each address that an entry names. */
export function defineSanctionsList({ pack, authority, dateField, dateOf, entries, toEntry, ...about }: SanctionsList) {
  return defineLabelImporter({
    ...about,
    pack: { ...pack, visibility: 'public' },
    gate: { maySanction: true },
    dateOf: (files) => dateOf(getOnlyFile(files).text),
    read: async (files, feed) => {
      const { text, name } = getOnlyFile(files);
      const date = dateOf(text);
      if (date === undefined)
        throw new AppError('invalid', `${name} is no list of ${authority}: it has no ${dateField}.`);
      let count = 0;
      for (const entry of readListEntries(text, (element) => entries.includes(element))) {
        await feed.pace();
        count += 1;
        feedListedEntry(feed, toEntry(entry), date);
      }
      assertEntries(count, name);
    },
  });
}
