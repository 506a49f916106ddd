import { randomBytes, randomUUID } from 'node:crypto';
import { MAX_EVIDENCE_BYTES, toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  countEvidence,
  type EvidenceRow,
  findEvidence,
  insertEvidence,
  moveEvidence,
} from '@trailmark/store/cases/agency-cases/evidence-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { openCaseKey } from '../case-key.ts';
import { actOnCase, caseScope, openCase, readCases } from '../case-scope.ts';
import type { Arriving } from './arrivals.ts';
import { checkRoom, toSeal } from './evidence-files.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { toShownName } from './shown-name.ts';

const MAX_NAME_BYTES = 4_096;
/** Uploads that one person may have under way in one case. */
const MOST_UNDER_WAY = 20;

const noUpload = () => new AppError('not-found', 'There is no such upload in this case.');

/** The upload as what writes to it needs it. */
export function toArriving(
  casework: CaseworkContext,
  opened: Pick<CaseDetailRow, 'id' | 'key'>,
  row: EvidenceRow,
): Arriving {
  const seal = toSeal(openCaseKey(casework.keys, opened), row.id);
  const place = { caseId: opened.id, upload: row.id, address: row.address };
  return { place, seal, size: row.size, offset: row.arrived };
}

export interface OpenedUpload {
  readonly row: EvidenceRow;
  readonly opened: CaseDetailRow;
}

/** An upload that its case's writers may continue. Throws `not-found` and `forbidden`. */
export async function openUpload(tx: Transaction, { id, item }: EvidenceCall): Promise<OpenedUpload> {
  const opened = await openCase(tx, id, 'write');
  const row = await findEvidence(tx, id, item);
  if (!row) throw noUpload();
  return { row, opened };
}

function checkArriving({ state, number }: EvidenceRow): void {
  if (state === 'arriving') return;
  const how = state === 'withdrawn' ? 'was given up' : 'has ended';
  throw new AppError('conflict', `The upload of ${toExhibitNumber(number)} ${how}: nothing more is added to it.`);
}

export interface NewUpload {
  /** The file's name, byte for byte. */
  readonly name: Buffer;
  readonly size: number;
}

function checkNew({ name, size }: NewUpload): void {
  if (name.length === 0 || name.length > MAX_NAME_BYTES) {
    throw new AppError('invalid', `A file of evidence has a name of 1 to ${MAX_NAME_BYTES} bytes.`);
  }
  if (size > MAX_EVIDENCE_BYTES) {
    throw new AppError('invalid', 'A file of evidence has at most 256 GiB. Split it, and add the parts.', {
      context: { reason: 'body-too-large' },
    });
  }
}

/** Begins an upload under the next exhibit number. Throws `invalid` and `conflict`. */
export async function beginUpload(
  { casework }: EvidenceService,
  { caller, id }: Omit<EvidenceCall, 'item'>,
  given: NewUpload,
): Promise<EvidenceRow> {
  await readCases(casework, caller, (tx) => openCase(tx, id, 'write'));
  checkNew(given);
  await checkRoom(casework.filesDir, given.size);
  const own = ownAccount(caller);
  const [upload, at] = [randomUUID(), casework.now()];
  const details = ({ number, size }: EvidenceRow) => ({ item: upload, number: toExhibitNumber(number), size });
  return actOnCase(casework, caller, { id, right: 'write', action: 'evidence.begin', details }, async (tx) => {
    if ((await countEvidence(tx, id, own.id)).own >= MOST_UNDER_WAY) {
      throw new AppError(
        'conflict',
        `You have ${MOST_UNDER_WAY} uploads under way in this case. End or give up one first.`,
      );
    }
    const place = { caseId: id, agency: own.agency };
    await insertEvidence(tx, { ...given, ...place, id: upload, salt: randomBytes(32), at, by: own.id });
    await putCaseText(tx, { ...place, source: upload }, 'file', toShownName(given.name));
    const row = await findEvidence(tx, id, upload);
    if (!row) throw noUpload();
    return row;
  });
}

/** How far an upload has come. Throws `not-found` for one that was given up. */
export async function readUpload({ casework }: EvidenceService, call: EvidenceCall): Promise<EvidenceRow> {
  const { row } = await readCases(casework, call.caller, (tx) => openUpload(tx, call));
  if (row.state === 'withdrawn') throw noUpload();
  return row;
}

export interface UploadPart {
  readonly offset: number;
  /** Bytes that the request says it has; undefined where it does not say. */
  readonly length: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

function checkPart({ offset, length }: Omit<UploadPart, 'body'>, { arrived, size }: EvidenceRow): void {
  if (offset !== arrived) {
    throw new AppError(
      'conflict',
      `The upload is at byte ${arrived}, not at the offset of this request. Continue from there.`,
      {
        context: { reason: 'upload-offset' },
      },
    );
  }
  if (length !== undefined && offset + length > size) {
    throw new AppError('invalid', 'This is more than the declared size of the file.', {
      context: { reason: 'body-too-large' },
    });
  }
}

const movedOn = () =>
  new AppError('conflict', 'The upload was ended or moved on by somebody else. Check its offset.', {
    context: { reason: 'upload-offset' },
  });

/** Adds the bytes of one request to an upload. Returns its current offset: what is before that is on the disk. */
export async function appendUpload(service: EvidenceService, call: EvidenceCall, part: UploadPart): Promise<number> {
  const { casework, arrivals } = service;
  const scope = caseScope(call.caller);
  return arrivals.hold(call.item, async () => {
    const { row, opened } = await readCases(casework, call.caller, (tx) => openUpload(tx, call));
    checkArriving(row);
    checkPart(part, row);
    const note = async (from: number, to: number): Promise<void> => {
      const at = casework.now();
      const isMoved = await casework.store.transact(scope, async (tx) => {
        // Who has lost the right to write meanwhile adds nothing more.
        await openCase(tx, call.id, 'write');
        return moveEvidence(tx, call.item, { from, to, at });
      });
      if (!isMoved) throw movedOn();
    };
    return arrivals.append(toArriving(casework, opened, row), part.body, note);
  });
}

/** Whether the first bytes of a file, by their SHA-256, are those that have arrived. */
export async function compareUpload(
  { casework, arrivals, comparing }: EvidenceService,
  call: EvidenceCall,
  { length, sha256 }: { readonly length: number; readonly sha256: string },
) {
  const { row, opened } = await readCases(casework, call.caller, (tx) => openUpload(tx, call));
  checkArriving(row);
  checkPart({ offset: length, length: 0 }, row);
  const arriving = toArriving(casework, opened, row);
  const outcome = await comparing.follow(`${row.id} ${length} ${sha256}`, length, (progress) =>
    arrivals.hold(row.id, async () => (await arrivals.hashOf(arriving, progress)) === sha256),
  );
  return outcome.isDone ? { isDone: true as const, isSame: outcome.value } : outcome;
}
