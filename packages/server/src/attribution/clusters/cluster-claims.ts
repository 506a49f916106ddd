import type { LabelClaim } from '@trailmark/api/contract/label';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { Cluster } from '@trailmark/core/cluster';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { StoredLabel } from '@trailmark/core/label';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import { toClaim } from '../../knowledge/labels/label-answer.ts';
import type { ClusterScope } from './cluster-answer.ts';
import { findLabelledMembers } from './cluster-labelled.ts';

/** Members that are searched one by one where the labels in force cannot be listed. */
const MEMBERS_LABELLED = 20_000;
/** A cluster up to this size is searched member by member. */
const SMALL = 1_000;
/** Addresses written out between two turns of the event loop: a few milliseconds. */
const TURN = 200;

/** Claims about some addresses, the most confident first. */
export interface FoundClaims {
  readonly claims: readonly LabelClaim[];
  /** How many there are; `claims` may hold fewer. */
  readonly count: number;
  /** Members that were searched. */
  readonly looked: number;
}

/** Finds labels of cluster members, for one request. */
export class ClaimFinder {
  readonly #scope: ClusterScope;
  readonly #network: NetworkId | undefined;
  #sinceTurn = 0;

  constructor(scope: ClusterScope) {
    this.#scope = scope;
    this.#network = networkOfChain(scope.ledger.id);
  }

  /** There are no claims about any address of the chain. */
  get #isSilent(): boolean {
    return this.#network === undefined || this.#scope.labels.labelCount === 0;
  }

  /** All claims about an address of the chain, as answered. */
  ofAddress(address: string): LabelClaim[] {
    const { labels } = this.#scope;
    const found = this.#network === undefined ? [] : labels.labelsOf(this.#network, address);
    return found.map((label) => toClaim(labels, label));
  }

  /** Claims about the members of a cluster, at most `limit` of them. `small`: up to that size it is searched member by member. */
  async ofCluster(cluster: Cluster, limit: number, small = SMALL): Promise<FoundClaims> {
    const { clusters } = this.#scope;
    if (this.#isSilent) return { claims: [], count: 0, looked: cluster.size };
    const labelled = cluster.size > small ? await findLabelledMembers(this.#scope, cluster.view) : undefined;
    if (labelled) return { ...(await this.#read(labelled.get(cluster.id) ?? [], limit)), looked: cluster.size };
    return this.#read(clusters.members(cluster, { limit: MEMBERS_LABELLED }), limit);
  }

  /** Claims about some members of a cluster, ascending by number. */
  async ofMembers(cluster: Cluster, members: Uint32Array, limit: number): Promise<FoundClaims> {
    if (this.#isSilent) return { claims: [], count: 0, looked: members.length };
    const labelled = cluster.size > SMALL ? await findLabelledMembers(this.#scope, cluster.view) : undefined;
    if (!labelled) return this.#read(members.subarray(0, MEMBERS_LABELLED), limit);
    const isMember = new Set(members);
    const own = (labelled.get(cluster.id) ?? []).filter((number) => isMember.has(number));
    return { ...(await this.#read(own, limit)), looked: members.length };
  }

  async #read(members: ArrayLike<number>, limit: number): Promise<FoundClaims> {
    const { labels, clusters, ledger } = this.#scope;
    const network = this.#network;
    const found: StoredLabel[] = [];
    for (let i = 0; i < members.length; i++) {
      if (network !== undefined)
        found.push(...labels.labelsOf(network, formatOwner(ledger.chain, clusters.owner(members[i] ?? 0))));
      if (++this.#sinceTurn % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const strength = ({ confidence }: StoredLabel): number => CONFIDENCE_LEVELS[confidence];
    const best = found.sort((a, b) => strength(b) - strength(a)).slice(0, limit);
    return { claims: best.map((label) => toClaim(labels, label)), count: found.length, looked: members.length };
  }
}
