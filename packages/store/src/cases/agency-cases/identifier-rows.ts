import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import { splitWords } from './split-words.ts';

export interface CaseSource {
  readonly caseId: string;
  readonly agency: string;
  /** The row it comes from. */
  readonly source: string;
}

/** Puts what a row of the case names in place of what it named before. */
export async function putIdentifiers(
  tx: Transaction,
  { caseId, agency, source }: CaseSource,
  keys: readonly string[],
): Promise<void> {
  await tx.run(sql`DELETE FROM case_identifier WHERE case_id = ${caseId} AND source = ${source}`);
  if (keys.length === 0) return;
  await tx.run(sql`
    INSERT INTO case_identifier (case_id, agency_id, key, source)
    SELECT ${caseId}, ${agency}, key, ${source} FROM unnest(${[...new Set(keys)]}::text[]) AS key`);
}

/** Of a text so much is read, and of the words in it, each once, so much is kept. */
const MAX_READ = 200_000;
const MAX_SEARCHED = 20_000;
/** A tsvector takes no longer words. */
const MAX_WORD = 500;

/** The words of a text, each once, as search keeps them. */
export function toSearchText(text: string): string {
  const words = splitWords(text.slice(0, MAX_READ)).map((word) => word.slice(0, MAX_WORD));
  return [...new Set(words)].join(' ').slice(0, MAX_SEARCHED).trimEnd();
}

/** What full-text search finds of a row of the case. */
export async function putCaseText(
  tx: Transaction,
  { caseId, agency, source }: CaseSource,
  kind: string,
  text: string,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_text (case_id, agency_id, kind, source, text)
    VALUES (${caseId}, ${agency}, ${kind}, ${source}, ${toSearchText(text)})
    ON CONFLICT (case_id, source, kind) DO UPDATE SET text = excluded.text`);
}
