import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

/** A screening as lists show it. */
export interface ScreeningRow {
  readonly id: string;
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
  readonly labels: string | null;
  readonly hash: string | null;
  readonly screenedAt: Date | null;
}

const COLUMNS = sql`
  s.id, s.batch_id AS batch, s.number, s.chain, s.kind, s.subject, s.state, s.level, s.score, s.reason, s.shares,
  s.labels, s.hash, s.screened_at AS "screenedAt"`;

export interface ScreeningOwner {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
}

/** What a screening came to. */
export interface ScreeningOutcome
  extends Pick<ScreeningRow, 'state' | 'level' | 'score' | 'reason' | 'shares' | 'labels' | 'hash'> {
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

/** Keeps a screening that was asked for by itself. */
export async function insertScreening(
  tx: Transaction,
  { id, chain, kind, subject }: NewSubject,
  outcome: ScreeningOutcome,
  { agency, account, at }: ScreeningOwner,
): Promise<void> {
  const { state, level, score, reason, shares, labels, hash, answer } = outcome;
  await tx.run(sql`
    INSERT INTO screening (id, agency_id, account_id, chain, kind, subject, state, level, score, reason, shares, labels, hash,
                           answer, screened_at, created_at)
    VALUES (${id}, ${agency}, ${account}, ${chain}, ${kind}, ${subject}, ${state}, ${level}, ${score}, ${reason},
            ${JSON.stringify(shares)}, ${labels}, ${hash}, ${answer}, ${at}, ${at})`);
}

/** Writes what a subject of a batch came to. One that was screened before is left as it is. */
export async function finishSubject(tx: Transaction, id: string, outcome: ScreeningOutcome, at: Date): Promise<void> {
  const { state, level, score, reason, shares, labels, hash, answer } = outcome;
  await tx.run(sql`
    UPDATE screening SET state = ${state}, level = ${level}, score = ${score}, reason = ${reason},
      shares = ${JSON.stringify(shares)}, labels = ${labels}, hash = ${hash}, answer = ${answer}, screened_at = ${at}
    WHERE id = ${id} AND state IS NULL`);
}

/** The next subjects of a batch that are not screened yet. */
export function listWaiting(tx: Transaction, batch: string, limit: number): Promise<NewSubject[]> {
  return tx.list<NewSubject>(sql`
    SELECT id, chain, kind, subject FROM screening WHERE batch_id = ${batch} AND state IS NULL
    ORDER BY number LIMIT ${limit}`);
}

export function findScreening(
  tx: Transaction,
  id: string,
): Promise<(ScreeningRow & { answer: Buffer | null }) | undefined> {
  return tx.find(sql`SELECT ${COLUMNS}, s.answer FROM screening s WHERE s.id = ${id}`);
}

/** Earlier screenings of one subject, newest first. */
export function listScreeningsOf(
  tx: Transaction,
  chain: string,
  subject: string,
  limit: number,
): Promise<ScreeningRow[]> {
  return tx.list<ScreeningRow>(sql`
    SELECT ${COLUMNS} FROM screening s
    WHERE s.chain = ${chain} AND s.subject = ${subject} AND s.state IS NOT NULL AND s.state <> 'failed'
    ORDER BY s.screened_at DESC, s.id LIMIT ${limit}`);
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

type ScreeningSort = 'score' | 'number';

export interface ScreeningFilter {
  readonly batch: string;
  /** A level, `waiting` or `failed`. */
  readonly level?: string | undefined;
  readonly text?: string | undefined;
}

function toConditions({ batch, level, text }: ScreeningFilter): Sql {
  const isState = level === 'failed' ? sql`s.state = 'failed'` : sql`s.state IS NULL`;
  const isLevel = sql`s.level = ${level}`;
  return allOf([
    sql`s.batch_id = ${batch}`,
    ...(level === undefined ? [] : [level === 'failed' || level === 'waiting' ? isState : isLevel]),
    ...(text === undefined ? [] : [sql`position(lower(${text}) in lower(s.subject)) > 0`]),
  ]);
}

export interface ScreeningPage {
  readonly sort: ScreeningSort;
  /** A category: sorted by its share instead. */
  readonly category?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

function toOrder({ sort, category }: ScreeningPage): Sql {
  if (category !== undefined) return sql`coalesce((s.shares ->> ${category})::bigint, 0) DESC, s.number`;
  if (sort === 'number') return sql`s.number`;
  return sql`s.state IS NULL, s.score DESC NULLS LAST, s.level = 'unknown', s.number`;
}

/** Rows of a batch. At most 10,000 exist, so a page is told by its offset. */
export function listBatchRows(tx: Transaction, filter: ScreeningFilter, page: ScreeningPage): Promise<ScreeningRow[]> {
  return tx.list<ScreeningRow>(sql`
    SELECT ${COLUMNS} FROM screening s WHERE ${toConditions(filter)}
    ORDER BY ${toOrder(page)} OFFSET ${page.offset} LIMIT ${page.limit}`);
}

/** How many rows of a batch match, by level; `waiting` and `failed` among them. */
export async function countByLevel(tx: Transaction, batch: string): Promise<Readonly<Record<string, number>>> {
  const rows = await tx.list<{ level: string; count: number }>(sql`
    SELECT CASE WHEN state IS NULL THEN 'waiting' WHEN state = 'failed' THEN 'failed' ELSE level END AS level,
           count(*)::integer AS count
    FROM screening WHERE batch_id = ${batch} GROUP BY 1`);
  return Object.fromEntries(rows.map(({ level, count }) => [level, count]));
}
