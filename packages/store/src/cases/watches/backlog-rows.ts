import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What a watch can be behind with. */
export type BacklogPart = 'blocks' | 'labels' | 'verdicts' | 'growth';

/** What was not read for one watch while others were. */
export interface BacklogRow {
  readonly watch: string;
  readonly part: BacklogPart;
  /** Empty where the part is of no chain. */
  readonly chain: string;
  /** The lowest block that it has not read. */
  readonly fromHeight: number | null;
  /** Empty: nothing is wrong, and it is read soon. */
  readonly fault: string;
  readonly tries: number;
  readonly since: Date;
  readonly nextAt: Date;
}

const COLUMNS = sql`watch_id AS watch, part, chain, from_height AS "fromHeight", fault, tries, since, next_at AS "nextAt"`;

export interface NewBacklog extends Pick<BacklogRow, 'watch' | 'part' | 'chain' | 'fromHeight' | 'fault' | 'nextAt'> {
  readonly caseId: string;
  readonly agency: string;
  readonly at: Date;
}

/** Adds to what a watch is behind with: the lowest block counts, and of two faults the last. */
export async function putBacklog(tx: Transaction, row: NewBacklog): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_backlog (watch_id, case_id, agency_id, part, chain, from_height, fault, since, next_at)
    VALUES (${row.watch}, ${row.caseId}, ${row.agency}, ${row.part}, ${row.chain}, ${row.fromHeight}, ${row.fault}, ${row.at},
            ${row.nextAt})
    ON CONFLICT (watch_id, part, chain) DO UPDATE SET from_height = least(watch_backlog.from_height, excluded.from_height),
      fault = CASE WHEN excluded.fault = '' THEN watch_backlog.fault ELSE excluded.fault END,
      next_at = greatest(watch_backlog.next_at, excluded.next_at),
      tries = watch_backlog.tries + CASE WHEN excluded.fault = '' THEN 0 ELSE 1 END`);
}

/** Blocks of a chain that are due, of every agency. */
export function listDueBacklog(tx: Transaction, chain: string, now: Date): Promise<BacklogRow[]> {
  return tx.list<BacklogRow>(sql`SELECT ${COLUMNS} FROM watch_backlog
    WHERE part = 'blocks' AND chain = ${chain} AND next_at <= ${now} ORDER BY from_height, watch_id`);
}

/** Whether one of some watches has yet to read a block. */
export async function isBehindAt(
  tx: Transaction,
  watches: readonly string[],
  { chain, height }: { readonly chain: string; readonly height: number },
): Promise<boolean> {
  const { is } = await tx.get<{ is: boolean }>(sql`SELECT EXISTS (SELECT FROM watch_backlog
    WHERE watch_id = ANY (${watches}::uuid[]) AND part = 'blocks' AND chain = ${chain} AND from_height <= ${height}) AS is`);
  return is;
}

/** Watches that read and have a fault, by chain, of those that the reader sees. */
export async function countFaultyByChain(tx: Transaction): Promise<[string, number][]> {
  const rows = await tx.list<{ chain: string; count: number }>(sql`
    SELECT w.chain, count(*) AS count FROM watch w WHERE w.state = 'watching' AND w.chain IS NOT NULL
      AND EXISTS (SELECT FROM watch_backlog b WHERE b.watch_id = w.id AND b.fault <> '') GROUP BY w.chain`);
  return rows.map(({ chain, count }) => [chain, count]);
}

/** It was read up to below a height; the rest follows, or is tried again where there is a fault. */
export async function settleBacklog(
  tx: Transaction,
  { watch, chain }: Pick<BacklogRow, 'watch' | 'chain'>,
  { fromHeight, fault, nextAt }: Pick<BacklogRow, 'fault' | 'nextAt'> & { readonly fromHeight: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE watch_backlog SET from_height = ${fromHeight}, fault = ${fault}, next_at = ${nextAt},
      tries = CASE WHEN ${fault} = '' THEN 0 ELSE tries + 1 END
    WHERE watch_id = ${watch} AND part = 'blocks' AND chain = ${chain}`);
}

export async function deleteBacklog(
  tx: Transaction,
  { watch, part, chain }: Pick<BacklogRow, 'watch' | 'part' | 'chain'>,
): Promise<void> {
  await tx.run(sql`DELETE FROM watch_backlog WHERE watch_id = ${watch} AND part = ${part} AND chain = ${chain}`);
}

/** A watch that starts again reads from the next block: nothing before is left to read. */
export async function clearBacklog(tx: Transaction, watch: string): Promise<void> {
  await tx.run(sql`DELETE FROM watch_backlog WHERE watch_id = ${watch}`);
}
