import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createFlowDocument } from '../../packages/core/src/flow/flow-document.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';
import { insertBranch } from '../../packages/store/src/cases/flows/branch-rows.ts';
import { insertFlow, updateFlowRemoved } from '../../packages/store/src/cases/flows/flow-rows.ts';
import { insertVersion } from '../../packages/store/src/cases/flows/version-rows.ts';

interface PlantedFlows {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
  /** Part of the title, of the document and of the name of its version. */
  readonly word: string;
}

async function plantFlow(tx: Transaction, { agency, account, at, word }: PlantedFlows): Promise<string> {
  const id = randomUUID();
  const document = gzipSync(JSON.stringify({ ...createFlowDocument(word), gaps: [word] }));
  const history = gzipSync('{"cursor":0,"entries":[]}');
  const draft = { document, history, digest: Buffer.alloc(32), chains: [], nodeCount: 0, edgeCount: 0 };
  const key = { flow: id, branch: 'main' };
  await insertFlow(tx, { id, agency, account, title: word, at });
  await insertBranch(tx, { ...key, agency, account, at, draft, version: null, saves: 1, reason: word });
  await insertVersion(tx, { ...key, name: word, reason: word, hash: '0'.repeat(64) });
  return id;
}

/** A coin flow of the agency with one version, and another that is put away. */
export async function plantFlows(tx: Transaction, given: PlantedFlows) {
  const flow = await plantFlow(tx, given);
  const removedFlow = await plantFlow(tx, given);
  await updateFlowRemoved(tx, removedFlow, { at: given.at, account: given.account });
  return { flow, removedFlow };
}
