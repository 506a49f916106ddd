import { formatOwner } from '@trailmark/chains/utxo/address';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { merkleBranch } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { ClusterView, LinkRule, ProofStep } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import {
  CLUSTER_PROOF_FORMAT,
  type ClusterProofBody,
  type ClusterProofPremise,
  type ClusterProofStep,
  MAX_PROOF_STEPS,
} from './cluster-proof.ts';
import { stripWitness } from './proof-transactions.ts';

/** One step of a proof path with what is indexed about its transaction. */
export interface ProofMaterial {
  readonly step: ProofStep;
  readonly record: TransactionRecord;
  readonly raw: Uint8Array | undefined;
  /** Header (80 bytes) and all txids of its block; undefined where the block is not completely indexed with its header. */
  readonly block: { readonly header: Uint8Array; readonly txids: readonly string[] } | undefined;
  /** Words for people: where the block came from. */
  readonly source: string;
  readonly premises: readonly ClusterProofPremise[];
  readonly opinions: readonly { readonly rule: LinkRule; readonly candidates: readonly number[] }[];
}

export interface ProofPath {
  readonly chain: UtxoChain;
  readonly view: ClusterView;
  readonly asOf: ClusterProofBody['asOf'];
  readonly rules: ClusterProofBody['rules'];
  /** In order from one owner to the other. */
  readonly steps: readonly ProofMaterial[];
  /** Raw bytes of the transactions that fund the steps', by txid, as far as they are indexed. */
  readonly fundings: ReadonlyMap<string, Uint8Array>;
}

/** Hex digits of funding transactions in one file; beyond it only those of the two ends are put in. */
const MAX_FUNDING_DIGITS = 24 * 2 ** 20;

function toProofRule({ id, version, confidence }: LinkRule): LinkRule {
  return { id, version, confidence };
}

function findEnd(
  record: TransactionRecord,
  owner: Owner,
  vout: number | undefined,
): { side: 'input' | 'output'; number: number } | undefined {
  const id = ownerId(owner);
  const isOwn = (side: { readonly owner: Owner | undefined }): boolean =>
    side.owner !== undefined && ownerId(side.owner) === id;
  const output = vout === undefined ? undefined : record.outputs[vout];
  if (vout !== undefined && output && isOwn(output)) return { side: 'output', number: vout };
  const input = record.inputs.findIndex(isOwn);
  return input < 0 ? undefined : { side: 'input', number: input };
}

/** Puts transactions into the file, each once, within its bounds. */
class TransactionCache {
  readonly hexByTxid: Record<string, string> = {};
  readonly #path: ProofPath;
  #digits = 0;

  constructor(path: ProofPath) {
    this.#path = path;
  }

  #put(txid: string, raw: Uint8Array): void {
    if (this.hexByTxid[txid] !== undefined) return;
    const hex = encodeHex(stripWitness(this.#path.chain, raw));
    this.hexByTxid[txid] = hex;
    this.#digits += hex.length;
  }

  /** Adds a transaction, what funds the given inputs, and what funds its others while there is room. */
  add(txid: string, raw: Uint8Array, needed: readonly number[]): void {
    this.#put(txid, raw);
    const inputs = decodeTransaction(raw, { mweb: this.#path.chain.mweb }).inputs;
    for (const number of needed) this.#addFunding(inputs[number]?.prevTxid ?? '');
    for (const { prevTxid } of inputs) if (this.#digits < MAX_FUNDING_DIGITS) this.#addFunding(prevTxid);
  }

  #addFunding(txid: string): void {
    const raw = this.#path.fundings.get(txid);
    if (raw) this.#put(txid, raw);
  }

  isFunded(raw: Uint8Array, numbers: readonly number[]): boolean {
    const { inputs } = decodeTransaction(raw, { mweb: this.#path.chain.mweb });
    return numbers.every((number) => this.#path.fundings.has(inputs[number]?.prevTxid ?? ''));
  }
}

interface Provable {
  readonly ends: NonNullable<ClusterProofStep['ends']>;
  readonly place: NonNullable<ClusterProofStep['place']>;
}

/** What proves a step, or a sentence that says what is not indexed. */
function toProvable(material: ProofMaterial, packFiles: TransactionCache): Provable | string {
  const { step, record, raw, block, source } = material;
  const held = `the raw bytes of the transaction are not stored ("${source}" carries none).`;
  if (!raw) return held.slice(0, 400);
  if (!block) return 'its block is not indexed in full with its header.';
  const [from, to] = [step.from, step.to].map((owner) => findEnd(record, owner, step.link.vout));
  if (!from || !to) throw new AppError('inconsistent', `Transaction ${record.txid} does not hold the owners it joins.`);
  const inputs = [from, to].filter(({ side }) => side === 'input').map(({ number }) => number);
  if (!packFiles.isFunded(raw, inputs))
    return 'the raw bytes of a transaction that funds one of its inputs are not stored.';
  packFiles.add(record.txid, raw, inputs);
  const index = positionIndex(record.position);
  return {
    ends: { from, to },
    place: { header: encodeHex(block.header), branch: merkleBranch(block.txids, index) },
  };
}

function toStep(material: ProofMaterial, path: ProofPath, packFiles: TransactionCache): ClusterProofStep {
  const { step, record, premises, opinions } = material;
  const { link } = step;
  const provable = toProvable(material, packFiles);
  const isProven = typeof provable !== 'string';
  const isChange = link.vout !== undefined;
  return {
    from: formatOwner(path.chain, step.from),
    to: formatOwner(path.chain, step.to),
    kind: isChange ? 'change' : 'co-spend',
    rules: link.rules.map(toProofRule),
    confidence: link.confidence,
    txid: record.txid,
    height: positionHeight(record.position),
    index: positionIndex(record.position),
    ends: isProven ? provable.ends : null,
    place: isProven ? provable.place : null,
    change:
      link.vout !== undefined && isProven
        ? {
            vout: link.vout,
            premises: [...premises],
            opinions: opinions.map(({ rule, candidates }) => ({
              rule: toProofRule(rule),
              candidates: [...candidates],
            })),
          }
        : null,
    unproven: isProven ? null : provable,
  };
}

/**
 * The proof of a path, made of indexed data. Steps that cannot be proven from raw data say why. Throws `invalid` for a
 * path without steps or with too many, `inconsistent` where a record contradicts its link.
 */
export function buildClusterProof(path: ProofPath): ClusterProofBody {
  const [first, last] = [path.steps[0], path.steps.at(-1)];
  if (!first || !last) throw new AppError('invalid', 'A proof needs two different addresses.');
  if (path.steps.length > MAX_PROOF_STEPS)
    throw new AppError('invalid', `The path has ${path.steps.length} steps; a proof has at most ${MAX_PROOF_STEPS}.`);
  const packFiles = new TransactionCache(path);
  const steps = path.steps.map((material) => toStep(material, path, packFiles));
  return {
    format: CLUSTER_PROOF_FORMAT,
    chain: path.chain.id,
    view: path.view,
    from: formatOwner(path.chain, first.step.from),
    to: formatOwner(path.chain, last.step.to),
    asOf: path.asOf,
    rules: path.rules,
    steps,
    transactions: packFiles.hexByTxid,
  };
}
