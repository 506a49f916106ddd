import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What lists show of an answer. Shares in millionths. */
export interface ScreeningSummary {
  /** Height as of which the ledger was read; null where no whole block is indexed. */
  readonly height: number | null;
  /** Category that counts most: of the weightiest rule, or where no rule names one, of the largest share. */
  readonly category: string | null;
  /** What the rule that counts most rests on; null where none fired. */
  readonly rests: 'fact' | 'claim' | 'inference' | null;
  /** First label of the subject, or where it has none, of its cluster. The text is hostile. */
  readonly label: { readonly text: string; readonly category: string; readonly isInherited: boolean } | null;
  /** Of the asset and direction where the share is largest. */
  readonly exposure: Readonly<
    Record<
      string,
      {
        readonly way: 'in' | 'out';
        readonly symbol: string;
        readonly decimals: number;
        /** Amount in the smallest unit, as a decimal string. */
        readonly amount: string;
        readonly directPpm: number;
        readonly indirectPpm: number;
      }
    >
  >;
  /** Largest share of a direction of which nobody knows whose the money is; null where no direction was read. */
  readonly unknownPpm: number | null;
}

/** A screening as lists show it. */
export interface ScreeningRow {
  readonly id: string;
  readonly name: string | null;
  readonly batch: string | null;
  readonly number: number | null;
  readonly chain: string;
  readonly kind: 'address' | 'transaction';
  readonly subject: string;
  /** Null until it is screened; `failed`: it could not be, and the reason says why. */
  readonly state: 'unknown' | 'none' | 'zero' | 'scored' | 'failed' | null;
  readonly level: 'unknown' | 'low' | 'medium' | 'high' | 'severe' | null;
  readonly score: number | null;
  readonly reason: string | null;
  readonly shares: Readonly<Record<string, number>> | null;
  /** Null while it waits, where it failed, and for those screened before summaries were kept. */
  readonly summary: ScreeningSummary | null;
  readonly labels: string | null;
  readonly hash: string | null;
  readonly screenedAt: Date | null;
}

/** Columns of a row; the table is `s`. */
export const COLUMNS = sql`
  s.id, s.name, s.batch_id AS batch, s.number, s.chain, s.kind, s.subject, s.state, s.level, s.score, s.reason, s.shares,
  s.summary, s.labels, s.hash, s.screened_at AS "screenedAt"`;

export interface ScreeningOwner {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
}

/** What a screening came to. */
export interface ScreeningOutcome
  extends Pick<ScreeningRow, 'state' | 'level' | 'score' | 'reason' | 'shares' | 'summary' | 'labels' | 'hash'> {
  /** JSON, compressed with gzip; null where it failed. */
  readonly answer: Buffer | null;
}

export interface NewSubject extends Pick<ScreeningRow, 'id' | 'chain' | 'kind' | 'subject'> {}

/** Puts the subjects of a batch in line, in the order given. */
export async function insertSubjects(
  tx: Transaction,
  batch: string,
  subjects: readonly NewSubject[],
  { agency, account, at }: ScreeningOwner,
): Promise<void> {
  const column = <K extends keyof NewSubject>(key: K): NewSubject[K][] => subjects.map((one) => one[key]);
  await tx.run(sql`
    INSERT INTO screening (id, agency_id, account_id, batch_id, number, chain, kind, subject, created_at)
    SELECT id, ${agency}::uuid, ${account}::uuid, ${batch}::uuid, number, chain, kind, subject, ${at}::timestamptz
    FROM unnest(${column('id')}::uuid[], ${column('chain')}::text[], ${column('kind')}::text[],
                ${column('subject')}::text[]) WITH ORDINALITY AS line (id, chain, kind, subject, number)`);
}

/** Null stays a null of the table, and no null of JSON. */
function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}

/** Keeps a screening that was requested on its own. */
export async function insertScreening(
  tx: Transaction,
  { id, chain, kind, subject }: NewSubject,
  outcome: ScreeningOutcome,
  { agency, account, at }: ScreeningOwner,
): Promise<void> {
  const { state, level, score, reason, shares, summary, labels, hash, answer } = outcome;
  await tx.run(sql`
    INSERT INTO screening (id, agency_id, account_id, chain, kind, subject, state, level, score, reason, shares, summary,
                           labels, hash, answer, screened_at, created_at)
    VALUES (${id}, ${agency}, ${account}, ${chain}, ${kind}, ${subject}, ${state}, ${level}, ${score}, ${reason},
            ${toJson(shares)}, ${toJson(summary)}, ${labels}, ${hash}, ${answer}, ${at}, ${at})`);
}

export interface FinishedSubject extends ScreeningOutcome {
  readonly id: string;
}

/** Writes what subjects of a batch came to, in one statement. One that was screened before is left as it is. */
export async function finishSubjects(tx: Transaction, finished: readonly FinishedSubject[], at: Date): Promise<void> {
  const column = <K extends keyof FinishedSubject>(key: K): FinishedSubject[K][] => finished.map((one) => one[key]);
  await tx.run(sql`
    UPDATE screening s SET state = f.state, level = f.level, score = f.score, reason = f.reason, shares = f.shares,
      summary = f.summary, labels = f.labels, hash = f.hash, answer = f.answer, screened_at = ${at}
    FROM unnest(${column('id')}::uuid[], ${column('state')}::text[], ${column('level')}::text[], ${column('score')}::integer[],
                ${column('reason')}::text[], ${finished.map(({ shares }) => toJson(shares))}::jsonb[],
                ${finished.map(({ summary }) => toJson(summary))}::jsonb[], ${column('labels')}::text[],
                ${column('hash')}::text[], ${column('answer')}::bytea[])
      AS f (id, state, level, score, reason, shares, summary, labels, hash, answer)
    WHERE s.id = f.id AND s.state IS NULL`);
}

export interface WaitingSubject extends NewSubject {
  /** Its place in the batch, from 1 on. */
  readonly number: number;
}

/** The next subjects of a batch, behind a place in it, that are not screened yet. */
export function listWaiting(
  tx: Transaction,
  batch: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WaitingSubject[]> {
  return tx.list<WaitingSubject>(sql`
    SELECT id, chain, kind, subject, number FROM screening WHERE batch_id = ${batch} AND number > ${after}
      AND state IS NULL ORDER BY number LIMIT ${limit}`);
}

export function findScreening(
  tx: Transaction,
  id: string,
): Promise<(ScreeningRow & { answer: Buffer | null }) | undefined> {
  return tx.find(sql`SELECT ${COLUMNS}, s.answer FROM screening s WHERE s.id = ${id}`);
}

/** A stored answer with its day. */
export interface PastAnswerRow {
  readonly id: string;
  readonly answer: Buffer;
  readonly screenedAt: Date;
}

/** The newest answer of each subject, newest first: what a change of rules is tried on. */
export function listPastAnswers(tx: Transaction, limit: number): Promise<PastAnswerRow[]> {
  return tx.list<PastAnswerRow>(sql`
    SELECT id, answer, "screenedAt" FROM (
      SELECT DISTINCT ON (chain, subject) id, answer, screened_at AS "screenedAt" FROM screening
      WHERE answer IS NOT NULL ORDER BY chain, subject, screened_at DESC, id) newest
    ORDER BY "screenedAt" DESC, id LIMIT ${limit}`);
}

/** Names a screening; false where there is none among the caller's, or where it waits. */
export async function renameScreening(tx: Transaction, id: string, name: string | null): Promise<boolean> {
  const found = await tx.find(sql`
    UPDATE screening SET name = ${name} WHERE id = ${id} AND state IS NOT NULL RETURNING id`);
  return found !== undefined;
}
