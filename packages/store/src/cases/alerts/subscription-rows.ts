import { ADMITTED } from '../accounts/admitted.ts';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export const DIGESTS = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

export interface SubscriptionRow {
  /** Null while there is no feed. */
  readonly feedSince: Date | null;
  readonly feedReadAt: Date | null;
  readonly feedReads: number;
  readonly digest: Digest;
}

/** The reader's own; undefined where nothing was ever set. */
export function findSubscription(tx: Transaction, account: string): Promise<SubscriptionRow | undefined> {
  return tx.find<SubscriptionRow>(sql`
    SELECT feed_since AS "feedSince", feed_read_at AS "feedReadAt", feed_reads AS "feedReads", digest
    FROM alert_subscription WHERE account_id = ${account}`);
}

interface Owner {
  readonly account: string;
  readonly agency: string;
}

/** Sets the token of the feed, or ends it with null. A feed before it ends. */
export async function putFeed(tx: Transaction, owner: Owner, hash: string | null, at: Date): Promise<void> {
  const since = hash === null ? null : at;
  await tx.run(sql`
    INSERT INTO alert_subscription (account_id, agency_id, feed_hash, feed_since)
    VALUES (${owner.account}, ${owner.agency}, ${hash}, ${since})
    ON CONFLICT (account_id) DO UPDATE SET feed_hash = excluded.feed_hash, feed_since = excluded.feed_since,
      feed_read_at = NULL, feed_reads = 0`);
}

/** Ends the feed of an account; administrators may, too. */
export async function endFeedOf(tx: Transaction, account: string): Promise<void> {
  await tx.run(sql`SELECT end_alert_feed(${account}::uuid)`);
}

/** The first summary covers what comes after `at`. */
export async function putDigest(tx: Transaction, owner: Owner, digest: Digest, at: Date): Promise<void> {
  const to = digest === 'off' ? null : at;
  await tx.run(sql`
    INSERT INTO alert_subscription (account_id, agency_id, digest, digest_to)
    VALUES (${owner.account}, ${owner.agency}, ${digest}, ${to})
    ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest,
      digest_to = CASE WHEN excluded.digest = 'off' THEN NULL ELSE coalesce(alert_subscription.digest_to, excluded.digest_to) END`);
}

/** Whose feed has this token, counting that it was read; undefined where nobody's has, or its person may not read alerts any more. */
export function readByFeed(tx: Transaction, hash: string, at: Date): Promise<Owner | undefined> {
  return tx.find<Owner>(sql`
    UPDATE alert_subscription s SET feed_read_at = ${at}, feed_reads = least(s.feed_reads, 2000000000) + 1
    FROM account a WHERE s.feed_hash = ${hash} AND a.id = s.account_id AND a.agency_id = s.agency_id AND ${ADMITTED}
    RETURNING s.account_id AS account, s.agency_id AS agency`);
}

export interface DueDigest extends Owner {
  readonly email: string;
  readonly digest: Digest;
  readonly raised: number;
  readonly open: number;
  readonly mine: number;
}

/**
 * Takes the summaries of one cadence whose last one ends before `before`: each is taken once, by whoever takes it first. What is counted
 * are the alerts that the person may see.
 */
export function takeDigests(
  tx: Transaction,
  { digest, before, at }: { readonly digest: Digest; readonly before: Date; readonly at: Date },
): Promise<DueDigest[]> {
  return tx.list<DueDigest>(sql`
    WITH due AS (
      SELECT s.account_id, s.agency_id, s.digest_to, a.email FROM alert_subscription s JOIN account a ON a.id = s.account_id
      WHERE s.digest = ${digest} AND s.digest_to < ${before} AND a.agency_id = s.agency_id AND ${ADMITTED}
      ORDER BY s.account_id LIMIT 500 FOR UPDATE OF s SKIP LOCKED
    ), taken AS (
      UPDATE alert_subscription s SET digest_to = ${at} FROM due WHERE s.account_id = due.account_id
    )
    SELECT due.account_id AS account, due.agency_id AS agency, due.email, ${digest}::text AS digest, n.raised, n.open, n.mine
    FROM due CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE l.raised_at > due.digest_to AND l.raised_at <= ${at}) AS raised,
             count(*) FILTER (WHERE l.state <> 'closed') AS open,
             count(*) FILTER (WHERE l.state <> 'closed' AND l.assignee_id = due.account_id) AS mine
      FROM alert l LEFT JOIN agency_case c ON c.id = l.case_id
      WHERE l.agency_id = due.agency_id AND l.retracted_at IS NULL
        AND (l.case_id IS NULL OR c.policy = 'open' OR due.account_id = ANY (c.readers))) n`);
}
