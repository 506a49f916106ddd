import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** An exhibit whose file is in a package. */
export interface PackagedFile {
  readonly id: string;
  /** `EV-02`. */
  readonly number: string;
  readonly size: number;
  readonly sha256: string;
}

export interface PackageRow {
  readonly id: string;
  readonly number: number;
  readonly recipient: string;
  readonly purpose: string;
  /** Last day, UTC; null without one. */
  readonly expires: string | null;
  readonly root: string;
  readonly size: number;
  readonly files: readonly PackagedFile[];
  readonly hasCustody: boolean;
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  readonly revokedWhy: string | null;
  readonly notice: string | null;
}

const FORMER = 'Former account';
const SELECT = sql`
  SELECT g.id, g.number, g.recipient, g.purpose, to_char(g.expires, 'YYYY-MM-DD') AS expires, g.root, g.size, g.files,
         g.has_custody AS "hasCustody", g.made_at AS "madeAt", coalesce(m.name, ${FORMER}) AS "madeBy",
         g.revoked_at AS "revokedAt", r.name AS "revokedBy", g.revoked_why AS "revokedWhy", g.notice
  FROM case_package g LEFT JOIN account m ON m.id = g.made_by LEFT JOIN account r ON r.id = g.revoked_by`;

/** The last first. */
export function listPackages(tx: Transaction, caseId: string, limit: number): Promise<PackageRow[]> {
  return tx.list<PackageRow>(sql`${SELECT} WHERE g.case_id = ${caseId} ORDER BY g.number DESC LIMIT ${limit}`);
}

export function findPackage(tx: Transaction, caseId: string, id: string): Promise<PackageRow | undefined> {
  return tx.find<PackageRow>(sql`${SELECT} WHERE g.case_id = ${caseId} AND g.id = ${id}`);
}

/** The signed file, compressed and encrypted. */
export async function findPackageContent(tx: Transaction, id: string): Promise<Buffer | undefined> {
  return (await tx.find<{ content: Buffer }>(sql`SELECT content FROM case_package WHERE id = ${id}`))?.content;
}

export interface NewPackage
  extends Pick<PackageRow, 'id' | 'recipient' | 'purpose' | 'expires' | 'root' | 'size' | 'files' | 'hasCustody'> {
  readonly caseId: string;
  readonly agency: string;
  readonly content: Buffer;
  readonly by: string;
  readonly at: Date;
}

/** The next number is taken while the case is locked. */
export async function insertPackage(tx: Transaction, given: NewPackage): Promise<void> {
  const { id, caseId, agency, recipient, purpose, expires, root, content, size, files, hasCustody, by, at } = given;
  await tx.run(sql`
    INSERT INTO case_package (id, case_id, agency_id, number, recipient, purpose, expires, root, content, size, files, has_custody,
                              made_at, made_by)
    VALUES (${id}, ${caseId}, ${agency}, (SELECT coalesce(max(number), 0) + 1 FROM case_package WHERE case_id = ${caseId}),
            ${recipient}, ${purpose}, ${expires}, ${root}, ${content}, ${size}, ${JSON.stringify(files)}, ${hasCustody}, ${at},
            ${by})`);
}

/** False where it was revoked before. */
export async function revokePackage(
  tx: Transaction,
  id: string,
  { by, why, at, notice }: { readonly by: string; readonly why: string; readonly at: Date; readonly notice: string },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_package SET revoked_at = ${at}, revoked_by = ${by}, revoked_why = ${why}, notice = ${notice}
    WHERE id = ${id} AND revoked_at IS NULL`);
  return count === 1;
}

/** The package that a case came from. */
export interface CaseOrigin {
  readonly packageId: string;
  readonly root: string;
  readonly publicKey: string;
  readonly sender: string;
  /** Number of the case at the sender. */
  readonly senderNumber: string;
}

export async function insertOrigin(
  tx: Transaction,
  { caseId, agency, packageId, root, publicKey, sender, senderNumber }: CaseOrigin & { caseId: string; agency: string },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_origin (case_id, agency_id, package_id, root, public_key, sender, sender_number)
    VALUES (${caseId}, ${agency}, ${packageId}, ${root}, ${publicKey}, ${sender}, ${senderNumber})`);
}

export interface FoundOrigin extends CaseOrigin {
  readonly revokedAt: Date | null;
  readonly why: string | null;
}

/** Where a case came from, with the sender's revocation where there is one. */
export function findOrigin(tx: Transaction, caseId: string): Promise<FoundOrigin | undefined> {
  return tx.find<FoundOrigin>(sql`
    SELECT o.package_id AS "packageId", o.root, o.public_key AS "publicKey", o.sender, o.sender_number AS "senderNumber",
           v.revoked_at AS "revokedAt", v.why
    FROM case_origin o LEFT JOIN package_revocation v
      ON v.agency_id = o.agency_id AND v.package_id = o.package_id AND v.public_key = o.public_key
    WHERE o.case_id = ${caseId}`);
}

export interface KnownRevocation {
  readonly why: string;
  readonly revokedAt: Date;
}

/** What the signer of a package reported to the agency about it. */
export function findRevocation(
  tx: Transaction,
  { packageId, publicKey }: Pick<CaseOrigin, 'packageId' | 'publicKey'>,
): Promise<KnownRevocation | undefined> {
  return tx.find<KnownRevocation>(sql`
    SELECT why, revoked_at AS "revokedAt" FROM package_revocation
    WHERE package_id = ${packageId} AND public_key = ${publicKey}`);
}

/** A notice that came before changes nothing. */
export async function insertRevocation(
  tx: Transaction,
  given: KnownRevocation &
    Pick<CaseOrigin, 'packageId' | 'publicKey' | 'root'> & {
      readonly agency: string;
      readonly by: string;
      readonly at: Date;
    },
): Promise<void> {
  const { agency, packageId, publicKey, root, why, revokedAt, by, at } = given;
  await tx.run(sql`
    INSERT INTO package_revocation (agency_id, package_id, public_key, root, why, revoked_at, received_at, received_by)
    VALUES (${agency}, ${packageId}, ${publicKey}, ${root}, ${why}, ${revokedAt}, ${at}, ${by}) ON CONFLICT DO NOTHING`);
}
