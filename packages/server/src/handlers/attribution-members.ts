import { setImmediate } from 'node:timers/promises';
import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { parseOwner } from '@trailmark/chains/utxo/address';
import type { ChainId } from '@trailmark/core/chain';
import type { ClusterView } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { decodeOwner, encodeOwner, type Owner } from '@trailmark/core/owner';
import type { LookupScope } from './lookup-scope.ts';

/** Addresses read between two turns of everything else: some milliseconds. */
const SLICE = 500;
const OWNER_BYTES = 33;
/** While clusters are being built they change at every block: what was gathered stands for so long, milliseconds. */
const BUILDING_MS = 5_000;

/** Labelled owners by cluster. */
export interface LabelledMembers {
  /** Numbers of the labelled owners of a cluster, ascending. */
  of(view: ClusterView, cluster: number): readonly number[];
}

const NONE: LabelledMembers = { of: () => [] };

/** The labelled owners of a chain, 33 bytes each: kept as long as the labels are in force. */
class LabelledOwners {
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;
  readonly count: number;

  constructor(owners: readonly Uint8Array[]) {
    this.count = owners.length;
    this.#bytes = new Uint8Array(owners.length * OWNER_BYTES);
    this.#lengths = Uint8Array.from(owners, (owner) => owner.length);
    for (const [i, owner] of owners.entries()) this.#bytes.set(owner, i * OWNER_BYTES);
  }

  get(i: number): Owner | undefined {
    return decodeOwner(this.#bytes.subarray(i * OWNER_BYTES, i * OWNER_BYTES + (this.#lengths[i] ?? 0)));
  }
}

async function readOwners({ labels, network, ledger }: LookupScope): Promise<LabelledOwners> {
  const owners = new Map<string, Uint8Array>();
  let looked = 0;
  for (const address of ledger ? (labels.addresses?.(network) ?? []) : []) {
    if (++looked % SLICE === 0) await setImmediate();
    if (!ledger || owners.has(address)) continue;
    try {
      owners.set(address, encodeOwner(parseOwner(ledger.chain, address)));
    } catch (error) {
      // A form that no output on this chain can have, such as a token address, has no owner here.
      if (!AppError.is(error, 'invalid')) throw error;
    }
  }
  return new LabelledOwners([...owners.values()]);
}

function add(map: Map<number, number[]>, cluster: number | undefined, member: number): void {
  if (cluster === undefined) return;
  const known = map.get(cluster);
  if (known) known.push(member);
  else map.set(cluster, [member]);
}

async function gather(owners: LabelledOwners, clusters: ClusterReader): Promise<LabelledMembers> {
  const numbers: number[] = [];
  for (let i = 0; i < owners.count; i++) {
    if (i % (SLICE * 10) === 0) await setImmediate();
    const owner = owners.get(i);
    const number = owner && clusters.numberOf(owner);
    if (number !== undefined) numbers.push(number);
  }
  const maps = { conservative: new Map<number, number[]>(), expanded: new Map<number, number[]>() };
  for (const number of numbers.sort((a, b) => a - b)) {
    add(maps.conservative, clusters.clusterOf(number, 'conservative')?.id, number);
    add(maps.expanded, clusters.clusterOf(number, 'expanded')?.id, number);
  }
  return { of: (view, cluster) => maps[view].get(cluster) ?? [] };
}

interface Entry {
  readonly owners: Promise<LabelledOwners>;
  clusters: ClusterReader | undefined;
  key: string;
  at: number;
  members: Promise<LabelledMembers>;
}

const entries = new WeakMap<LabelReader, Map<ChainId, Entry>>();

/** The key under which what was gathered stays true. */
function stateOf({ progress, ownerCount }: ClusterReader): string {
  return `${progress.height} ${progress.hash} ${ownerCount}`;
}

function isCurrent(entry: Entry, clusters: ClusterReader): boolean {
  if (entry.clusters !== clusters) return false;
  if (entry.key === stateOf(clusters)) return true;
  return clusters.progress.state === 'building' && performance.now() - entry.at < BUILDING_MS;
}

/**
 * Which members of the clusters of a chain carry labels. Labels are fewer than owners, so they are looked up among the
 * clusters rather than clusters walked for labels; gathered once for each state of labels and clusters.
 */
export async function labelledMembers(scope: LookupScope): Promise<LabelledMembers> {
  const { labels, ledger, clusters } = scope;
  if (!ledger || !clusters || labels.labelCount === 0) return NONE;
  const chains = entries.get(labels) ?? new Map<ChainId, Entry>();
  entries.set(labels, chains);
  let entry = chains.get(ledger.id);
  if (!entry) {
    const owners = readOwners(scope);
    entry = { owners, clusters: undefined, key: '', at: 0, members: Promise.resolve(NONE) };
    chains.set(ledger.id, entry);
    owners.catch(() => chains.delete(ledger.id));
  }
  if (!isCurrent(entry, clusters)) {
    entry.clusters = clusters;
    entry.key = stateOf(clusters);
    entry.at = performance.now();
    entry.members = entry.owners.then((owners) => gather(owners, clusters));
  }
  return entry.members;
}
