import { defineBehaviour } from './behaviour-rule.ts';
import { type Flow, isOwnAct } from './history.ts';
import { HOUR, slide } from './slide.ts';
import { formatDate, formatSums } from './wording.ts';

/** The window with most payers, and what it holds. */
function findDrain(flows: readonly Flow[], seconds: number): { flows: readonly Flow[]; payers: number } {
  const counts = new Map<string, number>();
  let [start, best] = [0, { start: 0, end: 0, payers: 0 }];
  for (const run of slide(flows, seconds)) {
    const newest = flows[run.end - 1]?.other ?? '';
    counts.set(newest, (counts.get(newest) ?? 0) + 1);
    for (; start < run.start; start++) {
      const old = flows[start]?.other ?? '';
      const left = (counts.get(old) ?? 1) - 1;
      if (left === 0) counts.delete(old);
      else counts.set(old, left);
    }
    if (counts.size > best.payers) best = { ...run, payers: counts.size };
  }
  return { flows: flows.slice(best.start, best.end), payers: best.payers };
}

/** Tokens of several addresses that it took itself, in transactions it started and that gave them nothing. */
export const multiVictimDrain = defineBehaviour({
  id: 'multi-victim-drain',
  version: 1,
  title: 'Tokens taken from several addresses',
  nature: 'risk',
  limits: { minimumPayers: 3, windowHours: 6, mostTransactions: 499 },
  needsWhole: true,
  look({ subject, coin, transactions, received, movements }, { minimumPayers, windowHours, mostTransactions }) {
    if (transactions.length > mostTransactions) return undefined;
    const gave = new Set(movements.filter(({ isReceipt }) => !isReceipt).map(({ transaction }) => transaction));
    const taken = received.filter(
      ({ asset, other, transaction }) =>
        asset !== coin &&
        !gave.has(transaction) &&
        !transaction.actions?.some(({ kind }) => kind !== 'approval') &&
        !subject.isService(other) &&
        isOwnAct(transaction, subject.self),
    );
    const { flows, payers } = findDrain(taken, windowHours * HOUR);
    if (payers < minimumPayers) return undefined;
    return {
      sentence: `In transactions it started itself, ${formatSums(flows, subject)} came from ${payers} addresses within ${windowHours} hours from ${formatDate(flows[0]?.time ?? 0)}, which got nothing for it there.`,
      transactions: flows.map(({ transaction }) => transaction),
    };
  },
});
