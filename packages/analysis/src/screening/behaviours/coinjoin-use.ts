import type { SeenTransaction } from '@trailmark/core/screening/behaviour';
import { defineBehaviour } from './behaviour-rule.ts';
import { formatCount, listWords } from './wording.ts';

function describe(kind: string, seen: readonly SeenTransaction[]): string {
  const values = seen.map(({ coinJoin }) => coinJoin?.confidence ?? 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${kind} ${formatCount(seen.length, 'time')} (confidence ${low === high ? low : `${low} to ${high}`})`;
}

/** Transactions of it that a CoinJoin detector recognises, by kind. */
export const coinJoinUse = defineBehaviour({
  id: 'coinjoin-use',
  version: 1,
  title: 'CoinJoin use',
  nature: 'risk',
  limits: { minimumTransactions: 1 },
  needsWhole: false,
  look({ transactions }, { minimumTransactions }) {
    const kinds = new Map<string, SeenTransaction[]>();
    for (const transaction of transactions) {
      if (!transaction.coinJoin) continue;
      const same = kinds.get(transaction.coinJoin.kind) ?? [];
      same.push(transaction);
      kinds.set(transaction.coinJoin.kind, same);
    }
    const found = [...kinds.values()].flat();
    if (found.length < minimumTransactions) return undefined;
    const named = [...kinds].sort((a, b) => b[1].length - a[1].length).map(([kind, seen]) => describe(kind, seen));
    return {
      sentence: `It took part in transactions with the shape of a CoinJoin: ${listWords(named)}.`,
      transactions: found,
    };
  },
});
