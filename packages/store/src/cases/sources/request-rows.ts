import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

/** How requests for proofs to the node that a chain is read from are listed in the log of what left. */
export const NODE_SOURCE = 'node';

export interface NewOutboundRequest {
  readonly agencyId: string;
  /** Null for a request of the server itself. */
  readonly accountId: string | null;
  /** The case it is for, where there is one. */
  readonly caseId?: string | null | undefined;
  readonly sourceId: string;
  readonly chain: string;
  readonly askedAt: Date;
  readonly revealed: string;
  readonly url: string;
}

/** Keeps a request that is about to leave, and gives its id. */
export async function insertOutboundRequest(tx: Transaction, request: NewOutboundRequest): Promise<string> {
  const { agencyId, accountId, caseId, sourceId, chain, askedAt, revealed, url } = request;
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO outbound_request (agency_id, account_id, case_id, source_id, chain, asked_at, revealed, url)
    VALUES (${agencyId}, ${accountId}, ${caseId ?? null}, ${sourceId}, ${chain}, ${askedAt}, ${revealed}, ${url}) RETURNING id`);
  return row?.id ?? '';
}

/** Its result. */
export interface OutboundOutcome {
  readonly status: number | null;
  readonly bytes: number | null;
  readonly fault: string | null;
}

export async function settleOutboundRequest(tx: Transaction, id: string, outcome: OutboundOutcome): Promise<void> {
  const { status, bytes, fault } = outcome;
  await tx.run(
    sql`UPDATE outbound_request SET status = ${status}, bytes = ${bytes}, fault = ${fault} WHERE id = ${id}`,
  );
}

/** Requests that left for an account since a time. Those to the node of the installation use up nobody's allowance. */
export async function countOutboundRequests(tx: Transaction, accountId: string, since: Date): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM outbound_request
        WHERE account_id = ${accountId} AND asked_at > ${since} AND source_id <> ${NODE_SOURCE}`,
  );
  return count;
}

export interface SourceUse {
  readonly sourceId: string;
  readonly requestCount: number;
  readonly lastAskedAt: Date;
  /** Of the last request; null where it went well. */
  readonly lastFault: string | null;
}

/** How each source was used, as far as the scope sees it. */
export function listSourceUse(tx: Transaction): Promise<SourceUse[]> {
  return tx.list<SourceUse>(sql`
    SELECT source_id AS "sourceId", count(*) AS "requestCount", max(asked_at) AS "lastAskedAt",
           (array_agg(fault ORDER BY asked_at DESC, id DESC))[1] AS "lastFault"
    FROM outbound_request GROUP BY source_id`);
}

export interface OutboundRequestRow extends OutboundOutcome {
  readonly id: string;
  readonly sourceId: string;
  readonly chain: string;
  readonly askedAt: Date;
  readonly revealed: string;
  readonly url: string;
  /** Email; null where the scope may not see the account. */
  readonly person: string | null;
  /** Id and number of its case; null without one, and where the scope may not see it. */
  readonly caseId: string | null;
  readonly caseNumber: string | null;
  readonly place: string;
}

const PLACE = sql`to_char(r.asked_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') COLLATE "C"`;

/** A page of requests, newest first. */
export function listOutboundRequests(
  tx: Transaction,
  filter: { readonly source?: string | undefined },
  page: { readonly after?: readonly string[] | undefined; readonly limit: number },
): Promise<OutboundRequestRow[]> {
  const conditions: Sql[] = [];
  if (filter.source) conditions.push(sql`r.source_id = ${filter.source}`);
  if (page.after) conditions.push(sql`(${PLACE}, r.id) < (${page.after[0]}, ${page.after[1]}::uuid)`);
  return tx.list<OutboundRequestRow>(sql`
    SELECT r.id, r.source_id AS "sourceId", r.chain, r.asked_at AS "askedAt", r.revealed, r.url, r.status, r.bytes,
           r.fault, a.email AS person, c.id AS "caseId", c.number AS "caseNumber", ${PLACE} AS place
    FROM outbound_request r LEFT JOIN account a ON a.id = r.account_id LEFT JOIN agency_case c ON c.id = r.case_id
    WHERE ${allOf(conditions)} ORDER BY place DESC, r.id DESC LIMIT ${page.limit}`);
}
