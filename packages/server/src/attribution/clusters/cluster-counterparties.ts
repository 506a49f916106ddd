import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';
import type { Cluster } from '@trailmark/core/cluster';
import type { OwnerTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import { type ClusterScope, stoppedEarly, toReference } from './cluster-answer.ts';
import { ClaimFinder } from './cluster-claims.ts';
import { readMemberTotals } from './cluster-totals.ts';

type Row = RouteOutput<Contract['listClusterCounterparties']>['items'][number];

/** Each member's history is a question of its own, so this many are read, and this many transactions. */
const MEMBERS_READ = 200;
const TRANSACTIONS_READ = 20_000;
const HISTORY_PAGE = 5_000;
const RECORDS_AT_ONCE = 1_000;
/** A counterparty up to this size is searched for claims member by member. */
const SMALL_COUNTERPARTY = 20;
const SHOWN_CLAIMS = 5;

interface Sums {
  readonly cluster: Cluster;
  sentTo: bigint;
  receivedFrom: bigint;
  transactionCount: number;
  lastHeight: number;
}

interface Side {
  readonly owner: Owner | undefined;
  readonly value: bigint | undefined;
}

/** The first members whose transactions together can be read in time; at least one. */
function chooseMembers(members: readonly Owner[], totals: readonly OwnerTotals[]): Owner[] {
  let left = TRANSACTIONS_READ;
  const end = totals.findIndex(({ transactionCount }) => {
    left -= transactionCount;
    return left < 0;
  });
  return members.slice(0, end < 0 ? members.length : Math.max(1, end));
}

async function readPositions(
  { ledger, clusters }: ClusterScope,
  owner: Owner,
  read: ReadOptions,
): Promise<{ positions: readonly Position[]; isWhole: boolean }> {
  const filter = { order: 'oldest' as const, toHeight: clusters.progress.height };
  const positions: Position[] = [];
  for (;;) {
    const page = await ledger.reader.history(owner, filter, { after: positions.at(-1), limit: HISTORY_PAGE }, read);
    positions.push(...page.map(({ position }) => position));
    if (page.length < HISTORY_PAGE) return { positions, isWhole: true };
    if (positions.length >= TRANSACTIONS_READ) return { positions, isWhole: false };
  }
}

function lesser(a: bigint, b: bigint): bigint {
  return b < a ? b : a;
}

/** Adds up who a cluster pays and who pays it, by the clusters of the same view. */
class CounterpartySums {
  readonly byCluster = new Map<number, Sums>();
  readonly #scope: ClusterScope;
  readonly #self: Cluster;

  constructor(scope: ClusterScope, self: Cluster) {
    this.#scope = scope;
    this.#self = self;
  }

  /** Known values of one side of a transaction, its own and by cluster. */
  #split(sides: readonly Side[]): {
    own: bigint;
    isOwn: boolean;
    others: Map<number, { cluster: Cluster; value: bigint }>;
  } {
    const others = new Map<number, { cluster: Cluster; value: bigint }>();
    let [own, isOwn] = [0n, false];
    for (const { owner, value } of sides) {
      const cluster = owner && this.#scope.clusters.find(owner, this.#self.view);
      if (!cluster) continue;
      if (cluster.id === this.#self.id) {
        own += value ?? 0n;
        isOwn = true;
      } else {
        others.set(cluster.id, { cluster, value: (others.get(cluster.id)?.value ?? 0n) + (value ?? 0n) });
      }
    }
    return { own, isOwn, others };
  }

  #at(cluster: Cluster): Sums {
    const known = this.byCluster.get(cluster.id);
    if (known) return known;
    const sums = { cluster, sentTo: 0n, receivedFrom: 0n, transactionCount: 0, lastHeight: 0 };
    this.byCluster.set(cluster.id, sums);
    return sums;
  }

  add(record: TransactionRecord): void {
    const [inputs, outputs] = [this.#split(record.inputs), this.#split(record.outputs)];
    const met = new Map<number, Cluster>();
    // Where several pay in, nobody can say whose coin went where: a sum is never more than the payer put in or the payee got.
    if (inputs.isOwn)
      for (const { cluster, value } of outputs.others.values()) {
        this.#at(cluster).sentTo += lesser(value, inputs.own);
        met.set(cluster.id, cluster);
      }
    if (outputs.isOwn)
      for (const { cluster, value } of inputs.others.values()) {
        this.#at(cluster).receivedFrom += lesser(value, outputs.own);
        met.set(cluster.id, cluster);
      }
    for (const cluster of met.values()) {
      const sums = this.#at(cluster);
      sums.transactionCount++;
      sums.lastHeight = Math.max(sums.lastHeight, positionHeight(record.position));
    }
  }

  /** Largest first; ties by number. */
  get sorted(): Sums[] {
    const weight = ({ sentTo, receivedFrom }: Sums): bigint => sentTo + receivedFrom;
    return [...this.byCluster.values()].sort((a, b) => {
      const difference = weight(b) - weight(a);
      return difference === 0n ? a.cluster.id - b.cluster.id : difference > 0n ? 1 : -1;
    });
  }
}

async function toRow(scope: ClusterScope, finder: ClaimFinder, sums: Sums): Promise<Row> {
  const { cluster, sentTo, receivedFrom, transactionCount, lastHeight } = sums;
  const { claims } = await finder.ofCluster(cluster, SHOWN_CLAIMS, SMALL_COUNTERPARTY);
  return {
    cluster: toReference(scope, cluster),
    sentTo,
    receivedFrom,
    transactionCount,
    lastHeight,
    claims: [...claims],
  };
}

/** Clusters that a cluster paid or was paid by, from the transactions of its first members. */
export async function readClusterCounterparties(
  scope: ClusterScope,
  cluster: Cluster,
  limit: number,
  read: ReadOptions,
): Promise<{ items: Row[]; total: number; membersRead: number; gaps: Gap[] }> {
  const { clusters, ledger } = scope;
  const first = Array.from(clusters.members(cluster, { limit: MEMBERS_READ }), (number) => clusters.owner(number));
  const chosen = chooseMembers(first, await readMemberTotals(scope, first, read));
  const positions = new Set<Position>();
  let isWhole = true;
  for (const owner of chosen) {
    const history = await readPositions(scope, owner, read);
    for (const position of history.positions) positions.add(position);
    isWhole &&= history.isWhole;
  }
  const sums = new CounterpartySums(scope, cluster);
  const all = [...positions];
  for (let from = 0; from < all.length; from += RECORDS_AT_ONCE) {
    const records = await ledger.reader.records(all.slice(from, from + RECORDS_AT_ONCE), read);
    for (const record of records) if (record) sums.add(record);
  }
  const finder = new ClaimFinder(scope);
  const items: Row[] = [];
  for (const row of sums.sorted.slice(0, limit)) items.push(await toRow(scope, finder, row));
  const message = `Transactions of ${formatCount(chosen.length)} of ${formatCount(cluster.size)} addresses were read${isWhole ? '' : ', not all of them'}; there may be more counterparties, and larger sums.`;
  const isPart = chosen.length < cluster.size || !isWhole;
  return {
    items,
    total: sums.byCluster.size,
    membersRead: chosen.length,
    gaps: isPart ? [stoppedEarly(message, cluster.size - chosen.length)] : [],
  };
}
