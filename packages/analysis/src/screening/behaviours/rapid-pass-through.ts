import { defineBehaviour } from './behaviour-rule.ts';
import { groupByAsset, type Movement } from './history.ts';
import { formatCount, formatSums } from './wording.ts';

interface Passage {
  readonly receipt: Movement;
  readonly payments: readonly Movement[];
}

interface Open {
  readonly receipt: Movement;
  readonly payments: Movement[];
  left: bigint;
}

/** Gives a payment to the earliest receipts from a place on that still have something left. */
function give(payment: Movement, receipts: readonly Open[], from: number): void {
  let rest = payment.amount + payment.fee;
  for (let i = from; i < receipts.length && rest > 0n; i++) {
    const entry = receipts[i];
    if (!entry || entry.left === 0n) continue;
    const part = rest < entry.left ? rest : entry.left;
    entry.left -= part;
    rest -= part;
    entry.payments.push(payment);
  }
}

/** Receipts of one asset that left again in time. Each payment serves the earliest receipts, and no unit of it twice. */
function listPassages(movements: readonly Movement[], seconds: number, percent: bigint): Passage[] {
  const receipts: Open[] = [];
  let first = 0;
  const isOver = ({ left, receipt }: Open, time: number): boolean => left === 0n || time - receipt.time > seconds;
  for (const movement of movements) {
    if (movement.isReceipt) {
      receipts.push({ receipt: movement, left: movement.amount, payments: [] });
      continue;
    }
    for (let entry = receipts[first]; entry && isOver(entry, movement.time); entry = receipts[first]) first++;
    give(movement, receipts, first);
  }
  return receipts.filter(({ receipt, left }) => (receipt.amount - left) * 100n >= receipt.amount * percent);
}

/** What came in went on within the hour, again and again. */
export const rapidPassThrough = defineBehaviour({
  id: 'pass-through',
  version: 1,
  title: 'Rapid pass-through',
  nature: 'risk',
  limits: { forwardedPercent: 95, maximumMinutes: 60, minimumPassages: 3, shareOfReceiptsPercent: 50 },
  needsWhole: false,
  look({ subject, movements }, limits) {
    const passages: Passage[] = [];
    let receipts = 0;
    for (const group of groupByAsset(movements).values()) {
      const found = listPassages(group, limits.maximumMinutes * 60, BigInt(limits.forwardedPercent));
      if (found.length < limits.minimumPassages) continue;
      const count = group.filter(({ isReceipt }) => isReceipt).length;
      if (found.length * 100 < count * limits.shareOfReceiptsPercent) continue;
      passages.push(...found);
      receipts += count;
    }
    if (passages.length === 0) return undefined;
    const sums = formatSums(
      passages.map(({ receipt }) => receipt),
      subject,
    );
    return {
      sentence: `Of ${formatCount(receipts, 'receipt')}, ${passages.length} left again within ${limits.maximumMinutes} minutes, by at least ${limits.forwardedPercent} %: ${sums} in all.`,
      transactions: passages.flatMap(({ receipt, payments }) => [
        receipt.transaction,
        ...payments.map(({ transaction }) => transaction),
      ]),
    };
  },
});
