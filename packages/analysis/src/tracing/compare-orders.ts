import { familyOf } from '@trailmark/core/chain';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { type MoveOrder, orderOf } from './accounts/account-params.ts';
import { type Exit, type ExitHead, mostAt } from './collect-exits.ts';

const OTHER: Readonly<Record<MoveOrder, MoveOrder>> = {
  'receipts-first': 'payments-first',
  'payments-first': 'receipts-first',
};
const WORDS: Readonly<Record<MoveOrder, string>> = {
  'receipts-first': 'what an account received before what it paid',
  'payments-first': 'what an account paid before what it received',
};
/** Places reached only under the other order that are listed, the largest ones. */
const MOST_LISTED = 100;
const UNKNOWN = 'The source does not say in what order some of these transfers happened.';

/** What depends on an order of transfers that no source states. */
export interface OrdersCompared {
  readonly assumed: MoveOrder;
  readonly other: MoveOrder;
  /** Exits with another amount under the other order; null where that was too much for the budget. */
  readonly dependentExits: number | null;
  /** Places that only the other order sends money to, with what each method sends there. */
  readonly onlyOther: readonly (Omit<ExitHead, 'isNamed'> & { readonly amounts: readonly bigint[] })[];
  readonly sentence: string;
}

function hasUnknownOrder({ gaps }: Trace): boolean {
  return gaps.some(({ kind }) => kind === 'order-unknown');
}

/** The requests once more under the other order of moves, where any of the traces rests on it; otherwise none. */
export function listOtherOrders(traces: readonly Trace[]): TraceRequest[] {
  if (!traces.some(hasUnknownOrder)) return [];
  return traces.flatMap(({ request }) =>
    familyOf(request.chain) === 'accounts'
      ? [{ ...request, params: { ...request.params, order: OTHER[orderOf(request.params)] } }]
      : [],
  );
}

/** Whether any method sends another amount there under the other order. */
export function dependsOnOrder({ amounts, otherAmounts }: Exit): boolean {
  return otherAmounts.some((amount, i) => amount !== amounts[i]);
}

/** Whether an exit gets something under the order that was assumed. */
export function isReached({ amounts }: Exit): boolean {
  return amounts.some((amount) => amount > 0n);
}

function tell(count: number, all: number, only: number, other: MoveOrder): string {
  if (count === 0 && only === 0) return `${UNKNOWN} Under the other order, ${WORDS[other]}, every exit gets the same.`;
  const more = only === 0 ? '' : ` ${only === 1 ? 'One place gets' : `${only} places get`} money only under it.`;
  return `${UNKNOWN} Under the other order, ${WORDS[other]}, ${count} of ${all} exits get another amount.${more}`;
}

/** The largest first; of equal ones by key and asset, so that the list does not depend on the order the exits came in. */
function byOtherAmount(a: Exit, b: Exit): number {
  const [x, y] = [mostAt(a.otherAmounts), mostAt(b.otherAmounts)];
  if (x !== y) return x > y ? -1 : 1;
  const [left, right] = [`${a.head.key} ${a.head.asset}`, `${b.head.key} ${b.head.asset}`];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What the other order makes of the exits. `others` is undefined where it exceeded the budget. */
export function compareOrders(
  order: MoveOrder,
  exits: readonly Exit[],
  others: readonly Trace[] | undefined,
): OrdersCompared {
  const other = OTHER[order];
  if (!others) {
    const sentence = `${UNKNOWN} What the other order gives, ${WORDS[other]}, exceeds the budget.`;
    return { assumed: order, other, dependentExits: null, onlyOther: [], sentence };
  }
  const reached = exits.filter(isReached);
  const dependent = reached.filter(dependsOnOrder).length;
  const only = exits.filter((exit) => !isReached(exit));
  const largest = only.toSorted(byOtherAmount);
  return {
    assumed: order,
    other,
    dependentExits: dependent,
    onlyOther: largest.slice(0, MOST_LISTED).map(({ head: { isNamed: _, ...head }, otherAmounts }) => {
      return { ...head, amounts: otherAmounts };
    }),
    sentence: tell(dependent, reached.length, only.length, other),
  };
}
