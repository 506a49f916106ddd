import type { AssetId } from '@trailmark/core/ledger';
import type { SeenTransaction } from '@trailmark/core/screening/behaviour';
import { defineBehaviour } from './behaviour-rule.ts';
import { type History, isOwnAct, type Movement } from './history.ts';
import { formatCount, formatDate, formatSums } from './wording.ts';

/** Transactions in which it received something of value: a trade that somebody else carried out pays it. */
function listPaidFor({ movements }: History): ReadonlySet<SeenTransaction> {
  return new Set(movements.flatMap(({ isReceipt, transaction }) => (isReceipt ? [transaction] : [])));
}

/** Tokens that others took away whole. */
function listDrains(history: History, percent: bigint): Movement[] {
  const { subject, coin, movements } = history;
  const paidFor = listPaidFor(history);
  const balances = new Map<AssetId, bigint>();
  return movements.filter((movement) => {
    const { asset, amount, isReceipt, transaction, others } = movement;
    const before = balances.get(asset) ?? 0n;
    balances.set(asset, before + (isReceipt ? amount : -amount));
    if (isReceipt || asset === coin || before <= 0n || amount * 100n < before * percent) return false;
    return !isOwnAct(transaction, subject.self) && !paidFor.has(transaction) && !others.some(subject.isService);
  });
}

/** All of a token left in a transaction that somebody else started, for nothing: what a contract with an approval can do. */
export const approvalDrain = defineBehaviour({
  id: 'approval-drain',
  version: 1,
  title: 'Tokens taken by an approval',
  nature: 'obstruction',
  limits: { balancePercent: 95, minimumOwnTransactions: 1 },
  needsWhole: true,
  look(history, { balancePercent, minimumOwnTransactions }) {
    const { subject, transactions, places } = history;
    const drains = listDrains(history, BigInt(balancePercent));
    const [first] = drains;
    if (!first) return undefined;
    // A wallet that is a contract never starts a transaction: others carry out what it signed.
    const until = places.get(first.transaction) ?? 0;
    const earlier = transactions.slice(0, until);
    if (earlier.filter((each) => isOwnAct(each, subject.self)).length < minimumOwnTransactions) return undefined;
    const approvals = earlier.filter(({ actions }) => actions?.some(({ kind }) => kind === 'approval'));
    const approved = approvals.at(-1);
    const when = approved ? ` An approval on ${formatDate(approved.time)} came before.` : '';
    return {
      sentence: `${formatSums(drains, subject)}, at least ${balancePercent} % of what it had of each, left in ${formatCount(drains.length, 'transfer')} that it did not start and got nothing for.${when}`,
      transactions: [...drains.map(({ transaction }) => transaction), ...(approved ? [approved] : [])],
    };
  },
});
