import { writeMoney } from '../rules/figures.ts';
import { defineBehaviour } from './behaviour-rule.ts';
import { HOUR } from './slide.ts';
import { formatDate, formatSums, sumMoney } from './wording.ts';

/** A first receipt of a large amount, and nearly everything gone within the day. */
export const newAccountEmptied = defineBehaviour({
  id: 'new-account-emptied',
  version: 1,
  title: 'New address, emptied at once',
  nature: 'risk',
  limits: { minimumMoney: 10_000, emptiedPercent: 95, windowHours: 24, mostRecipients: 5 },
  needsWhole: true,
  look({ subject, movements }, { minimumMoney, emptiedPercent, windowHours, mostRecipients }) {
    const [first] = movements;
    if (!first?.isReceipt || (first.money ?? 0n) < BigInt(minimumMoney) * 1_000_000n) return undefined;
    const soon = movements.filter(
      ({ asset, time }) => asset === first.asset && time - first.time <= windowHours * HOUR,
    );
    const sum = (isReceipt: boolean): bigint =>
      soon.reduce((total, movement) => (movement.isReceipt === isReceipt ? total + movement.amount : total), 0n);
    if (sum(false) * 100n < sum(true) * BigInt(emptiedPercent)) return undefined;
    const recipients = new Set(soon.flatMap(({ isReceipt, others }) => (isReceipt ? [] : others)));
    if (recipients.size > mostRecipients) return undefined;
    const into = soon.filter(({ isReceipt }) => isReceipt);
    return {
      sentence: `Its first receipt, on ${formatDate(first.time)}, was worth ${writeMoney(first.money ?? 0n, subject.currency)}; of ${formatSums(into, subject)} (${writeMoney(sumMoney(into), subject.currency)}) at least ${emptiedPercent} % left within ${windowHours} hours.`,
      transactions: soon.map(({ transaction }) => transaction),
    };
  },
});
