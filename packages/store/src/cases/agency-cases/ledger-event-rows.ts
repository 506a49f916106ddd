import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What one transaction changed of one asset for a pinned address. */
export interface LedgerEvent {
  readonly txid: string;
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly received: bigint;
  readonly sent: bigint;
  readonly height: number;
  /** Seconds since 1970, UTC: the time of the block. */
  readonly at: number;
}

export interface LedgerAddress {
  readonly chain: string;
  readonly address: string;
}

export interface LedgerRead extends LedgerAddress {
  readonly caseId: string;
  readonly agency: string;
  readonly at: Date;
  readonly height: number | null;
  readonly isCut: boolean;
  readonly unknownTokens: number;
  /** Why nothing could be read, as a sentence; what was read before stays then. */
  readonly failure: string;
  readonly events: readonly LedgerEvent[];
}

/** Puts what was read of an address in place of what was read of it before. */
export async function putLedgerEvents(tx: Transaction, read: LedgerRead): Promise<void> {
  const { caseId, agency, chain, address, events, failure } = read;
  if (failure === '') {
    await tx.run(
      sql`DELETE FROM case_ledger_event WHERE case_id = ${caseId} AND chain = ${chain} AND address = ${address}`,
    );
    const rows = events.map(({ received, sent, ...rest }) => ({
      ...rest,
      received: String(received),
      sent: String(sent),
    }));
    await tx.run(sql`
      INSERT INTO case_ledger_event (case_id, agency_id, chain, address, txid, asset, symbol, decimals, received, sent, height, at)
      SELECT ${caseId}, ${agency}, ${chain}, ${address}, r.txid, r.asset, r.symbol, r.decimals, r.received, r.sent, r.height, r.at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r (txid text, asset text, symbol text, decimals smallint, received numeric, sent numeric, height integer, at bigint)
      ON CONFLICT DO NOTHING`);
  }
  await tx.run(sql`
    INSERT INTO case_ledger_read (case_id, agency_id, chain, address, read_at, height, events, is_cut, unknown_tokens, failure)
    VALUES (${caseId}, ${agency}, ${chain}, ${address}, ${read.at}, ${read.height}, ${events.length}, ${read.isCut},
            ${read.unknownTokens}, ${failure})
    ON CONFLICT (case_id, chain, address) DO UPDATE SET read_at = excluded.read_at, failure = excluded.failure,
      height = CASE WHEN excluded.failure = '' THEN excluded.height ELSE case_ledger_read.height END,
      events = CASE WHEN excluded.failure = '' THEN excluded.events ELSE case_ledger_read.events END,
      is_cut = CASE WHEN excluded.failure = '' THEN excluded.is_cut ELSE case_ledger_read.is_cut END,
      unknown_tokens = CASE WHEN excluded.failure = '' THEN excluded.unknown_tokens ELSE case_ledger_read.unknown_tokens END`);
}

/** Addresses that are pinned in a case and not withdrawn, each once. */
export function listPinnedAddresses(tx: Transaction, caseId: string, limit: number): Promise<LedgerAddress[]> {
  return tx.list<LedgerAddress>(sql`
    SELECT i.input #>> '{params,chain}' AS chain, i.title AS address FROM case_item i
    WHERE i.case_id = ${caseId} AND i.kind = 'address' AND i.withdrawn_at IS NULL
    GROUP BY 1, 2 ORDER BY min(i.number) LIMIT ${limit}`);
}

/** Forgets what was read of addresses that are pinned no more. */
export async function removeUnpinnedEvents(tx: Transaction, caseId: string): Promise<void> {
  const isPinned = sql`EXISTS (SELECT 1 FROM case_item i WHERE i.case_id = ${caseId} AND i.kind = 'address'
    AND i.withdrawn_at IS NULL AND i.input #>> '{params,chain}' = r.chain AND i.title = r.address)`;
  await tx.run(sql`DELETE FROM case_ledger_event e USING case_ledger_read r
    WHERE e.case_id = ${caseId} AND r.case_id = e.case_id AND r.chain = e.chain AND r.address = e.address AND NOT ${isPinned}`);
  await tx.run(sql`DELETE FROM case_ledger_read r WHERE r.case_id = ${caseId} AND NOT ${isPinned}`);
}

export interface LedgerReadRow extends LedgerAddress {
  /** Null where it was never read. */
  readonly readAt: Date | null;
  readonly height: number | null;
  readonly events: number;
  readonly isCut: boolean;
  readonly unknownTokens: number;
  readonly failure: string;
  /** Of the events that are kept; null without any. */
  readonly oldest: number | null;
}

/** How far the ledgers were read for each pinned address. */
export function listLedgerReads(tx: Transaction, caseId: string, limit: number): Promise<LedgerReadRow[]> {
  return tx.list<LedgerReadRow>(sql`
    SELECT p.chain, p.address, r.read_at AS "readAt", r.height, coalesce(r.events, 0) AS events, coalesce(r.is_cut, false) AS "isCut",
           coalesce(r.unknown_tokens, 0) AS "unknownTokens", coalesce(r.failure, '') AS failure,
           CASE WHEN r.is_cut THEN (SELECT min(e.at) FROM case_ledger_event e
             WHERE e.case_id = ${caseId} AND e.chain = p.chain AND e.address = p.address) END AS oldest
    FROM (SELECT i.input #>> '{params,chain}' AS chain, i.title AS address, min(i.number) AS number FROM case_item i
          WHERE i.case_id = ${caseId} AND i.kind = 'address' AND i.withdrawn_at IS NULL GROUP BY 1, 2
          ORDER BY 3 LIMIT ${limit}) AS p
    LEFT JOIN case_ledger_read r ON r.case_id = ${caseId} AND r.chain = p.chain AND r.address = p.address
    ORDER BY p.number`);
}
