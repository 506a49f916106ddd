import type { LabelClaim, LabelsAsOf } from '@trailmark/api/contract/label';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { LabelPackVersion, LabelReader, StoredLabel } from '@trailmark/core/label';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import type { ClusterScope } from './cluster-answer.ts';

/** Members whose claims are looked up for one answer. */
export const MEMBERS_LABELLED = 20_000;
/** Addresses written out between two turns of the event loop: a few milliseconds. */
const TURN = 500;

/** Which labels an answer was computed with. */
export function toLabelsAsOf({ version, asOf, labelCount }: LabelReader): LabelsAsOf {
  return { version, asOf: asOf ?? null, labelCount };
}

/** A claim as it is answered, with its pack. */
export function toClaim(labels: LabelReader, packs: readonly LabelPackVersion[], label: StoredLabel): LabelClaim {
  const pack = packs.find(({ id, isActive }) => id === label.pack && isActive);
  const actor = label.actor === undefined ? undefined : labels.actor(label.actor);
  return {
    id: label.id,
    network: label.network,
    address: label.address,
    label: label.label,
    category: label.category,
    actor: label.actor === undefined ? null : { id: label.actor, label: actor?.label ?? label.actor },
    confidence: { id: label.confidence, level: CONFIDENCE_LEVELS[label.confidence] },
    scope: label.scope,
    role: label.role ?? null,
    source: label.source,
    asOf: label.asOf ?? null,
    licence: label.licence,
    visibility: label.visibility,
    pack: {
      id: label.pack,
      title: pack?.title ?? label.pack,
      version: pack?.version ?? '0'.repeat(16),
      asOf: pack?.asOf ?? '1970-01-01',
    },
    details: { ...label.details },
  };
}

/** Claims about some addresses, the most confident first. */
export interface FoundClaims {
  readonly claims: readonly LabelClaim[];
  /** How many there are; `claims` may hold fewer. */
  readonly count: number;
  /** Members that were looked up. */
  readonly looked: number;
}

/** Looks up labels of cluster members. Make one a request: it numbers the packs once. */
export class ClaimFinder {
  readonly #scope: ClusterScope;
  readonly #network: NetworkId | undefined;
  readonly #packs: readonly LabelPackVersion[];
  #sinceTurn = 0;

  constructor(scope: ClusterScope) {
    this.#scope = scope;
    this.#network = networkOfChain(scope.ledger.id);
    this.#packs = scope.labels.packs();
  }

  /** Everything said of an address of the chain, as it is answered. */
  ofAddress(address: string): LabelClaim[] {
    const { labels } = this.#scope;
    const found = this.#network === undefined ? [] : labels.labelsOf(this.#network, address);
    return found.map((label) => toClaim(labels, this.#packs, label));
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
    return { claims: best.map((label) => toClaim(labels, this.#packs, label)), count: found.length, looked };
  }
}
