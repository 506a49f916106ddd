import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { parseOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import type { Owner } from '@trailmark/core/owner';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import type { ClusterScope } from './cluster-answer.ts';

/** Addresses read, and owners searched, between two turns of the event loop: a few milliseconds. */
const PARSED_AT_ONCE = 200;
const FOUND_AT_ONCE = 5_000;

/** Numbers of labelled members, ascending, by cluster id. */
export type LabelledMembers = ReadonlyMap<number, readonly number[]>;

type Labelled = Pick<ClusterScope, 'ledger' | 'clusters' | 'labels'>;

interface Gathered {
  readonly labels: LabelReader;
  readonly place: string;
  readonly byView: Map<ClusterView, Promise<LabelledMembers>>;
}

const ownersOf = new WeakMap<LabelReader, Map<string, Promise<readonly Owner[]>>>();
const gathered = new WeakMap<ClusterReader, Gathered>();

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function toOwner({ chain }: ServedOutputs, address: string): Owner | undefined {
  try {
    return parseOwner(chain, address);
  } catch (error) {
    // A label may name a form that nobody can own on this chain.
    if (AppError.is(error, 'invalid')) return undefined;
    throw error;
  }
}

async function readOwners(ledger: ServedOutputs, labels: LabelReader): Promise<readonly Owner[]> {
  const network = networkOfChain(ledger.id);
  const owners: Owner[] = [];
  let read = 0;
  for (const address of network === undefined ? [] : (labels.addresses?.(network) ?? [])) {
    const owner = toOwner(ledger, address);
    if (owner) owners.push(owner);
    if (++read % PARSED_AT_ONCE === 0) await turn();
  }
  return owners;
}

function labelledOwners({ ledger, labels }: Pick<Labelled, 'ledger' | 'labels'>): Promise<readonly Owner[]> {
  const byChain = ownersOf.get(labels) ?? new Map<string, Promise<readonly Owner[]>>();
  ownersOf.set(labels, byChain);
  const known = byChain.get(ledger.id) ?? readOwners(ledger, labels);
  byChain.set(ledger.id, known);
  return known;
}

/** First bytes of a payload: not one owner alone, and found at once. */
function startOf({ payload }: Owner): number {
  const [a = 0, b = 0, c = 0, d = 0] = payload;
  return (a << 24) | (b << 16) | (c << 8) | d;
}

const startsOf = new WeakMap<readonly Owner[], ReadonlySet<number>>();

/**
 * False for owners that certainly have no label of their own, without writing their address. Undefined where the labels cannot
 * be listed. Read once for the labels in force.
 */
export async function findMayBeLabelled({
  ledger,
  labels: asked,
}: Pick<Labelled, 'ledger' | 'labels'>): Promise<((owner: Owner) => boolean) | undefined> {
  // A reader that leaves labels out names nobody whom the whole one does not.
  const labels = asked.whole ?? asked;
  if (!labels.addresses) return undefined;
  const owners = await labelledOwners({ ledger, labels });
  const starts = startsOf.get(owners) ?? new Set(owners.map(startOf));
  startsOf.set(owners, starts);
  return (owner) => starts.has(startOf(owner));
}

async function gather(scope: Labelled, view: ClusterView): Promise<LabelledMembers> {
  const { clusters } = scope;
  const numbers = new Set<number>();
  let looked = 0;
  for (const owner of await labelledOwners(scope)) {
    const number = clusters.numberOf(owner);
    if (number !== undefined) numbers.add(number);
    if (++looked % FOUND_AT_ONCE === 0) await turn();
  }
  const byCluster = new Map<number, number[]>();
  for (const number of Uint32Array.from(numbers).sort()) {
    const id = clusters.clusterOf(number, view)?.id;
    if (id === undefined) continue;
    const members = byCluster.get(id);
    if (members) members.push(number);
    else byCluster.set(id, [number]);
    if (++looked % FOUND_AT_ONCE === 0) await turn();
  }
  return byCluster;
}

/**
 * Which members of which clusters are labelled at all, so that nobody asks a million addresses one by one. Undefined where
 * the labels cannot be listed. Read once for the labels in force, and joined again when blocks arrive.
 */
export function findLabelledMembers(asked: Labelled, view: ClusterView): Promise<LabelledMembers> | undefined {
  // A reader that leaves labels out joins as the whole one does: a member without a label says nothing.
  const { clusters, labels } = { ...asked, labels: asked.labels.whole ?? asked.labels };
  const scope = { ...asked, labels };
  if (!labels.addresses) return undefined;
  const place = `${clusters.progress.hash} ${clusters.ownerCount}`;
  const known = gathered.get(clusters);
  const isFresh = known?.labels === labels && known.place === place;
  const held: Gathered = isFresh ? known : { labels, place, byView: new Map() };
  gathered.set(clusters, held);
  const found = held.byView.get(view) ?? gather(scope, view);
  held.byView.set(view, found);
  found.catch(() => held.byView.delete(view));
  return found;
}
