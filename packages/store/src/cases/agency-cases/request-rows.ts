import type { RequestKind, RequestState } from '@trailmark/core/case-request';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { Withdrawal } from './item-rows.ts';

/** A request to a service. Days are `YYYY-MM-DD`, UTC. */
export interface RequestRow {
  readonly id: string;
  readonly number: number;
  readonly itemId: string;
  /** Number and title of the pinned packet. */
  readonly itemNumber: number;
  readonly itemTitle: string;
  readonly itemHash: string;
  readonly isItemWithdrawn: boolean;
  /** What the packet was made from. */
  readonly itemInput: unknown;
  readonly recipient: string;
  readonly kind: RequestKind;
  readonly basis: string;
  readonly note: string;
  readonly state: RequestState;
  readonly dueOn: string | null;
  readonly remindOn: string | null;
  readonly files: readonly string[];
  readonly drafters: readonly string[];
  readonly version: number;
}

const SELECT = sql`
  SELECT r.id, r.number, r.item_id AS "itemId", i.number AS "itemNumber", i.title AS "itemTitle", i.hash AS "itemHash",
         i.withdrawn_at IS NOT NULL AS "isItemWithdrawn", i.input AS "itemInput", r.recipient, r.kind, r.basis, r.note, r.state,
         to_char(r.due_on, 'YYYY-MM-DD') AS "dueOn", to_char(r.remind_on, 'YYYY-MM-DD') AS "remindOn", r.files, r.drafters, r.version
  FROM case_request r JOIN case_item i ON i.id = r.item_id`;

/** By number. */
export function listRequests(tx: Transaction, caseId: string): Promise<RequestRow[]> {
  return tx.list<RequestRow>(sql`${SELECT} WHERE r.case_id = ${caseId} ORDER BY r.number`);
}

export function findRequest(tx: Transaction, caseId: string, id: string): Promise<RequestRow | undefined> {
  return tx.find<RequestRow>(sql`${SELECT} WHERE r.case_id = ${caseId} AND r.id = ${id}`);
}

/** How many a case has, without the withdrawn ones. */
export async function countRequests(tx: Transaction, caseId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_request WHERE case_id = ${caseId} AND state <> 'withdrawn'`,
  );
  return count;
}

export interface RequestChange
  extends Pick<RequestRow, 'id' | 'recipient' | 'kind' | 'basis' | 'note' | 'dueOn' | 'remindOn'> {
  readonly itemId: string;
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** Inserts with the next number; the case is locked, so nobody else takes it. */
export async function insertRequest(tx: Transaction, row: RequestChange): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_request (id, case_id, agency_id, number, item_id, recipient, kind, basis, note, due_on, remind_on, drafters,
                              changed_at, changed_by)
    VALUES (${row.id}, ${row.caseId}, ${row.agency},
            (SELECT coalesce(max(number), 0) + 1 FROM case_request WHERE case_id = ${row.caseId}), ${row.itemId},
            ${row.recipient}, ${row.kind}, ${row.basis}, ${row.note}, ${row.dueOn}, ${row.remindOn}, ARRAY[${row.by}::uuid],
            ${row.at}, ${row.by})`);
}

/** Writes a change of a draft; whoever wrote it is one of its drafters. The caller compared the version. */
export async function updateRequestDraft(tx: Transaction, row: RequestChange): Promise<void> {
  await tx.run(sql`
    UPDATE case_request SET item_id = ${row.itemId}, recipient = ${row.recipient}, kind = ${row.kind}, basis = ${row.basis},
      note = ${row.note}, due_on = ${row.dueOn}, remind_on = ${row.remindOn}, version = version + 1, changed_at = ${row.at},
      changed_by = ${row.by},
      drafters = CASE WHEN ${row.by}::uuid = ANY (drafters) THEN drafters ELSE drafters || ${row.by}::uuid END
    WHERE id = ${row.id} AND case_id = ${row.caseId}`);
}

export interface RequestProgress {
  readonly id: string;
  readonly state: RequestState;
  readonly dueOn: string | null;
  readonly remindOn: string | null;
  readonly files: readonly string[];
  readonly by: string;
  readonly at: Date;
}

/** Where it is, when the answer is due, and what was answered with. */
export async function updateRequestProgress(
  tx: Transaction,
  { id, state, dueOn, remindOn, files, by, at }: RequestProgress,
): Promise<void> {
  await tx.run(sql`
    UPDATE case_request SET state = ${state}, due_on = ${dueOn}, remind_on = ${remindOn}, files = ${files}, version = version + 1,
      changed_at = ${at}, changed_by = ${by} WHERE id = ${id}`);
}

interface StepColumns {
  readonly requestId: string;
  readonly state: RequestState;
  readonly on: string;
  readonly note: string;
}

export interface StepRow extends StepColumns {
  readonly at: Date;
  readonly by: string;
  /** Type and number of what allowed it to be sent. */
  readonly authority: string | null;
}

/** Steps of all requests of a case, as they were entered. */
export function listRequestSteps(tx: Transaction, caseId: string): Promise<StepRow[]> {
  return tx.list<StepRow>(sql`
    SELECT s.request_id AS "requestId", s.state, to_char(s.on_day, 'YYYY-MM-DD') AS "on", s.note, s.at,
           coalesce(a.name, 'Former account') AS by, y.type || ' ' || y.number AS authority
    FROM case_request_step s LEFT JOIN account a ON a.id = s.by LEFT JOIN case_authority y ON y.id = s.authority_id
    WHERE s.case_id = ${caseId} ORDER BY s.position`);
}

export interface NewStep extends StepColumns {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly authorityId: string | null;
  readonly by: string;
  readonly at: Date;
}

export async function insertRequestStep(tx: Transaction, row: NewStep): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_request_step (id, request_id, case_id, agency_id, state, on_day, at, by, note, authority_id)
    VALUES (${row.id}, ${row.requestId}, ${row.caseId}, ${row.agency}, ${row.state}, ${row.on}, ${row.at}, ${row.by}, ${row.note},
            ${row.authorityId})`);
}

interface AssetColumns {
  readonly id: string;
  readonly requestId: string;
  readonly outcome: 'frozen' | 'returned';
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly day: string;
  readonly source: string;
  readonly moneyId: string | null;
}

export interface RequestAssetRow extends AssetColumns {
  /** Smallest unit, decimal text. */
  readonly amount: string;
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

/** What was frozen and returned on all requests of a case, as it was entered. */
export function listRequestAssets(tx: Transaction, caseId: string): Promise<RequestAssetRow[]> {
  return tx.list<RequestAssetRow>(sql`
    SELECT s.id, s.request_id AS "requestId", s.outcome, s.asset, s.symbol, s.decimals, s.amount, to_char(s.day, 'YYYY-MM-DD') AS day,
           s.source, s.money_id AS "moneyId", s.added_at AS "addedAt", coalesce(a.name, 'Former account') AS "addedBy",
           s.withdrawn_at AS "withdrawnAt", w.name AS "withdrawnBy", s.withdrawn_why AS "withdrawnWhy"
    FROM case_request_asset s LEFT JOIN account a ON a.id = s.added_by LEFT JOIN account w ON w.id = s.withdrawn_by
    WHERE s.case_id = ${caseId} ORDER BY s.position`);
}

export interface NewRequestAsset extends AssetColumns {
  readonly caseId: string;
  readonly agency: string;
  readonly amount: bigint;
  readonly by: string;
  readonly at: Date;
}

export async function insertRequestAsset(tx: Transaction, row: NewRequestAsset): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_request_asset (id, request_id, case_id, agency_id, outcome, asset, symbol, decimals, amount, day, source,
                                    money_id, added_at, added_by)
    VALUES (${row.id}, ${row.requestId}, ${row.caseId}, ${row.agency}, ${row.outcome}, ${row.asset}, ${row.symbol},
            ${row.decimals}, ${row.amount}, ${row.day}, ${row.source}, ${row.moneyId}, ${row.at}, ${row.by})`);
}

/** False where there is no such line, or it was withdrawn before. */
export async function withdrawRequestAsset(
  tx: Transaction,
  { requestId, id }: { readonly requestId: string; readonly id: string },
  { by, why, at }: Withdrawal,
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_request_asset SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why}
    WHERE id = ${id} AND request_id = ${requestId} AND withdrawn_at IS NULL`);
  return count === 1;
}
