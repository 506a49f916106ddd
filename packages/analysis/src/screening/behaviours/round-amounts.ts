import type { SeenTransaction } from '@trailmark/core/screening/behaviour';
import { defineBehaviour } from './behaviour-rule.ts';

/** At most so many significant digits, and at least so many zeros after them: small counts of units are not round. */
function isRound(amount: bigint, digits: number, zeros: number): boolean {
  const significant = amount.toString().replace(/0+$/, '').length;
  return significant <= digits && amount.toString().length - significant >= zeros;
}

/** Most of its payments are in round amounts. */
export const roundAmounts = defineBehaviour({
  id: 'round-amounts',
  version: 1,
  title: 'Round amounts',
  nature: 'observation',
  limits: { minimumTransactions: 5, sharePercent: 80, mostDigits: 2, fewestZeros: 3 },
  needsWhole: false,
  look({ received, paid }, { minimumTransactions, sharePercent, mostDigits, fewestZeros }) {
    const seen = new Set<SeenTransaction>();
    const round = new Set<SeenTransaction>();
    for (const { transaction, amount } of [...received, ...paid]) {
      seen.add(transaction);
      if (isRound(amount, mostDigits, fewestZeros)) round.add(transaction);
    }
    if (round.size < minimumTransactions || round.size * 100 < seen.size * sharePercent) return undefined;
    return {
      sentence: `${round.size} of ${seen.size} transactions that paid or received moved an amount of at most ${mostDigits} significant digits.`,
      transactions: round,
    };
  },
});
