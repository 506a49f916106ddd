import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A daily root of an agency that has no time stamp. */
export interface UnstampedRoot {
  readonly agency: string;
  readonly day: string;
  readonly root: string;
}

/** Roots since a time without a stamp, the oldest first. */
export function listUnstampedRoots(tx: Transaction, since: Date, limit: number): Promise<UnstampedRoot[]> {
  return tx.list<UnstampedRoot>(sql`
    SELECT r.agency_id AS agency, to_char(r.day, 'YYYY-MM-DD') AS day, r.root FROM custody_root r
    WHERE r.at >= ${since} AND NOT EXISTS (SELECT 1 FROM custody_stamp s WHERE s.agency_id = r.agency_id AND s.day = r.day)
    ORDER BY r.at, r.agency_id LIMIT ${limit}`);
}

export interface CustodyStamp {
  /** TimeStampToken, DER. */
  readonly token: Buffer;
  /** Certificates it was verified against, PEM. */
  readonly trusted: string;
}

/** False where the root of the day has a stamp already. */
export async function insertCustodyStamp(
  tx: Transaction,
  { agency, day, token, trusted, at }: CustodyStamp & Pick<UnstampedRoot, 'agency' | 'day'> & { readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    INSERT INTO custody_stamp (agency_id, day, token, trusted, at)
    VALUES (${agency}, ${day}::date, ${token}, ${trusted}, ${at}) ON CONFLICT DO NOTHING`);
  return count === 1;
}
