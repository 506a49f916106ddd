import { mayHaveChange } from '@trailmark/analysis/clusters/cluster-rules';
import type { ClusterView, ProofStep } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight, positionIndex, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { buildClusterProof, type ProofMaterial } from '@trailmark/evidence/build-cluster-proof';
import { type ClusterProofBody, type ClusterProofPremise, MAX_PROOF_STEPS } from '@trailmark/evidence/cluster-proof';
import { getHoldings, toAsOf } from '../../ledger/answer.ts';
import { decodeRaw } from '../../ledger/outputs/transaction-lookup.ts';
import type { ClusterScope } from './cluster-answer.ts';

/** Funding transactions read for one file; a proof path rarely needs a hundred. */
const MOST_FUNDINGS = 10_000;
const AT_ONCE = 1_000;

async function readRaw(
  { ledger }: ClusterScope,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<Map<Position, Uint8Array>> {
  const raw = new Map<Position, Uint8Array>();
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    const batch = await ledger.reader.rawTransactions(positions.slice(from, from + AT_ONCE), read);
    for (const [position, bytes] of batch) raw.set(position, bytes);
  }
  return raw;
}

/** Positions of the outputs that a step's two owners spend, and those that its other inputs spend. */
function listSources(step: ProofStep, { inputs }: TransactionRecord): { ends: Position[]; others: Position[] } {
  const ids = [ownerId(step.from), ownerId(step.to)];
  const [ends, others]: [Position[], Position[]] = [[], []];
  for (const { owner, source } of inputs) {
    if (source !== undefined) (owner && ids.includes(ownerId(owner)) ? ends : others).push(source);
  }
  return { ends, others };
}

/** Raw bytes of what funds the inputs of the steps' transactions, by txid; what the path itself needs comes first. */
async function readFundings(
  scope: ClusterScope,
  steps: readonly ProofStep[],
  records: readonly TransactionRecord[],
  read: ReadOptions,
): Promise<Map<string, Uint8Array>> {
  const sources = steps.map((step, i) => listSources(step, records[i] as TransactionRecord));
  const ordered = new Set([...sources.flatMap(({ ends }) => ends), ...sources.flatMap(({ others }) => others)]);
  const raw = await readRaw(scope, [...ordered].slice(0, MOST_FUNDINGS), read);
  return new Map([...raw.values()].map((bytes) => [decodeRaw(scope.ledger.chain, bytes).txid, bytes]));
}

/** Positions behind a transaction in its own block: links made there did not count yet. */
function listLater({ ledger }: ClusterScope, position: Position): Position[] {
  const height = positionHeight(position);
  const count = ledger.reader.block(height)?.transactionCount ?? 0;
  return Array.from({ length: Math.max(0, count - positionIndex(position) - 1) }, (_, i) =>
    toPosition(height, positionIndex(position) + 1 + i),
  );
}

/** What the change heuristics were given about each output, as of the transaction. */
async function readPremises(
  scope: ClusterScope,
  record: TransactionRecord,
  read: ReadOptions,
): Promise<ClusterProofPremise[]> {
  const { ledger, clusters } = scope;
  const owners = record.outputs.flatMap(({ owner }) => owner ?? []);
  const totals = await ledger.reader.totals(owners, read);
  const runEnd = getHoldings(ledger.reader).runEnd ?? -1;
  const untilHeight = positionHeight(record.position);
  const later = listLater(scope, record.position);
  const payer = record.inputs.find(({ owner }) => owner !== undefined)?.owner;
  return record.outputs.map(({ owner }, vout) => {
    if (!owner) return { vout, isFirstUse: untilHeight > runEnd ? null : false, isOfInputs: false };
    const id = ownerId(owner);
    const isOwn = (side: { readonly owner: typeof owner | undefined }): boolean =>
      side.owner !== undefined && ownerId(side.owner) === id;
    const isFirst = totals.get(id)?.firstPosition === record.position;
    const isOnce = record.outputs.filter(isOwn).length === 1 && !record.inputs.some(isOwn);
    const filter = { untilHeight, withoutPositions: later };
    const path = payer && clusters.why(payer, owner, 'conservative', filter);
    return { vout, isFirstUse: untilHeight > runEnd ? null : isFirst && isOnce, isOfInputs: path !== undefined };
  });
}

async function readMaterial(
  scope: ClusterScope,
  step: ProofStep,
  record: TransactionRecord,
  raw: Uint8Array | undefined,
  read: ReadOptions,
): Promise<ProofMaterial> {
  const { reader } = scope.ledger;
  const height = positionHeight(record.position);
  const block = reader.block(height);
  const header = block?.isWhole ? block.header : undefined;
  const isChange = step.link.vout !== undefined && mayHaveChange(record, undefined);
  return {
    step,
    record,
    raw,
    block: header && { header, txids: await reader.blockTxids(height, read) },
    source: block?.source ?? 'its source',
    premises: isChange ? await readPremises(scope, record, read) : [],
    opinions: isChange ? scope.clusters.change(record).opinions : [],
  };
}

/** Everything the ledger holds that proves a path, as one proof. */
export async function readClusterProof(
  scope: ClusterScope,
  view: ClusterView,
  steps: readonly ProofStep[],
  read: ReadOptions,
): Promise<ClusterProofBody> {
  const { ledger, clusters } = scope;
  if (steps.length > MAX_PROOF_STEPS)
    throw new AppError('invalid', `The path has ${steps.length} steps; a proof has at most ${MAX_PROOF_STEPS}.`);
  const positions = steps.map(({ link }) => link.position);
  const records = await ledger.reader.records(positions, read);
  const held = records.filter((record) => record !== undefined);
  if (held.length < steps.length)
    throw new AppError('inconsistent', 'The clusters name a transaction that is not indexed.');
  const raw = await readRaw(scope, positions, read);
  const fundings = await readFundings(scope, steps, held, read);
  const materials: ProofMaterial[] = [];
  for (const [i, step] of steps.entries()) {
    const record = held[i] as TransactionRecord;
    materials.push(await readMaterial(scope, step, record, raw.get(record.position), read));
  }
  const { height, hash, time, software } = toAsOf(ledger);
  return buildClusterProof({
    chain: ledger.chain,
    view,
    asOf: { height, hash, time, software },
    rules: clusters.rulesVersion,
    steps: materials,
    fundings,
  });
}
