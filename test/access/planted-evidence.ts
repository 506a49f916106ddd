import { randomUUID } from 'node:crypto';
import { endArrival, insertEvidence } from '../../packages/store/src/cases/agency-cases/evidence-rows.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';

interface PlantedEvidence {
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
  readonly word: string;
}

/** A file of evidence, without bytes on the disk, and an upload under way. */
export async function plantEvidence(tx: Transaction, { word, ...place }: PlantedEvidence) {
  const [file, upload, hash] = [randomUUID(), randomUUID(), '0'.repeat(64)];
  for (const id of [file, upload]) {
    await insertEvidence(tx, { ...place, id, name: Buffer.from(word), size: 5, salt: Buffer.alloc(32) });
  }
  const good = { state: 'good', kind: 'text', address: hash, finding: null } as const;
  await endArrival(tx, file, { ...good, clientHash: hash, arrivalHash: hash, at: place.at });
  return { caseEvidence: file, caseUpload: upload };
}
