import { coinOf } from '@trailmark/core/ledger';
import type { BehaviourFinding, BehaviourSubject, SeenPeelChain } from '@trailmark/core/screening/behaviour';
import { type Behaviour, isSilent } from './behaviour-rule.ts';
import { formatCount, formatDate } from './wording.ts';

const MOST_TXIDS = 200;
const LIMITS = { minimumHops: 4, restPercent: 70 };
const TITLE = 'Peel chain';

/** At each hop at least that part went on, in the geometric mean: exact in whole numbers. */
function isLargeRest({ txids, enteredAmount, leftAmount }: SeenPeelChain): boolean {
  const hops = BigInt(txids.length);
  return leftAmount * 100n ** hops >= enteredAmount * BigInt(LIMITS.restPercent) ** hops;
}

function describe({ chain: id, formatAmount }: BehaviourSubject, chain: SeenPeelChain): string {
  const { txids, enteredAmount, leftAmount, firstTime, lastTime } = chain;
  const when = `between ${formatDate(firstTime)} and ${formatDate(lastTime)}`;
  const write = (amount: bigint): string => formatAmount(coinOf(id), amount);
  const amounts = `${write(enteredAmount)} entered and ${write(leftAmount)} were left at its end`;
  return `${formatCount(txids.length, 'transaction')} ${when}: ${amounts}.`;
}

/** Runs of the tracing engine's rule for peel chains that are longer, and keep more, than it asks. */
export const peelChain: Behaviour = {
  id: 'peel-chain',
  version: 1,
  title: TITLE,
  nature: 'risk',
  limits: LIMITS,
  page: 'docs/methods/behaviours.md#peel-chain',
  find(subject: BehaviourSubject): BehaviourFinding | undefined {
    if (isSilent(subject)) return undefined;
    const chains = subject.peelChains
      .filter((chain) => chain.txids.length >= LIMITS.minimumHops && chain.enteredAmount > 0n && isLargeRest(chain))
      .toSorted((a, b) => b.txids.length - a.txids.length || a.firstTime - b.firstTime);
    const [longest] = chains;
    if (!longest) return undefined;
    const inOrder = chains.toSorted((a, b) => a.firstTime - b.firstTime);
    const txids = [...new Set(inOrder.flatMap((chain) => chain.txids))];
    const before = chains.length === 1 ? 'What it paid runs into a peel chain of' : 'The longest of';
    const count = chains.length === 1 ? '' : ` ${formatCount(chains.length, 'peel chain')} that it paid into has`;
    return {
      pattern: 'peel-chain/1',
      title: TITLE,
      sentence: `${before}${count} ${describe(subject, longest)}`,
      firstTime: Math.min(...chains.map(({ firstTime }) => firstTime)),
      lastTime: Math.max(...chains.map(({ lastTime }) => lastTime)),
      txids: txids.slice(0, MOST_TXIDS),
      count: txids.length,
    };
  },
};
