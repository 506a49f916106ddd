import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { ChangeVerdict } from '../change/consensus.ts';
import type { ChangeContext } from '../change/heuristic.ts';
import type { DetectionContext } from '../coinjoin/detector.ts';

/** The rules a chain is clustered with. Another version of any of them makes another partition. */
export interface ClusterRules {
  readonly coinJoins: {
    readonly version: string;
    detect(record: TransactionRecord, context: DetectionContext): CoinJoinFinding | undefined;
  };
  readonly change: {
    readonly version: string;
    decide(record: TransactionRecord, context: ChangeContext): ChangeVerdict;
  };
}

/** From this many inputs on, a transaction with an unknown input could be a CoinJoin that nobody can recognise. */
const JUDGED_INPUTS = 3;

/** Whether co-spending may join the inputs: no detector fired, and none could have fired had everything been known. */
export function mayCoSpend(record: TransactionRecord, finding: CoinJoinFinding | undefined): boolean {
  if (record.isCoinbase || record.inputs.length < 2 || finding?.isCoinJoin) return false;
  if (record.inputs.length < JUDGED_INPUTS) return true;
  return record.inputs.every((input) => input.owner !== undefined && input.value !== undefined);
}

/** Whether change heuristics may look at a transaction. */
export function mayHaveChange(record: TransactionRecord, finding: CoinJoinFinding | undefined): boolean {
  if (record.isCoinbase || finding !== undefined) return false;
  let spendable = 0;
  for (const output of record.outputs) if (output.owner !== undefined) spendable++;
  return spendable > 1 && record.inputs.every((input) => input.owner !== undefined && input.value !== undefined);
}

/** 64-bit FNV-1a of a text, 16 hex digits: a short name for a set of rules, not a proof of it. */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
