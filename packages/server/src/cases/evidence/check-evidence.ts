import type { CaseEvidence, EvidenceReading } from '@trailmark/api/contract/case-evidence';
import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  type EvidenceRow,
  findEvidence,
  updateEvidenceChecked,
} from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { actOnCase, openCase, readCases } from '../case-scope.ts';
import { type Actor, appendCustody, toActor } from './custody.ts';
import { settleStored } from './evidence-files.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { toEvidence } from './evidence-view.ts';
import { toReading } from './finish-upload.ts';
import type { Progress } from './long-work.ts';
import { type Reading, readStored } from './read-stored.ts';
import { toArriving } from './uploads.ts';

const noFile = () => new AppError('not-found', 'There is no such file in this case.');

export async function getEvidence(tx: Transaction, id: string, item: string): Promise<EvidenceRow> {
  const row = await findEvidence(tx, id, item);
  if (!row) throw noFile();
  return row;
}

/** A file whose bytes are stored. Throws `not-found`, and `conflict` for an upload that has not ended. */
export async function getStored(tx: Transaction, id: string, item: string): Promise<EvidenceRow> {
  const row = await getEvidence(tx, id, item);
  if (row.address !== null) return row;
  const what = row.state === 'arriving' ? 'has not arrived in full' : 'is not stored';
  throw new AppError('conflict', `${toExhibitNumber(row.number)} ${what}: there is nothing to read.`);
}

/** What is wrong with a stored file; null where it is what arrived. */
function findFault({ arrivalHash, clientHash, finding }: EvidenceRow, reading: Reading): string | null {
  if (reading.hash === null) return reading.finding;
  if (reading.hash !== arrivalHash) return 'The stored file is not the one that arrived: its SHA-256 is another.';
  // What did not arrive as it was sent does not become good by staying the same.
  return arrivalHash === clientHash ? null : (finding ?? 'What arrived is not what was sent.');
}

export interface CheckWords {
  readonly actor: Actor;
  readonly why: string;
  readonly software: string;
}

/** Keeps what was found, and writes it into the ledger. Returns whether the file is what arrived. */
export async function keepCheck(
  { now }: CaseworkContext,
  tx: Transaction,
  { id, caseId }: Pick<EvidenceRow, 'id' | 'caseId'>,
  { reading, actor, why, software }: CheckWords & { readonly reading: Reading },
): Promise<string | null> {
  const row = await getStored(tx, caseId, id);
  const finding = findFault(row, reading);
  const at = now();
  const state = finding === null ? 'good' : 'damaged';
  await updateEvidenceChecked(tx, id, { state, hash: reading.hash, finding, at });
  await appendCustody(tx, row, {
    ...{ act: 'verify', actor, at, why, software },
    inputHash: row.arrivalHash,
    outputHash: reading.hash,
    result: finding ?? 'Matches its SHA-256.',
  });
  return finding;
}

/** Reads a stored file from its first byte to its last. */
export async function readEvidence(
  casework: CaseworkContext,
  opened: Pick<CaseDetailRow, 'id' | 'key'>,
  row: EvidenceRow,
  { progress, signal }: { readonly progress: Progress; readonly signal?: AbortSignal },
): Promise<Reading> {
  const stored = toArriving(casework, opened, row);
  await settleStored(casework.filesDir, stored.place);
  return readStored(casework.filesDir, stored, progress, signal);
}

/** Reads a file again because somebody asks for it. Whoever may read the case may check what it rests on. */
export async function verifyEvidence(service: EvidenceService, call: EvidenceCall): Promise<EvidenceReading> {
  const { casework, software } = service;
  const { caller, id, item } = call;
  const { row, opened } = await readCases(casework, caller, async (tx) => {
    const found = await openCase(tx, id, 'read');
    return { opened: found, row: await getStored(tx, id, item) };
  });
  const own = ownAccount(caller).id;
  const check = async (progress: Progress): Promise<CaseEvidence> => {
    const reading = await readEvidence(casework, opened, row, { progress });
    const details = ({ number, check: found }: CaseEvidence) => ({ item, number, isSame: found?.isSame ?? false });
    return actOnCase(
      casework,
      caller,
      { id, right: 'read', action: 'evidence.verify', isAfterRecord: true, details },
      async (tx, { role }) => {
        const words = { actor: toActor(caller, role), why: 'Requested by the reader', software };
        await keepCheck(casework, tx, row, { ...words, reading });
        return toEvidence(await getEvidence(tx, id, item), own);
      },
    );
  };
  return toReading(await service.reading.follow(`verify ${item} ${own}`, row.size, check));
}
