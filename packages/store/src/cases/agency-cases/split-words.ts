/** The words of a text as search compares them: runs of letters and digits in lower case. Stored texts and queries both go through here. */
export function splitWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

const MOST_WORDS = 12;

/** A query that finds words beginning with each of these; empty without any. */
export function toTsQuery(text: string): string {
  return splitWords(text)
    .slice(0, MOST_WORDS)
    .map((word) => `'${word}':*`)
    .join(' & ');
}
