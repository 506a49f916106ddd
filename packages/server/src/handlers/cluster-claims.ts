import type { LabelClaim } from '@trailmark/api/contract/label';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { StoredLabel } from '@trailmark/core/label';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import type { ClusterScope } from './cluster-answer.ts';
import { toClaim } from './label-answer.ts';

/** Members whose claims are looked up for one answer. */
export const MEMBERS_LABELLED = 20_000;
/** Addresses written out between two turns of the event loop: a few milliseconds. */
const TURN = 500;

/** Claims about some addresses, the most confident first. */
export interface FoundClaims {
  readonly claims: readonly LabelClaim[];
  /** How many there are; `claims` may hold fewer. */
  readonly count: number;
  /** Members that were looked up. */
  readonly looked: number;
}

/** Looks up labels of cluster members, for one request. */
export class ClaimFinder {
  readonly #scope: ClusterScope;
  readonly #network: NetworkId | undefined;
  #sinceTurn = 0;

  constructor(scope: ClusterScope) {
    this.#scope = scope;
    this.#network = networkOfChain(scope.ledger.id);
  }

  /** Everything said of an address of the chain, as it is answered. */
  ofAddress(address: string): LabelClaim[] {
    const { labels } = this.#scope;
    const found = this.#network === undefined ? [] : labels.labelsOf(this.#network, address);
    return found.map((label) => toClaim(labels, label));
  }

  /** Claims about members by number: the first `MEMBERS_LABELLED` of them, at most `limit` claims. Gives other requests a turn. */
  async ofMembers(members: ArrayLike<number>, limit: number, most = MEMBERS_LABELLED): Promise<FoundClaims> {
    const { labels, clusters, ledger } = this.#scope;
    const network = this.#network;
    const looked = Math.min(members.length, most);
    if (network === undefined || labels.labelCount === 0) return { claims: [], count: 0, looked: members.length };
    const found: StoredLabel[] = [];
    for (let i = 0; i < looked; i++) {
      found.push(...labels.labelsOf(network, formatOwner(ledger.chain, clusters.owner(members[i] ?? 0))));
      if (++this.#sinceTurn % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const strength = ({ confidence }: StoredLabel): number => CONFIDENCE_LEVELS[confidence];
    const best = found.sort((a, b) => strength(b) - strength(a)).slice(0, limit);
    return { claims: best.map((label) => toClaim(labels, label)), count: found.length, looked };
  }
}
