import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface PartnerCounts {
  readonly sent: number;
  readonly received: number;
  readonly answered: number;
  readonly waiting: number;
  readonly failed: number;
  readonly lastFault: string | null;
  readonly waitingEvents: number;
}

/** What is under way with a partner; blinded values since a time. Needs the system's scope. */
export async function countPartner(tx: Transaction, partner: string, since: Date): Promise<PartnerCounts> {
  const row = await tx.find<PartnerCounts>(sql`
    SELECT (SELECT coalesce(sum(elements), 0)::integer FROM partner_log WHERE partner_id = ${partner} AND at > ${since} AND direction = 'sent') AS sent,
           (SELECT coalesce(sum(elements), 0)::integer FROM partner_log WHERE partner_id = ${partner} AND at > ${since} AND direction = 'received') AS received,
           count(*) FILTER (WHERE c.state = 'answered')::integer AS answered,
           count(*) FILTER (WHERE c.state = 'waiting')::integer AS waiting,
           count(*) FILTER (WHERE c.state IN ('no-answer', 'refused'))::integer AS failed,
           (SELECT f.reason FROM partner_check f WHERE f.partner_id = ${partner} AND f.state IN ('no-answer', 'refused')
            ORDER BY f.next_at DESC LIMIT 1) AS "lastFault",
           (SELECT count(*)::integer FROM partner_event e WHERE e.partner_id = ${partner} AND e.sent_at IS NULL) AS "waitingEvents"
    FROM partner_check c WHERE c.partner_id = ${partner}`);
  if (!row) throw new Error('a count gives one row');
  return row;
}

export async function findAgencyName(tx: Transaction, agency: string): Promise<string> {
  const row = await tx.find<{ name: string }>(sql`SELECT name FROM agency WHERE id = ${agency}`);
  return row?.name ?? '';
}
