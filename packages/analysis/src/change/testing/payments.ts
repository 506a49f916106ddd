import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import { sampleInputs, sampleOutputs, sampleRecord } from '../../coinjoin/testing/sample-records.ts';
import type { ChangeContext } from '../heuristic.ts';

/** A payment from as many owners as there are input values to as many new ones. */
export function payment(inputs: readonly bigint[], outputs: readonly bigint[]): TransactionRecord {
  return sampleRecord(sampleInputs(inputs), sampleOutputs(outputs));
}

export function paymentOf(inputs: readonly RecordInput[], outputs: readonly RecordOutput[]): TransactionRecord {
  return sampleRecord(inputs, outputs);
}

/** What is known of the outputs: those listed are used for the first time, or belong to the inputs. */
export function contextOf(known: { first?: readonly number[]; ofInputs?: readonly number[] } = {}): ChangeContext {
  return {
    isFirstUse: (vout) => known.first?.includes(vout) ?? false,
    isOfInputs: (vout) => known.ofInputs?.includes(vout) ?? false,
  };
}

/** Nobody can know what was used before. */
export const GAPS: ChangeContext = { isFirstUse: () => undefined, isOfInputs: () => false };
