import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';
import { COLUMNS, type ScreeningRow } from './screening-rows.ts';

/** What each sort goes by. A category sorts by its share, both rings together or one of them. */
const SORTS = {
  score: sql`s.score`,
  number: sql`s.number`,
  subject: sql`s.subject`,
  chain: sql`s.chain`,
  screened: sql`s.screened_at`,
} as const;
type ScreeningSort = keyof typeof SORTS | 'category' | 'direct' | 'indirect';

interface ScreeningFilter {
  readonly level?: string | undefined;
  /** A state, or `waiting`. */
  readonly state?: string | undefined;
  readonly chain?: string | undefined;
  readonly subject?: string | undefined;
  /** Only rows with a share of this category. */
  readonly category?: string | undefined;
  /** Words of the subject, the name, the reason or the label. */
  readonly text?: string | undefined;
}

interface ScreeningPage {
  readonly sort: ScreeningSort;
  /** Category whose share is sorted by; left out: the one of each row that counts most. */
  readonly by?: string | undefined;
  readonly order: 'ascending' | 'descending';
  readonly offset: number;
  readonly limit: number;
}

function toConditions({ level, state, chain, subject, category, text }: ScreeningFilter): Sql[] {
  const words = sql`lower(concat_ws(' ', s.subject, s.name, s.reason, s.summary -> 'label' ->> 'text'))`;
  return [
    ...(level === undefined ? [] : [sql`s.level = ${level}`]),
    ...(state === undefined ? [] : [state === 'waiting' ? sql`s.state IS NULL` : sql`s.state = ${state}`]),
    ...(chain === undefined ? [] : [sql`s.chain = ${chain}`]),
    ...(subject === undefined ? [] : [sql`s.subject = ${subject}`]),
    ...(category === undefined ? [] : [sql`(s.shares ->> ${category})::bigint > 0`]),
    ...(text === undefined || text === '' ? [] : [sql`position(lower(${text}) in ${words}) > 0`]),
  ];
}

/** The category whose ring is sorted by: the one chosen, or each row's own. */
function ringOf(ring: string, category: string | undefined): Sql {
  const own = sql`coalesce(${category ?? null}::text, s.summary ->> 'category')`;
  return sql`(s.summary -> 'exposure' -> ${own} ->> ${ring})::bigint`;
}

function toKey(sort: ScreeningSort, category: string | undefined): Sql {
  if (sort === 'direct' || sort === 'indirect') return ringOf(`${sort}Ppm`, category);
  if (sort !== 'category') return SORTS[sort];
  const share = sql`coalesce((s.shares ->> coalesce(${category ?? null}::text, s.summary ->> 'category'))::bigint, 0)`;
  return sql`CASE WHEN s.state IS NULL OR s.state IN ('unknown', 'failed') OR s.summary -> 'unknownPpm' = 'null' THEN NULL
    ELSE ${share} END`;
}

/** What was not screened comes last however the rest is sorted; equal rows keep their place in the batch. */
function toOrder({ sort, order, by }: ScreeningPage): Sql {
  const key = toKey(sort, by);
  const ordered = order === 'ascending' ? sql`${key} ASC NULLS LAST` : sql`${key} DESC NULLS LAST`;
  if (sort === 'score') return sql`s.state IS NULL, ${ordered}, s.level = 'unknown', s.number, s.id`;
  return sql`${ordered}, s.number, s.id`;
}

/** Rows of a batch. At most 10,000 exist, so a page is named by its offset. */
export function listBatchRows(
  tx: Transaction,
  batch: string,
  filter: ScreeningFilter,
  page: ScreeningPage,
): Promise<ScreeningRow[]> {
  return tx.list<ScreeningRow>(sql`
    SELECT ${COLUMNS} FROM screening s WHERE ${allOf([sql`s.batch_id = ${batch}`, ...toConditions(filter)])}
    ORDER BY ${toOrder(page)} OFFSET ${page.offset} LIMIT ${page.limit}`);
}

async function countOf(tx: Transaction, conditions: readonly Sql[]): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM screening s WHERE ${allOf([...conditions])}`);
  return count;
}

export function countBatchRows(tx: Transaction, batch: string, filter: ScreeningFilter): Promise<number> {
  return countOf(tx, [sql`s.batch_id = ${batch}`, ...toConditions(filter)]);
}

const HAS_ANSWER = sql`s.state IS NOT NULL AND s.state <> 'failed'`;

/** Own screenings that have an answer, with the name of their batch. */
export function listStored(
  tx: Transaction,
  filter: ScreeningFilter,
  page: ScreeningPage,
): Promise<(ScreeningRow & { readonly batchName: string | null })[]> {
  return tx.list(sql`
    SELECT ${COLUMNS}, b.name AS "batchName" FROM screening s LEFT JOIN screening_batch b ON b.id = s.batch_id
    WHERE ${allOf([HAS_ANSWER, ...toConditions(filter)])}
    ORDER BY ${toOrder(page)} OFFSET ${page.offset} LIMIT ${page.limit}`);
}

export function countStored(tx: Transaction, filter: ScreeningFilter): Promise<number> {
  return countOf(tx, [HAS_ANSWER, ...toConditions(filter)]);
}

/** How many rows of a batch match, by level; `waiting` and `failed` among them. */
export async function countByLevel(tx: Transaction, batch: string): Promise<Readonly<Record<string, number>>> {
  const rows = await tx.list<{ level: string; count: number }>(sql`
    SELECT CASE WHEN state IS NULL THEN 'waiting' WHEN state = 'failed' THEN 'failed' ELSE level END AS level,
           count(*)::integer AS count
    FROM screening WHERE batch_id = ${batch} GROUP BY 1`);
  return Object.fromEntries(rows.map(({ level, count }) => [level, count]));
}

interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Rows of a batch with a share of each category, and rows of each chain; the most first. */
export async function countKinds(
  tx: Transaction,
  batch: string,
): Promise<{ readonly categories: readonly Counted[]; readonly chains: readonly Counted[] }> {
  const categories = await tx.list<Counted>(sql`
    SELECT key AS name, count(*)::integer AS count FROM screening s,
      jsonb_each_text(CASE WHEN jsonb_typeof(s.shares) = 'object' THEN s.shares ELSE '{}' END)
    WHERE s.batch_id = ${batch} AND value::bigint > 0 GROUP BY 1 ORDER BY 2 DESC, 1`);
  const chains = await tx.list<Counted>(sql`
    SELECT chain AS name, count(*)::integer AS count FROM screening s WHERE s.batch_id = ${batch}
    GROUP BY 1 ORDER BY 2 DESC, 1`);
  return { categories, chains };
}
