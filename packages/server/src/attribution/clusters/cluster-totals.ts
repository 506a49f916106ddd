import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { NO_TOTALS, toBalance } from '../../ledger/outputs/totals.ts';
import type { ClusterScope } from './cluster-answer.ts';

export type ClusterTotals = NonNullable<RouteOutput<Contract['getCluster']>['totals']>;

/** Largest cluster whose members are added up for one answer. */
export const MEMBERS_SUMMED = 20_000;
const BATCH = 1_000;

/** Totals of owners in the order given; owners the ledger has not seen have empty ones. */
export async function readMemberTotals(
  { ledger }: ClusterScope,
  owners: readonly Owner[],
  read: ReadOptions,
): Promise<OwnerTotals[]> {
  const found = await ledger.reader.totals(owners, read);
  return owners.map((owner) => found.get(ownerId(owner)) ?? NO_TOTALS);
}

function earlier(a: Position | undefined, b: Position | undefined): Position | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function later(a: Position | undefined, b: Position | undefined): Position | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** Adds up members by number. The balance is known only where every member's is. */
export async function sumMembers(
  scope: ClusterScope,
  members: ArrayLike<number>,
  read: ReadOptions,
): Promise<ClusterTotals> {
  const { reader } = scope.ledger;
  let balance: bigint | null = 0n;
  let [received, sent, transactionCount] = [0n, 0n, 0];
  let first: Position | undefined;
  let last: Position | undefined;
  for (let from = 0; from < members.length; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, members.length - from) }, (_, i) =>
      scope.clusters.owner(members[from + i] ?? 0),
    );
    for (const totals of await readMemberTotals(scope, batch, read)) {
      const own = toBalance(reader, totals).balance;
      balance = balance === null || own === null ? null : balance + own;
      received += totals.received;
      sent += totals.sent;
      transactionCount += totals.transactionCount;
      first = earlier(first, totals.firstPosition);
      last = later(last, totals.lastPosition);
    }
  }
  const [firstHeight, lastHeight] = [first, last].map((at) => (at === undefined ? null : positionHeight(at)));
  return {
    balance,
    received,
    sent,
    transactionCount,
    firstHeight: firstHeight ?? null,
    firstTime: firstHeight == null ? null : (reader.block(firstHeight)?.time ?? null),
    lastHeight: lastHeight ?? null,
    lastTime: lastHeight == null ? null : (reader.block(lastHeight)?.time ?? null),
  };
}
