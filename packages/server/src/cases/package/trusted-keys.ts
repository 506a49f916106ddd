import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseKey, CaseKeys } from '@trailmark/api/contract/case-keys';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import type { KeyTrust } from '@trailmark/evidence/case-package/key-trust';
import { readPublicKeys } from '@trailmark/evidence/case-package/read-public-keys';
import { fingerprintOf } from '@trailmark/evidence/case-package/verify-case-package';
import { toPublicKeyText } from '@trailmark/evidence/certificate/sign-file';
import {
  decideTrustedKey,
  findKeyJudged,
  insertTrustedKey,
  listTrustedKeys,
  lockTrustedKey,
  revokeTrustedKey,
  type TrustedKeyRow,
} from '@trailmark/store/cases/agency-cases/trusted-key-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { caseScope, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import { PACKAGE_KEY } from './package-key.ts';

const SHOWN = 500;

function toKey(row: TrustedKeyRow, caller: Caller): CaseKey {
  const { id, name, publicKey, compared, state, proposedBy, decidedAt, decidedBy } = row;
  const { revokedAt, revokedBy, revokedFrom, revokedWhy } = row;
  const isOwn = row.proposedById === ownAccount(caller).id;
  const isAdmin = isAdmitted(caller.role, 'admin');
  return {
    ...{ id, name, publicKey, compared, state, proposedBy },
    fingerprint: fingerprintOf(publicKey),
    proposedAt: toSeconds(row.proposedAt),
    decided: decidedAt && { at: toSeconds(decidedAt), by: decidedBy ?? '' },
    revoked: revokedAt && {
      ...{ at: toSeconds(revokedAt), by: revokedBy ?? '', from: revokedFrom ?? '', why: revokedWhy ?? '' },
    },
    mayDecide: isAdmin && state === 'proposed' && !isOwn,
    mayWithdraw: isAdmin && state === 'proposed' && isOwn,
    mayRevoke: isAdmin && state === 'trusted',
  };
}

/** The key that packages are signed with here, as a file that another agency reads. */
function toOwnKey(casework: CaseworkContext): CaseKeys['own'] {
  const key = casework.keys.signingKey(PACKAGE_KEY).publicKey;
  const publicKey = toPublicKeyText(key);
  const fingerprint = fingerprintOf(publicKey);
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  return {
    ...{ publicKey, fingerprint },
    file: `# The key that packages of cases are signed with at ${casework.origin}\n# Fingerprint: ${fingerprint}\n${pem}`,
  };
}

/** Keys of other agencies, the newest first, and our own. */
export function readTrustedKeys(casework: CaseworkContext, caller: Caller): Promise<CaseKeys> {
  return readCases(casework, caller, async (tx) => ({
    own: toOwnKey(casework),
    mayEnter: isAdmitted(caller.role, 'admin'),
    items: (await listTrustedKeys(tx, SHOWN)).map((row) => toKey(row, caller)),
  }));
}

/** A key that the caller's agency entered. Throws `not-found`. */
async function openKey(tx: Transaction, id: string): Promise<TrustedKeyRow> {
  const row = await lockTrustedKey(tx, id);
  if (row) return row;
  throw new AppError('not-found', 'There is no such key.');
}

function change(
  casework: CaseworkContext,
  caller: Caller,
  action: string,
  work: (tx: Transaction) => Promise<string>,
): Promise<CaseKey> {
  return actThenNotify(
    casework,
    caller,
    async (tx) => toKey(await openKey(tx, await work(tx)), caller),
    ({ id, name, fingerprint, state, revoked }) => ({
      action: `case-key.${action}`,
      object: { kind: 'case-key', id },
      details: { name, fingerprint, state, ...(revoked ? { from: revoked.from, why: revoked.why } : {}) },
    }),
    caseScope(caller),
  );
}

/** Enters the key of another agency. Nothing trusts it until another administrator confirms it. */
export function proposeTrustedKey(
  casework: CaseworkContext,
  caller: Caller,
  { name, publicKey: text, compared }: RouteInput<Contract['proposeCaseKey']>['body'],
): Promise<CaseKey> {
  const [publicKey = '', ...others] = readPublicKeys(text);
  const fail = (sentence: string) => new AppError('invalid', sentence, { context: { field: 'publicKey' } });
  if (others.length > 0) throw fail('These are several keys: one is entered at a time, with the name of its agency.');
  if (publicKey === toOwnKey(casework).publicKey) throw fail('This is the key of this installation: it is known.');
  const { id: by, agency } = ownAccount(caller);
  const id = randomUUID();
  return change(casework, caller, 'propose', async (tx) => {
    if (await insertTrustedKey(tx, { id, agency, name, publicKey, compared, by, at: casework.now() })) return id;
    throw new AppError('conflict', 'This key waits for a decision already, or is trusted.');
  });
}

/** Four eyes: who entered a key can only withdraw it. Throws `forbidden`, `conflict`, `not-found`. */
export function decideOnKey(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  isTrusted: boolean,
): Promise<CaseKey> {
  const by = ownAccount(caller).id;
  return change(casework, caller, isTrusted ? 'trust' : 'refuse', async (tx) => {
    const row = await openKey(tx, id);
    if (row.state !== 'proposed') throw new AppError('conflict', `This key was ${row.state} already.`);
    const isOwn = row.proposedById === by;
    if (isOwn && isTrusted) {
      throw new AppError('forbidden', 'Another administrator than the one who entered the key confirms it.');
    }
    const state = isTrusted ? 'trusted' : isOwn ? 'withdrawn' : 'refused';
    await decideTrustedKey(tx, { id, state, by, at: casework.now() });
    return id;
  });
}

/** Trusts a key no longer. One person is enough: that the key is lost is no reason to wait. */
export function revokeKey(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { from, why }: RouteInput<Contract['revokeCaseKey']>['body'],
): Promise<CaseKey> {
  const at = casework.now();
  if (from > at.toISOString().slice(0, 10)) {
    throw new AppError('invalid', 'A key is revoked from today on, or from a day before.', {
      context: { field: 'from' },
    });
  }
  return change(casework, caller, 'revoke', async (tx) => {
    const row = await openKey(tx, id);
    if (row.state !== 'trusted') {
      throw new AppError('conflict', `Only a trusted key is revoked; this one is ${row.state}.`);
    }
    await revokeTrustedKey(tx, { id, from, why, by: ownAccount(caller).id, at });
    return id;
  });
}

/** What the caller's agency knows of a key, as of now. */
export function readKeyTrust(casework: CaseworkContext, caller: Caller, publicKey: string): Promise<KeyTrust> {
  if (publicKey === toOwnKey(casework).publicKey) return Promise.resolve({ state: 'own' });
  return readCases(casework, caller, async (tx): Promise<KeyTrust> => {
    const row = await findKeyJudged(tx, publicKey);
    if (!row?.decidedAt) return { state: 'unknown' };
    const { name, state, revokedFrom, revokedWhy } = row;
    return state === 'revoked'
      ? { state: 'revoked', name, from: revokedFrom ?? '', why: revokedWhy ?? '' }
      : { state: 'trusted', name, since: row.decidedAt.toISOString().slice(0, 10) };
  });
}
