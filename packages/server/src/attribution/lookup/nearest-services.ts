import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount, formatPlural } from '../../answers/format-count.ts';
import { toActorReference, toClaim } from '../../knowledge/labels/label-answer.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import type { NamedOwner } from '../../ledger/outputs/owner-input.ts';
import { NO_TOTALS } from '../../ledger/outputs/totals.ts';
import { isCoinJoinAt } from './attribution-flows.ts';
import { ServiceFinder } from './attribution-services.ts';
import type { LookupScope } from './lookup-scope.ts';
import { DOWNSTREAM, UPSTREAM } from './nearest-services-directions.ts';
import {
  type Lead,
  MOST_MS,
  MOST_TRANSACTIONS,
  type Path,
  type ServiceReached,
  type StopKind,
  Walk,
} from './nearest-services-walk.ts';

type Answer = RouteOutput<Contract['listNearestServices']>;
type NearestService = Answer['items'][number];
type Stop = Answer['stops'][number];

/** Transactions of the subject a walk starts from, the newest ones. */
const MOST_STARTS = 1_000;

export interface NearestQuery {
  readonly direction: 'downstream' | 'upstream';
  readonly maxHops: number;
  readonly limit: number;
}

const IS_NO_TRACE: Gap = {
  kind: 'stopped-early',
  message:
    'This shows where to look next. It is no trace: coins mix in every transaction, and an amount is only the most that can have gone that way.',
  fromHeight: null,
  toHeight: null,
  count: null,
};

const STOP_ORDER: readonly StopKind[] = ['coinjoin', 'hot-address', 'limit', 'time', 'unspent', 'unknown-source'];

function describeStop(kind: StopKind, count: number, hotTransactionCount: number): string {
  const one = count === 1;
  const sentences: Record<StopKind, string> = {
    coinjoin: `${formatPlural(count, 'CoinJoin')}: behind ${one ? 'it' : 'them'} nobody can tell whose coins are whose.`,
    'hot-address': `${formatPlural(count, 'address', 'addresses')} with more than ${formatCount(hotTransactionCount)} transactions: likely ${one ? 'a service' : 'services'} without a label.`,
    limit: `${formatPlural(count, 'payment')} not followed: the limit of hops, or of ${formatCount(MOST_TRANSACTIONS)} transactions, was reached.`,
    time: `${formatPlural(count, 'payment')} not followed: the walk may take ${formatCount(MOST_MS / 1000)} seconds.`,
    unspent: `${formatPlural(count, 'payment')} not spent in the indexed blocks.`,
    'unknown-source': `${formatPlural(count, 'source')} not known: newly issued coins, or outputs of blocks that are not indexed.`,
  };
  return sentences[kind];
}

function pathSteps(
  { chain, reader }: ServedOutputs,
  path: Path,
  direction: NearestQuery['direction'],
): NearestService['path'] {
  const steps: NearestService['path'] = [];
  for (let at: Path | undefined = path; at; at = at.before) {
    const { position, txid, from, to, vout, amount } = at.step;
    const height = positionHeight(position);
    const block = reader.block(height);
    steps.push({
      txid,
      height,
      time: block?.time ?? 0,
      timeEstimated: block?.timeEstimated ?? false,
      from: formatOwner(chain, from),
      to: formatOwner(chain, to),
      vout,
      amount,
    });
  }
  // Always with the money: a walk against it is read from the far end on already.
  return direction === 'downstream' ? steps.reverse() : steps;
}

function byNearness(a: ServiceReached, b: ServiceReached): number {
  const [x, y] = [a.path, b.path];
  if (x.hops !== y.hops) return x.hops - y.hops;
  if (x.amount !== y.amount) return x.amount > y.amount ? -1 : 1;
  return x.step.txid < y.step.txid ? -1 : x.step.txid > y.step.txid ? 1 : x.step.vout - y.step.vout;
}

function toNearest(
  { labels }: LookupScope,
  ledger: ServedOutputs,
  { mark, owner, path }: ServiceReached,
  direction: NearestQuery['direction'],
): NearestService {
  const { label, viaCluster } = mark;
  return {
    address: formatOwner(ledger.chain, owner),
    actor: label.actor === undefined ? null : toActorReference(labels, label.actor),
    claim: toClaim(labels, label),
    viaCluster,
    hops: path.hops,
    amount: path.amount,
    path: pathSteps(ledger, path, direction),
  };
}

/** The subject's own transactions on the requested side, how many were left out, and what it never spent. */
async function readStart(
  ledger: ServedOutputs,
  { owner, id }: NamedOwner,
  direction: NearestQuery['direction'],
  read: ReadOptions,
): Promise<{ leads: Lead[]; left: number; unspent: number }> {
  const totals = (await ledger.reader.totals([owner], read)).get(id);
  const entries = await ledger.reader.history(owner, { order: 'newest' }, { limit: MOST_STARTS }, read);
  const isAsked = direction === 'downstream' ? spends : receives;
  const leads = entries
    .filter(isAsked)
    .map(({ position }) => ({ next: position, vout: undefined, owner, path: undefined }));
  const { transactionCount, receiveCount, spendCount, unfundedSpends } = totals ?? NO_TOTALS;
  const unspent = direction === 'downstream' ? receiveCount - (spendCount - unfundedSpends) : 0;
  return { leads, left: Math.max(0, transactionCount - entries.length), unspent };
}

function spends({ sent }: { readonly sent: bigint }): boolean {
  return sent > 0n;
}

function receives({ received, sent }: { readonly received: bigint; readonly sent: bigint }): boolean {
  return received > 0n && sent === 0n;
}

/** The nearest labelled services by hops, and every place where the walk stopped. A pointer, not a trace. */
export async function readNearestServices(
  scope: LookupScope & { readonly ledger: ServedOutputs },
  self: NamedOwner,
  { direction, maxHops, limit }: NearestQuery,
  hotTransactionCount: number,
  read: ReadOptions,
): Promise<Pick<Answer, 'items' | 'addressesVisited' | 'transactionsVisited' | 'stops'> & { readonly gap: Gap }> {
  const { ledger } = scope;
  const finder = await ServiceFinder.open(scope, ledger);
  const walk = new Walk(self.owner, direction === 'downstream' ? DOWNSTREAM : UPSTREAM, {
    reader: ledger.reader,
    serviceOf: finder.serviceOf,
    isCoinJoin: (position) => isCoinJoinAt(scope, position),
    hotTransactionCount,
    maxHops,
    now: () => performance.now(),
    read,
  });
  const { leads, left, unspent } = await readStart(ledger, self, direction, read);
  walk.stop('limit', left);
  walk.stop('unspent', unspent);
  const { reached, addressesVisited, transactionsVisited, stops } = await walk.run(leads);
  const items = reached.toSorted(byNearness).slice(0, limit);
  return {
    items: items.map((service) => toNearest(scope, ledger, service, direction)),
    addressesVisited,
    transactionsVisited,
    stops: STOP_ORDER.flatMap((kind): Stop[] => {
      const count = stops.get(kind) ?? 0;
      return count === 0 ? [] : [{ kind, count, sentence: describeStop(kind, count, hotTransactionCount) }];
    }),
    gap: IS_NO_TRACE,
  };
}
