import { randomUUID } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import {
  CERTIFICATE_FORMAT,
  type Certificate,
  type CertificateBody,
  parseCertificate,
  REVOCATIONS_FORMAT,
  type RevocationBody,
} from '@trailmark/core/training/certificate';
import { toWallTime } from '@trailmark/core/training/zoned-time';
import { keyIdOf, signFile, toPublicKeyText } from '@trailmark/evidence/certificate/sign-file';
import {
  type CertificateRow,
  findCertificate,
  insertCertificate,
  listRevocations,
  revokeCertificate,
} from '@trailmark/store/cases/training/certificate-rows';
import type { RosterRow } from '@trailmark/store/cases/training/enrolment-rows';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import { assertNotOwn } from './administer.ts';
import { getCourse } from './course-files.ts';
import { accountOf, getReachable, lockEnrolment } from './enrol.ts';
import { describePerson, SEAT_SCOPE } from './seats.ts';

/** The installation's certificate key, as it is published. */
export function describeKey(casework: CaseworkContext): { installation: string; keyId: string; publicKey: string } {
  const publicKey = toPublicKeyText(signingPair(casework).publicKey);
  return { installation: casework.origin, keyId: keyIdOf(publicKey), publicKey };
}

function signingPair(casework: CaseworkContext) {
  return casework.keys.signingKey('training-certificate');
}

function issuerOf(casework: CaseworkContext): CertificateBody['issuer'] {
  const { installation, keyId } = describeKey(casework);
  return { installation, keyId };
}

/** The same day some years later; 29 February becomes 28 where there is none. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const date = new Date(`${year}-02-29T00:00:00Z`);
  const hasLeapDay = date.getUTCMonth() === 1;
  return day.endsWith('-02-29') && !hasLeapDay ? `${year}-02-28` : `${year}${day.slice(4)}`;
}

function writeBody(casework: CaseworkContext, row: RosterRow): CertificateBody {
  const course = getCourse(row.level);
  const issuedOn = casework.now().toISOString().slice(0, 10);
  return {
    format: CERTIFICATE_FORMAT,
    id: randomUUID(),
    holder: { name: row.name.toWellFormed(), agency: row.agency.toWellFormed() },
    course: { level: row.level, title: course.title, hours: course.hours },
    session: {
      from: toWallTime(row.startsAt, row.zone).slice(0, 10),
      to: toWallTime(row.endsAt, row.zone).slice(0, 10),
    },
    issuedOn,
    validUntil: addYears(issuedOn, course.validityYears),
    issuer: issuerOf(casework),
  };
}

/** Signs a certificate for an enrolment that was passed. Returns its id. */
export async function issueCertificate(casework: CaseworkContext, caller: Caller, enrolment: string): Promise<string> {
  assertNotOwn(caller, await getReachable(casework, caller, enrolment));
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      const { row } = await lockEnrolment(tx, enrolment);
      if (row.state !== 'passed') throw new AppError('conflict', 'A certificate is for somebody who has passed.');
      if (row.certificateId !== null) throw new AppError('conflict', 'A certificate of this enrolment stands already.');
      const body = writeBody(casework, row);
      await insertCertificate(tx, {
        id: body.id,
        enrolmentId: row.id,
        accountId: row.accountId,
        agencyId: row.agencyId,
        level: row.level,
        issuedAt: casework.now(),
        validUntil: body.validUntil,
        file: signFile(body, signingPair(casework)),
        issuedBy: accountOf(caller).id,
      });
      const lines = [`${body.course.title}: your certificate is ready. It is valid until ${body.validUntil}.`];
      await describePerson(tx, casework, { account: row.accountId, subject: 'Your certificate is ready', lines });
      return body.id;
    },
    (id) => ({
      action: 'training.issue-certificate',
      object: { kind: 'training-certificate', id },
      details: { enrolment },
    }),
    SEAT_SCOPE,
  );
}

function noCertificate(): AppError {
  return new AppError('not-found', 'There is no such certificate.');
}

/** A certificate within the caller's reach: one's own, or those of one's people for an administrator. */
async function getCertificate(casework: CaseworkContext, caller: Caller, id: string): Promise<CertificateRow> {
  const row = await read(casework, caller, (tx) => findCertificate(tx, id));
  const isReachable = row?.accountId === accountOf(caller).id || isAdmitted(caller.role, 'admin');
  if (row && isReachable) return row;
  throw noCertificate();
}

/** The signed file and what it says. */
export async function readCertificate(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<{ file: string; certificate: Certificate; revokedAt: Date | null }> {
  const { file, revokedAt } = await getCertificate(casework, caller, id);
  return { file, certificate: parseCertificate(file), revokedAt };
}

/** Takes a certificate back. It stays readable, and is on the signed list from now on. */
export async function takeBackCertificate(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  reason: string,
): Promise<void> {
  assertNotOwn(caller, await getCertificate(casework, caller, id));
  const by = accountOf(caller).id;
  const entry = {
    action: 'training.revoke-certificate',
    object: { kind: 'training-certificate', id },
    details: { reason },
  };
  await act(casework, caller, entry, async (tx) => {
    if (!(await revokeCertificate(tx, { id, by, reason, now: casework.now() })))
      throw new AppError('conflict', 'This certificate was revoked already.');
  });
}

/** The signed list of revoked certificates as of now. */
export async function writeRevocations(casework: CaseworkContext): Promise<string> {
  const rows = await casework.store.transact(SEAT_SCOPE, listRevocations);
  const body: RevocationBody = {
    format: REVOCATIONS_FORMAT,
    issuer: issuerOf(casework),
    asOf: casework.now().toISOString(),
    revoked: rows.map(({ id, revokedAt }) => ({ id, on: revokedAt.toISOString().slice(0, 10) })),
  };
  return signFile(body, signingPair(casework));
}
