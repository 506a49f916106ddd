import type { OwnerTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';

/** Totals after one more transaction in which the owner takes part; transactions come in ascending order. */
export function addToTotals(
  totals: OwnerTotals,
  record: TransactionRecord,
  { id, isNeverSpendable }: { readonly id: string; readonly isNeverSpendable: boolean },
): OwnerTotals {
  const isOwn = ({ owner }: { readonly owner: Owner | undefined }): boolean =>
    owner !== undefined && ownerId(owner) === id;
  const outputs = record.outputs.filter(isOwn);
  const inputs = record.inputs.filter(isOwn);
  const received = outputs.reduce((sum, output) => sum + output.value, 0n);
  return {
    received: totals.received + received,
    sent: totals.sent + inputs.reduce((sum, input) => sum + (input.value ?? 0n), 0n),
    unspendable: totals.unspendable + (isNeverSpendable ? received : 0n),
    transactionCount: totals.transactionCount + 1,
    receiveCount: totals.receiveCount + outputs.length,
    spendCount: totals.spendCount + inputs.length,
    unfundedSpends: totals.unfundedSpends + inputs.filter((input) => input.source === undefined).length,
    firstPosition: totals.firstPosition ?? record.position,
    lastPosition: record.position,
    hasP2pk: totals.hasP2pk || outputs.some((output) => output.type === 'p2pk'),
  };
}
