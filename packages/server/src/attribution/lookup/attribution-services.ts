import type { ClusterClaims, MemberClaim, ServiceMark } from '@trailmark/analysis/attribution/subject';
import { claimLevel, isService, serviceKey } from '@trailmark/analysis/attribution/wording';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { Cluster, ClusterLink, ClusterView, LinkRule } from '@trailmark/core/cluster';
import type { StoredLabel } from '@trailmark/core/label';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { findLabelledMembers, type LabelledMembers } from '../clusters/cluster-labelled.ts';
import type { LookupScope } from './lookup-scope.ts';

/** Labelled members of one cluster that are looked at. */
const MEMBERS_LOOKED = 500;
const LINKS_NAMED = 20;
const NO_MEMBERS: LabelledMembers = new Map();

function byStrength(a: StoredLabel, b: StoredLabel): number {
  return claimLevel(b) - claimLevel(a) || (a.id < b.id ? -1 : 1);
}

function ruleOf({ rules, confidence }: ClusterLink): LinkRule {
  return rules.find((rule) => rule.confidence === confidence) ?? { id: 'unknown', version: 0, confidence };
}

function weakestOf(links: readonly ClusterLink[]): ClusterLink | undefined {
  return links.toSorted((a, b) => a.confidence - b.confidence || a.position - b.position)[0];
}

/** Labels of addresses and of their clusters on one ledger, for one answer: everything is searched once. */
export class ServiceFinder {
  readonly #scope: LookupScope;
  readonly #ledger: ServedOutputs;
  readonly #members: Readonly<Record<ClusterView, LabelledMembers>>;
  readonly #direct = new Map<string, ServiceMark | undefined>();
  readonly #ofCluster = new Map<number, ServiceMark | undefined>();

  private constructor(
    scope: LookupScope,
    ledger: ServedOutputs,
    members: Readonly<Record<ClusterView, LabelledMembers>>,
  ) {
    this.#scope = scope;
    this.#ledger = ledger;
    this.#members = members;
  }

  static async open(scope: LookupScope, ledger: ServedOutputs): Promise<ServiceFinder> {
    const { clusters, labels } = scope;
    const find = (view: ClusterView): Promise<LabelledMembers> | undefined =>
      clusters && findLabelledMembers({ ledger, clusters, labels }, view);
    const [conservative = NO_MEMBERS, expanded = NO_MEMBERS] = await Promise.all([
      find('conservative'),
      find('expanded'),
    ]);
    return new ServiceFinder(scope, ledger, { conservative, expanded });
  }

  labelsOf(owner: Owner): readonly StoredLabel[] {
    const { labels, network } = this.#scope;
    return labels.labelCount === 0 ? [] : labels.labelsOf(network, formatOwner(this.#ledger.chain, owner));
  }

  #memberLabels(view: ClusterView, cluster: number, except: number | undefined): StoredLabel[] {
    const members = (this.#members[view].get(cluster) ?? []).filter((number) => number !== except);
    const { clusters } = this.#scope;
    if (!clusters) return [];
    return members
      .slice(0, MEMBERS_LOOKED)
      .flatMap((number) => this.labelsOf(clusters.owner(number)))
      .sort(byStrength);
  }

  #markOfCluster(cluster: number): ServiceMark | undefined {
    if (this.#ofCluster.has(cluster)) return this.#ofCluster.get(cluster);
    const label = this.#memberLabels('conservative', cluster, undefined).find(isService);
    const mark = label && { key: serviceKey(label), label, viaCluster: true };
    this.#ofCluster.set(cluster, mark);
    return mark;
  }

  /** The labelled service of an owner: by a label on it, else by one on a member of its conservative cluster. */
  serviceOf = (owner: Owner): ServiceMark | undefined => {
    const id = ownerId(owner);
    if (this.#direct.has(id)) return this.#direct.get(id);
    const label = this.labelsOf(owner).toSorted(byStrength).find(isService);
    const cluster = label ? undefined : this.#scope.clusters?.find(owner, 'conservative');
    const mark = label
      ? { key: serviceKey(label), label, viaCluster: false }
      : cluster && this.#markOfCluster(cluster.id);
    this.#direct.set(id, mark);
    return mark;
  };

  #toClaim(owner: Owner, cluster: Cluster, label: StoredLabel, member: Owner): MemberClaim {
    const { clusters } = this.#scope;
    const steps = clusters?.why(owner, member, cluster.view) ?? [];
    const links = steps.map(({ link }) => link);
    const weakest = weakestOf(links) ?? clusters?.linkSummary(cluster).weakest;
    return {
      label,
      weakest: weakest ? ruleOf(weakest) : { id: 'unknown', version: 0, confidence: 0 },
      positions: [...new Set(links.map(({ position }) => position))].slice(0, LINKS_NAMED),
    };
  }

  /** The claims about the other members of an owner's cluster; the strongest `limit` claims with their proof paths. */
  clusterClaims(owner: Owner, view: ClusterView, limit: number): ClusterClaims | undefined {
    const { clusters } = this.#scope;
    const number = clusters?.numberOf(owner);
    const cluster = number === undefined ? undefined : clusters?.clusterOf(number, view);
    if (!clusters || number === undefined || !cluster || cluster.size < 2) return undefined;
    const conservative = view === 'expanded' ? clusters.clusterOf(number, 'conservative')?.id : undefined;
    const isAdded = (member: number): boolean =>
      conservative === undefined || clusters.clusterOf(member, 'conservative')?.id !== conservative;
    const labelled = (this.#members[view].get(cluster.id) ?? []).filter(
      (member) => member !== number && isAdded(member),
    );
    const found = labelled.slice(0, MEMBERS_LOOKED).flatMap((member) => {
      const named = clusters.owner(member);
      return this.labelsOf(named).map((label) => ({ label, named }));
    });
    const strongest = found.sort((a, b) => byStrength(a.label, b.label)).slice(0, limit);
    const claims = strongest.map(({ label, named }) => this.#toClaim(owner, cluster, label, named));
    return { view, size: cluster.size, claims, labelledCount: labelled.length };
  }
}
