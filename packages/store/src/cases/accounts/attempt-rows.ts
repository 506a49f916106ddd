import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** How many tries of a key are taken within a time. */
export interface AttemptLimit {
  /** What is counted: `sign-in:ip:192.0.2.7`. */
  readonly key: string;
  readonly max: number;
  readonly withinMs: number;
}

/** Until the transaction ends, nobody else counts tries of this key. */
function lockKey(key: string): Sql {
  return sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 4))`;
}

/**
 * Counts one try against each limit, or none where one of them is used up; then its key is given. Tries of one key wait
 * for each other, so that parallel ones are counted too. Limits are taken in the order of their keys: no two wait in a ring.
 */
export async function takeAttempts(
  tx: Transaction,
  limits: readonly AttemptLimit[],
  now: Date,
): Promise<string | undefined> {
  const sorted = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key } of sorted) await tx.run(lockKey(key));
  for (const { key, max, withinMs } of sorted) {
    const since = new Date(now.getTime() - withinMs);
    const { count } = await tx.get<{ count: number }>(
      sql`SELECT count(*) AS count FROM attempt WHERE key = ${key} AND at > ${since}`,
    );
    if (count >= max) return key;
  }
  for (const { key } of sorted) await tx.run(sql`INSERT INTO attempt (key, at) VALUES (${key}, ${now})`);
  return undefined;
}

/**
 * Takes back one try of each key, made at this time: it was no guess. It waits for no counting, as whoever counts may wait for
 * the account that is locked here.
 */
export async function returnAttempts(tx: Transaction, keys: readonly string[], at: Date): Promise<void> {
  for (const key of keys.toSorted()) {
    await tx.run(sql`
      DELETE FROM attempt WHERE ctid = (SELECT ctid FROM attempt WHERE key = ${key} AND at = ${at} LIMIT 1)`);
  }
}

/** Forgets the tries of one key: somebody who may has opened what they shut. */
export async function forgetAttempts(tx: Transaction, key: string): Promise<void> {
  await tx.run(sql`DELETE FROM attempt WHERE key = ${key}`);
}

/** Forgets tries, and used challenges, from before a time. Returns how many. */
export async function removeAttempts(tx: Transaction, before: Date): Promise<number> {
  const challenges = await tx.run(sql`DELETE FROM used_challenge WHERE at < ${before}`);
  return challenges + (await tx.run(sql`DELETE FROM attempt WHERE at < ${before}`));
}

/** Marks a challenge as used. False where it was already. */
export async function useChallenge(tx: Transaction, hash: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`INSERT INTO used_challenge (hash, at) VALUES (${hash}, ${now}) ON CONFLICT DO NOTHING`)) === 1
  );
}
