import { createHash } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import type { EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import { ownAccount } from '../../casework/own-account.ts';
import { FileStream } from '../../http/file-stream.ts';
import { actOnCase, openCase, readCases } from '../case-scope.ts';
import { getEvidence, getStored } from './check-evidence.ts';
import { allowCustody, appendCustody, toActor } from './custody.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { toEvidence } from './evidence-view.ts';
import { type StoredFile, streamStored } from './read-stored.ts';
import { toFileName } from './shown-name.ts';
import { toArriving } from './uploads.ts';

function checkGood({ finding, number }: EvidenceRow): void {
  if (finding === null) return;
  throw new AppError('conflict', `${toExhibitNumber(number)} is damaged and is not handed out: ${finding}`);
}

/** Writes into the ledger that a file is handed out, and gives what its download asks for. */
export async function exportEvidence(
  { casework, software, tickets }: EvidenceService,
  { caller, id, item }: EvidenceCall,
  { why, authority: named }: RouteInput<Contract['exportCaseEvidence']>['body'],
): Promise<RouteOutput<Contract['exportCaseEvidence']>> {
  const own = ownAccount(caller);
  const details = ({ number, arrivalHash }: CaseEvidence) => ({ item, number, hash: arrivalHash, why });
  const exported = await actOnCase(
    casework,
    caller,
    { id, right: 'export', action: 'evidence.export', isAfterRecord: true, details },
    async (tx, { role }) => {
      const row = await getStored(tx, id, item);
      checkGood(row);
      const hashes = { inputHash: row.arrivalHash, outputHash: row.arrivalHash };
      const at = casework.now();
      const authority = await allowCustody(tx, row, { act: 'export', at, authority: named });
      const words = { at, why, authority, software, to: own.name.slice(0, 200).toWellFormed() };
      await appendCustody(tx, row, {
        ...{ act: 'export', actor: toActor(caller, role), result: 'Handed out as a download', ...hashes, ...words },
      });
      return toEvidence(await getEvidence(tx, id, item), own.id);
    },
  );
  return { ticket: tickets.issue({ account: own.id, item }), item: exported };
}

/** The bytes of a file, and at their end whether they were those that arrived: a download of others breaks off. */
export async function* streamChecked(
  filesDir: string,
  stored: StoredFile,
  sha256: string | null,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const piece of streamStored(filesDir, stored)) {
    if (held) yield held;
    hash.update(piece);
    held = piece;
  }
  if (hash.digest('hex') !== sha256) throw new AppError('inconsistent', 'A stored file is not the one that arrived.');
  if (held) yield held;
}

/** The download that was requested before. Throws `not-found` without its ticket. */
export async function downloadEvidence(
  { casework, tickets }: EvidenceService,
  { caller, id, item }: EvidenceCall,
  ticket: string,
): Promise<FileStream> {
  const { opened, row } = await readCases(casework, caller, async (tx) => {
    const found = await openCase(tx, id, 'export');
    return { opened: found, row: await getStored(tx, id, item) };
  });
  checkGood(row);
  if (!tickets.redeem(ticket, { account: ownAccount(caller).id, item })) {
    throw new AppError(
      'not-found',
      'This download was made already, or is older than five minutes. Export the file again.',
      {
        context: { reason: 'export-again' },
      },
    );
  }
  return new FileStream({
    name: toFileName(toExhibitNumber(row.number), row.name),
    mediaType: 'application/octet-stream',
    chunks: streamChecked(casework.filesDir, toArriving(casework, opened, row), row.arrivalHash),
    size: row.size,
    onCancel: () => undefined,
  });
}
