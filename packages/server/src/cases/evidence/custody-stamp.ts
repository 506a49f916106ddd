import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { readCertificates } from '@trailmark/evidence/time-stamp/read-certificates';
import { verifyStampToken } from '@trailmark/evidence/time-stamp/verify-time-stamp';
import type { CaseRoot } from '@trailmark/store/cases/agency-cases/case-custody-rows';
import {
  insertCustodyStamp,
  listUnstampedRoots,
  type UnstampedRoot,
} from '@trailmark/store/cases/agency-cases/custody-stamp-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { findStampAuthority, type StampAuthorityRow } from '@trailmark/store/cases/sources/stamp-authority-rows';
import { createVisitor } from '../../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { askForStamp, type StampCall } from '../../sources/ask-for-stamp.ts';
import { toSeconds } from '../case-view.ts';

const SYSTEM = { kind: 'system' } as const;
const SERVER = createVisitor({ address: '', agent: '' });
/** Older roots are left: a stamp of today says nothing about last month that the roots since then do not say. */
const STAMPED_FOR_MS = 7 * 86_400_000;
const AT_A_TIME = 50;

async function stampRoot(
  casework: CaseworkContext,
  { agency, day, root }: UnstampedRoot,
  authority: StampAuthorityRow,
  how: Pick<StampCall, 'signal' | 'transport' | 'timeoutMs'>,
): Promise<boolean> {
  const { token, stamp } = await askForStamp(casework, {
    ...how,
    authority,
    agency,
    hash: root,
    what: 'a daily custody root',
  });
  const at = casework.now();
  const row = { agency, day, token: Buffer.from(token), trusted: authority.trusted, at };
  const digest = createHash('sha256').update(token).digest('hex');
  const details = { day, root, authority: stamp.authority, stampedAt: stamp.at.toISOString(), token: digest };
  return casework.store.transact(SYSTEM, async (tx) => {
    if (!(await insertCustodyStamp(tx, row))) return false;
    const entry = { action: 'custody.stamp', object: { kind: 'custody-root', id: day }, details };
    await recordAudit(tx, { ...toAuditEvent(SERVER, entry, at), agency });
    return true;
  });
}

/**
 * Has daily roots of the last week stamped that have no stamp, where an administrator turned an authority on. Returns how many. The
 * first failure ends it, and the next run continues from there; the log of requests has the reason.
 */
export async function stampCustodyRoots(
  casework: CaseworkContext,
  how: Pick<StampCall, 'signal' | 'transport' | 'timeoutMs'>,
): Promise<number> {
  const since = new Date(casework.now().getTime() - STAMPED_FOR_MS);
  const { authority, roots } = await casework.store.transact(SYSTEM, async (tx) => ({
    authority: await findStampAuthority(tx),
    roots: await listUnstampedRoots(tx, since, AT_A_TIME),
  }));
  let count = 0;
  if (!authority?.isOn) return count;
  for (const root of roots) {
    how.signal.throwIfAborted();
    try {
      if (await stampRoot(casework, root, authority, how)) count++;
    } catch (cause) {
      if (!AppError.is(cause)) throw cause;
      return count;
    }
  }
  return count;
}

/** A stamp as it is stored, verified again against the certificates it was verified with. Null where there is none. */
export function toStampView({ root, token, trusted }: CaseRoot) {
  if (token === null || trusted === null) return null;
  try {
    const { authority, at } = verifyStampToken(token, { hash: root, trusted: readCertificates(trusted) });
    return { authority, at: toSeconds(at), fault: null };
  } catch (cause) {
    if (!AppError.is(cause)) throw cause;
    return { authority: '', at: 0, fault: cause.message };
  }
}
