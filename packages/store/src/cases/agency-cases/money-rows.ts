import type { KnowledgeMark, PlaceState } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';
import { type CaseFilter, toCaseConditions } from './case-rows.ts';

/** The loss, or where a part of it is now. */
export interface MoneyRow {
  readonly id: string;
  readonly kind: 'loss' | 'place';
  readonly state: PlaceState | null;
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Smallest unit, decimal text. */
  readonly amount: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** Millionths of a dollar on that day, decimal text; null without a price. */
  readonly usd: string | null;
  readonly mark: KnowledgeMark;
  readonly place: string;
  readonly controller: string;
  readonly next: string;
  readonly nextOn: string | null;
  readonly source: string;
  readonly version: number;
}

/** Loss first, then the places in the order they were entered. */
export function listMoney(tx: Transaction, caseId: string): Promise<MoneyRow[]> {
  return tx.list<MoneyRow>(sql`
    SELECT id, kind, state, asset, symbol, decimals, amount, to_char(day, 'YYYY-MM-DD') AS day, usd, mark, place, controller, next,
           to_char(next_on, 'YYYY-MM-DD') AS "nextOn", source, version
    FROM case_money WHERE case_id = ${caseId} ORDER BY kind, position`);
}

export interface MoneyChange extends Omit<MoneyRow, 'version' | 'amount' | 'usd'> {
  readonly caseId: string;
  readonly agency: string;
  readonly amount: bigint;
  readonly usd: bigint | null;
  readonly by: string;
  readonly at: Date;
}

export async function insertMoney(tx: Transaction, row: MoneyChange): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_money (id, case_id, agency_id, kind, state, asset, symbol, decimals, amount, day, usd, mark, place, controller,
                            next, next_on, source, changed_at, changed_by)
    VALUES (${row.id}, ${row.caseId}, ${row.agency}, ${row.kind}, ${row.state}, ${row.asset}, ${row.symbol}, ${row.decimals},
            ${row.amount}, ${row.day}, ${row.usd}, ${row.mark}, ${row.place}, ${row.controller}, ${row.next}, ${row.nextOn},
            ${row.source}, ${row.at}, ${row.by})`);
}

/** False where the row is another version by now, or gone. */
export async function updateMoney(tx: Transaction, row: MoneyChange, version: number): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_money SET kind = ${row.kind}, state = ${row.state}, asset = ${row.asset}, symbol = ${row.symbol},
      decimals = ${row.decimals}, amount = ${row.amount}, day = ${row.day}, usd = ${row.usd}, mark = ${row.mark},
      place = ${row.place}, controller = ${row.controller}, next = ${row.next}, next_on = ${row.nextOn}, source = ${row.source},
      version = version + 1, changed_at = ${row.at}, changed_by = ${row.by}
    WHERE id = ${row.id} AND case_id = ${row.caseId} AND version = ${version}`);
  return count === 1;
}

export async function deleteMoney(tx: Transaction, caseId: string, id: string, version: number): Promise<boolean> {
  const count = await tx.run(
    sql`DELETE FROM case_money WHERE id = ${id} AND case_id = ${caseId} AND version = ${version}`,
  );
  return count === 1;
}

const TRACED = sql`state NOT IN ('not-followed', 'fee')`;
const SECURED = sql`state IN ('seized', 'frozen', 'returned')`;

/**
 * What is traced, in money of the day of the loss: the share that is traced is then one of amounts, and no price of another day is in
 * it. Null without a place, or without a price of a loss.
 */
function tracedShare(caseId: string): Sql {
  return sql`(SELECT CASE WHEN bool_or(l.usd IS NULL) THEN NULL ELSE sum(round(l.usd * coalesce(t.amount, 0) / nullif(l.amount, 0))) END
    FROM (SELECT asset, sum(amount) AS amount, CASE WHEN bool_or(usd IS NULL) THEN NULL ELSE sum(usd) END AS usd
          FROM case_money WHERE case_id = ${caseId} AND kind = 'loss' GROUP BY asset) AS l
    LEFT JOIN (SELECT asset, sum(amount) AS amount FROM case_money
               WHERE case_id = ${caseId} AND kind = 'place' AND ${TRACED} GROUP BY asset) AS t USING (asset)
    WHERE EXISTS (SELECT 1 FROM case_money WHERE case_id = ${caseId} AND kind = 'place'))`;
}

/** The sums that lists show, kept in the row of the case: null as soon as one part has no price. */
export async function refreshCaseSums(tx: Transaction, caseId: string): Promise<void> {
  const sum = (
    condition: Sql,
  ) => sql`(SELECT CASE WHEN count(*) FILTER (WHERE usd IS NULL) > 0 THEN NULL ELSE sum(usd) END
    FROM case_money WHERE case_id = ${caseId} AND ${condition})`;
  await tx.run(sql`UPDATE agency_case SET loss_usd = ${sum(sql`kind = 'loss'`)},
    traced_usd = ${tracedShare(caseId)}, secured_usd = coalesce(${sum(sql`kind = 'place' AND ${SECURED}`)},
      CASE WHEN EXISTS (SELECT 1 FROM case_money WHERE case_id = ${caseId} AND kind = 'place' AND ${SECURED}) THEN NULL ELSE 0 END)
    WHERE id = ${caseId}`);
}

export interface OutcomeRow {
  readonly stage: 'loss' | 'traced' | 'frozen' | 'seized' | 'returned';
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount: string;
  readonly usd: string | null;
  /** Rows without a price of their day. */
  readonly unpriced: number;
}

/** What was lost, traced, frozen, seized and returned over all cases that pass a filter, per asset exactly. */
export function listOutcome(tx: Transaction, filter: CaseFilter): Promise<OutcomeRow[]> {
  return tx.list<OutcomeRow>(sql`
    SELECT s.stage, m.asset, min(m.symbol) AS symbol, min(m.decimals) AS decimals, sum(m.amount) AS amount, sum(m.usd) AS usd,
           count(*) FILTER (WHERE m.usd IS NULL) AS unpriced
    FROM agency_case c JOIN case_money m ON m.case_id = c.id
    CROSS JOIN LATERAL (
      SELECT 'loss' AS stage WHERE m.kind = 'loss'
      UNION ALL SELECT 'traced' WHERE m.kind = 'place' AND m.state NOT IN ('not-followed', 'fee')
      UNION ALL SELECT m.state WHERE m.state IN ('frozen', 'seized', 'returned')
    ) AS s
    WHERE ${toCaseConditions(filter)}
    GROUP BY s.stage, m.asset ORDER BY m.asset, s.stage`);
}
