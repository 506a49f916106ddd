import type { CourseLevel } from '@trailmark/core/training/level';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface CertificateRow {
  readonly id: string;
  readonly enrolmentId: string;
  readonly accountId: string;
  readonly level: CourseLevel;
  readonly issuedAt: Date;
  readonly validUntil: string;
  readonly file: string;
  readonly revokedAt: Date | null;
  readonly revokeReason: string | null;
}

const COLUMNS = sql`
  id, enrolment_id AS "enrolmentId", account_id AS "accountId", level, issued_at AS "issuedAt",
  to_char(valid_until, 'YYYY-MM-DD') AS "validUntil", file, revoked_at AS "revokedAt", revoke_reason AS "revokeReason"`;

export interface NewCertificate {
  readonly id: string;
  readonly enrolmentId: string;
  readonly accountId: string;
  readonly agencyId: string;
  readonly level: CourseLevel;
  readonly issuedAt: Date;
  readonly validUntil: string;
  readonly file: string;
  readonly issuedBy: string | null;
}

/** Throws `conflict` where the enrolment has a certificate already. */
export async function insertCertificate(tx: Transaction, certificate: NewCertificate): Promise<void> {
  const { id, enrolmentId, accountId, agencyId, level, issuedAt, validUntil, file, issuedBy } = certificate;
  await tx.run(sql`
    INSERT INTO training_certificate (id, enrolment_id, account_id, agency_id, level, issued_at, valid_until, file, issued_by)
    VALUES (${id}, ${enrolmentId}, ${accountId}, ${agencyId}, ${level}, ${issuedAt}, ${validUntil}, ${file}, ${issuedBy})`);
}

export function findCertificate(tx: Transaction, id: string): Promise<CertificateRow | undefined> {
  return tx.find<CertificateRow>(sql`SELECT ${COLUMNS} FROM training_certificate WHERE id = ${id}`);
}

/** All certificates of a person, revoked ones too, newest first. */
export function listCertificates(tx: Transaction, account: string): Promise<CertificateRow[]> {
  return tx.list<CertificateRow>(sql`
    SELECT ${COLUMNS} FROM training_certificate WHERE account_id = ${account} ORDER BY issued_at DESC, id`);
}

/** False where it was revoked before. */
export async function revokeCertificate(
  tx: Transaction,
  revocation: { readonly id: string; readonly by: string | null; readonly reason: string; readonly now: Date },
): Promise<boolean> {
  const { id, by, reason, now } = revocation;
  const rows = await tx.run(sql`
    UPDATE training_certificate SET revoked_at = ${now}, revoked_by = ${by}, revoke_reason = ${reason}
    WHERE id = ${id} AND revoked_at IS NULL`);
  return rows === 1;
}

/** What the public list of revoked certificates says: no name and no reason. */
export function listRevocations(tx: Transaction): Promise<{ readonly id: string; readonly revokedAt: Date }[]> {
  return tx.list(sql`
    SELECT id, revoked_at AS "revokedAt" FROM training_certificate WHERE revoked_at IS NOT NULL ORDER BY id`);
}
