import type { CaseEvidence, EvidenceReading } from '@trailmark/api/contract/case-evidence';
import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { type EvidenceRow, endArrival, findEvidence } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { formatCount } from '../../answers/format-count.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { openCaseKey } from '../case-key.ts';
import { actOnCase, readCases } from '../case-scope.ts';
import { appendCustody, toActor } from './custody.ts';
import { openArriving, settleStored, toAddress } from './evidence-files.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { toEvidence } from './evidence-view.ts';
import type { Outcome, Progress } from './long-work.ts';
import { type Reading, readStored } from './read-stored.ts';
import { type OpenedUpload, openUpload, toArriving } from './uploads.ts';

/** SHA-256 of nothing: what a file has that was lost on the way. */
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function checkFinish({ arrived, size, number }: EvidenceRow, sha256: string): void {
  if (arrived < size) {
    const stands = `${formatCount(arrived)} of ${formatCount(size)} bytes of ${toExhibitNumber(number)} have arrived.`;
    throw new AppError('conflict', `${stands} Send the rest first.`, { context: { reason: 'upload-offset' } });
  }
  if (sha256 === HASH_OF_NOTHING && size !== 0) {
    throw new AppError(
      'invalid',
      'This is the SHA-256 of nothing, but the declared size is not 0. Calculate it again.',
    );
  }
}

/** What an upload is that has ended before, for who sends its end again. */
function findEnded({ state, clientHash, number }: EvidenceRow, sha256: string): boolean {
  if (state === 'arriving') return false;
  if (clientHash === sha256) return true;
  const how = state === 'withdrawn' ? 'was given up' : 'has ended with another SHA-256';
  throw new AppError('conflict', `The upload of ${toExhibitNumber(number)} ${how}.`);
}

/** What is wrong with what has arrived; null where it is what was sent. */
function findFault(reading: Reading, clientHash: string, countedHash: string | undefined): string | null {
  if (reading.hash === null) return reading.finding;
  if (reading.hash !== clientHash) {
    return 'The SHA-256 of what arrived is not that of who sent it: the file changed while it was sent, or on the way.';
  }
  if (countedHash !== undefined && countedHash !== reading.hash) {
    return 'The SHA-256 of what is on the disk is not that of what arrived.';
  }
  return null;
}

export function toReading(outcome: Outcome<CaseEvidence>): EvidenceReading {
  return outcome.isDone ? { isDone: true, item: outcome.value } : outcome;
}

async function getRow(tx: Transaction, id: string, item: string): Promise<EvidenceRow> {
  const row = await findEvidence(tx, id, item);
  if (!row) throw new AppError('not-found', 'There is no such upload in this case.');
  return row;
}

async function keepArrival(
  { casework, software }: EvidenceService,
  { caller, id, item }: EvidenceCall,
  given: { readonly reading: Reading; readonly sha256: string; readonly counted: string | undefined },
): Promise<EvidenceRow> {
  const { reading, sha256, counted } = given;
  const finding = findFault(reading, sha256, counted);
  const details = ({ number, state, arrivalHash }: EvidenceRow) => ({
    item,
    number: toExhibitNumber(number),
    state,
    hash: arrivalHash,
  });
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'evidence.collect', details },
    async (tx, opened) => {
      const at = casework.now();
      const address = reading.hash && toAddress(openCaseKey(casework.keys, opened), reading.hash);
      const arrival = { kind: reading.kind, clientHash: sha256, arrivalHash: reading.hash, address, finding, at };
      const row = await getRow(tx, id, item);
      if (!(await endArrival(tx, item, { ...arrival, state: finding === null ? 'good' : 'damaged' }))) return row;
      await appendCustody(tx, row, {
        ...{ act: 'collect', actor: toActor(caller, opened.role), at, software },
        why: row.description.slice(0, 500) || 'Added to the case',
        doneAt: row.acquiredAt ?? undefined,
        from: [row.acquiredBy, row.acquiredWhere, row.source].filter(Boolean).join(', ').slice(0, 200),
        to: `${opened.number} ${toExhibitNumber(row.number)}`,
        inputHash: sha256,
        outputHash: reading.hash,
        result: finding ?? 'The SHA-256 of who sent it and of what is on the disk agree.',
      });
      await touchCase(tx, id, at);
      return getRow(tx, id, item);
    },
  );
}

async function settleArrival(
  service: EvidenceService,
  call: EvidenceCall,
  { row, opened, sha256 }: OpenedUpload & { readonly sha256: string },
  progress: Progress,
): Promise<CaseEvidence> {
  const { casework, arrivals } = service;
  return arrivals.hold(row.id, async () => {
    const arriving = toArriving(casework, opened, row);
    if (row.size === 0) await (await openArriving(casework.filesDir, arriving.place)).close();
    const reading = await readStored(casework.filesDir, arriving, progress);
    const counted = arrivals.countedHash(row.id, row.size);
    const kept = await keepArrival(service, call, { reading, sha256, counted });
    await settleStored(casework.filesDir, { ...arriving.place, address: kept.address });
    arrivals.forget(row.id);
    return toEvidence(kept, ownAccount(call.caller).id);
  });
}

/**
 * Ends an upload: reads all of it from the disk again and compares. Sent again with the same hash it answers the same. Throws
 * `invalid` and `conflict`.
 */
export async function finishUpload(
  service: EvidenceService,
  call: EvidenceCall,
  sha256: string,
): Promise<EvidenceReading> {
  const { row, opened } = await readCases(service.casework, call.caller, (tx) => openUpload(tx, call));
  if (findEnded(row, sha256)) return { isDone: true, item: toEvidence(row, ownAccount(call.caller).id) };
  checkFinish(row, sha256);
  const outcome = await service.reading.follow(`finish ${row.id} ${sha256}`, row.size, (progress) =>
    settleArrival(service, call, { row, opened, sha256 }, progress),
  );
  return toReading(outcome);
}
