import { defineBehaviour } from './behaviour-rule.ts';
import { isOwnAct } from './history.ts';
import { formatCount, formatSums } from './wording.ts';

/** Receipts worth next to nothing from strangers: done to the address, not by it. */
export const dustReceipt = defineBehaviour({
  id: 'dust-receipt',
  version: 1,
  title: 'Unsolicited dust received',
  nature: 'obstruction',
  limits: { minimumReceipts: 1 },
  needsWhole: false,
  look({ subject, dust, paid, received }, { minimumReceipts }) {
    const known = new Set([...paid, ...received].map(({ other }) => other));
    const found = dust.filter(
      ({ transaction, others }) =>
        others.length > 0 &&
        !others.some((other) => known.has(other) || subject.isService(other)) &&
        !isOwnAct(transaction, subject.self),
    );
    if (found.length < minimumReceipts) return undefined;
    return {
      sentence: `${formatCount(found.length, 'receipt')} worth less than 1 ${subject.currency} each, ${formatSums(found, subject)} in all, from addresses with which it exchanged nothing else. Anybody can send dust.`,
      transactions: found.map(({ transaction }) => transaction),
    };
  },
});
