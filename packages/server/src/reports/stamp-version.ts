import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import { hashParts } from '@trailmark/evidence/bundle/salted';
import { readStoredZip, writeStoredZip } from '@trailmark/evidence/bundle/stored-zip';
import { encodeJson } from '@trailmark/evidence/bundle/strict-json';
import { findStampAuthority } from '@trailmark/store/cases/sources/stamp-authority-rows';
import { actOnCase } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { askForStamp, type StampCall } from '../sources/ask-for-stamp.ts';
import { openFile, type ReportPlace, replaceReportFile } from './report-files.ts';

const BUNDLE = 'bundle.evb';
const SYSTEM = { kind: 'system' } as const;
/** A version is not kept waiting longer than this for an authority. */
const TIMEOUT_MS = 10_000;

/** The bundle with a stamp of its manifest; nothing else of it changes. */
export function addStamp(bundle: Uint8Array, digest: string, token: Uint8Array): Uint8Array {
  const { files } = readStoredZip(bundle);
  return writeStoredZip(files.set('stamps.json', encodeJson([{ manifest: digest, token: encodeHex(token) }])));
}

/**
 * Has the bundle of a version stamped, where an administrator turned an authority on: only a hash leaves. False where there is no
 * authority, it does not answer, or the case was closed to the caller meanwhile: the version is there, and as good as without.
 */
export async function stampVersion(
  casework: CaseworkContext,
  caller: Caller,
  place: ReportPlace & { readonly number: number },
  bundle: Uint8Array,
  how: Pick<StampCall, 'signal' | 'transport'>,
): Promise<boolean> {
  try {
    return await tryStamp(casework, caller, place, bundle, how);
  } catch (cause) {
    if (AppError.is(cause)) return false;
    throw cause;
  }
}

async function tryStamp(...[casework, caller, place, bundle, how]: Parameters<typeof stampVersion>): Promise<boolean> {
  const authority = await casework.store.transact(SYSTEM, findStampAuthority);
  if (!authority?.isOn) return false;
  const hash = hashParts(readStoredZip(bundle).files.get('manifest.json') ?? new Uint8Array());
  const { agency } = ownAccount(caller);
  const call = { ...how, authority, agency, hash, what: 'an evidence bundle', timeoutMs: TIMEOUT_MS };
  const answer = await askForStamp(casework, call);
  const details = () => ({ report: place.report, number: place.number, authority: answer.stamp.authority });
  await actOnCase(
    casework,
    caller,
    { id: place.case, right: 'write', action: 'report.stamp', details },
    async (tx, row) => {
      const own = await openFile(casework, tx, row, place, BUNDLE);
      await replaceReportFile(tx, casework, row, place, BUNDLE, addStamp(own, hash, answer.token));
    },
  );
  return true;
}
