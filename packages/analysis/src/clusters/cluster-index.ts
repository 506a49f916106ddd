import type {
  Cluster,
  ClusterLink,
  ClusterView,
  CoinJoinFinding,
  CoinJoinKind,
  LinkRule,
  MergeAlarm,
  ProofStep,
} from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { POSITIONS_PER_BLOCK, type Position } from '@trailmark/core/position';
import type { ChangeVerdict } from '../change/consensus.ts';
import { ClusterGraph, type ClusterGraphOptions, type StoredAlarm } from './cluster-graph.ts';
import type { ClusterPart, ClusterProgress, ClusterReader, LinkFilter } from './cluster-reader.ts';
import { fingerprint } from './cluster-rules.ts';
import { eachLinkOf, partitionMembers } from './partition.ts';
import { findPath, type LinkScope, type PathStep } from './proof-search.ts';
import { CO_SPEND } from './rule-sets.ts';

/** Links and owners a search for a path may look at; beyond that it answers what it would for owners that are apart. */
const PATH_BUDGET = 50_000_000;
/** To find whether a step is a bridge, over all steps of a path. */
const BRIDGE_BUDGET = 400_000;
const LARGEST_PARTITION = 2_000_000;
const CACHED_CLUSTERS = 16;

interface ClusterMembers {
  readonly members: Uint32Array;
  links?: Uint32Array;
  summary?: ReturnType<ClusterReader['linkSummary']>;
}

/** The queries of a chain's clusters. Feed it through `graph`. */
export class ClusterIndex implements ClusterReader {
  readonly graph: ClusterGraph;
  readonly rulesVersion: string;
  /** Set by whoever feeds the graph. */
  progress: ClusterProgress = { state: 'building', height: undefined, hash: undefined, transactions: 0, progress: 0 };
  private readonly cache = new Map<string, ClusterMembers>();
  private cachedVersion = -1;

  constructor(options: ClusterGraphOptions) {
    this.graph = new ClusterGraph(options);
    const { coinJoins, change } = options.rules;
    this.rulesVersion = fingerprint(`${CO_SPEND.id}@${CO_SPEND.version} ${coinJoins.version} ${change.version}`);
  }

  get ownerCount(): number {
    return this.graph.owners.count;
  }

  numberOf(owner: Owner): number | undefined {
    return this.graph.owners.find(owner);
  }

  owner(number: number): Owner {
    return this.graph.owners.get(number);
  }

  find(owner: Owner, view: ClusterView): Cluster | undefined {
    const number = this.numberOf(owner);
    return number === undefined ? undefined : this.clusterOf(number, view);
  }

  clusterOf(number: number, view: ClusterView): Cluster | undefined {
    if (!Number.isInteger(number) || number < 0 || number >= this.ownerCount) return undefined;
    const forest = this.graph.forests[view];
    const id = forest.find(number);
    return { view, id, root: this.owner(id), size: forest.sizeOf(id) };
  }

  members(cluster: Cluster, page: { after?: number | undefined; limit: number }): Uint32Array {
    return pageOf(this.held(cluster).members, page);
  }

  links(
    cluster: Cluster,
    page: { after?: number | undefined; limit: number },
  ): { number: number; link: ClusterLink }[] {
    return Array.from(pageOf(this.linkNumbers(cluster), page), (number) => ({ number, link: this.toLink(number) }));
  }

  rankOf(cluster: Cluster, list: 'members' | 'links', number: number): number | undefined {
    const numbers = list === 'members' ? this.held(cluster).members : this.linkNumbers(cluster);
    const rank = countUpTo(numbers, number);
    return numbers[rank - 1] === number ? rank : undefined;
  }

  linkSummary(cluster: Cluster): ReturnType<ClusterReader['linkSummary']> {
    const held = this.held(cluster);
    held.summary ??= this.summarise(cluster, held.members);
    return held.summary;
  }

  linksAt(position: Position): ClusterLink[] {
    return this.graph.links.linksAt(position).map((link) => this.toLink(link));
  }

  why(from: Owner, to: Owner, view: ClusterView, filter?: LinkFilter): ProofStep[] | undefined {
    const [a, b] = [this.numberOf(from), this.numberOf(to)];
    if (a === undefined || b === undefined) return undefined;
    const forest = this.graph.forests[view];
    if (forest.find(a) !== forest.find(b)) return undefined;
    const scope = this.scope(view, filter);
    const answer = findPath(scope, a, b, PATH_BUDGET);
    return answer.kind === 'path' ? this.toSteps(scope, answer.steps) : undefined;
  }

  partition(
    cluster: Cluster,
    filter: LinkFilter,
  ): { readonly parts: readonly ClusterPart[]; readonly linksDropped: number } | undefined {
    if (cluster.size > LARGEST_PARTITION) return undefined;
    const { members } = this.held(cluster);
    const { view } = cluster;
    const { parts, linksDropped } = partitionMembers(this.scope(view), this.scope(view, filter), members);
    return {
      parts: parts.map((part) => ({ root: this.owner(part[0] ?? 0), size: part.length, members: part })),
      linksDropped,
    };
  }

  alarms(view: ClusterView, page: { before?: Position | undefined; limit: number }): MergeAlarm[] {
    const before = page.before ?? Number.POSITIVE_INFINITY;
    const alarms = this.graph.alarms.filter((alarm) => alarm.view === view && alarm.position < before);
    return alarms
      .slice(-page.limit)
      .reverse()
      .map((alarm) => this.toAlarm(alarm));
  }

  alarmsOf(cluster: Cluster): MergeAlarm[] {
    const forest = this.graph.forests[cluster.view];
    return this.graph.alarms
      .filter(({ view, union }) => view === cluster.view && forest.find(union.root) === cluster.id)
      .map((alarm) => this.toAlarm(alarm));
  }

  coinJoinKind(position: Position): CoinJoinKind | undefined {
    return this.graph.coinJoinKind(position);
  }

  detect(record: TransactionRecord): CoinJoinFinding | undefined {
    return record.isCoinbase ? undefined : this.graph.detect(record);
  }

  change(record: TransactionRecord): ChangeVerdict {
    const first = record.inputs.find(({ owner }) => owner !== undefined)?.owner;
    const from = first && this.numberOf(first);
    // As of the transaction: links made later do not count, the one it made itself does.
    const scope = { ...this.scope('conservative'), end: record.position + 1 };
    return this.graph.decideChange(record, (vout) => {
      const owner = record.outputs[vout]?.owner;
      const to = owner && this.numberOf(owner);
      if (from === undefined || to === undefined) return false;
      const { conservative } = this.graph.forests;
      return (
        conservative.find(from) === conservative.find(to) && findPath(scope, from, to, PATH_BUDGET).kind === 'path'
      );
    });
  }

  private scope(view: ClusterView, filter?: LinkFilter): LinkScope {
    const until = filter?.untilHeight;
    return {
      links: this.graph.links,
      allowed: this.graph.ruleSets.allowed(view, filter),
      without: new Set(filter?.withoutPositions),
      end: until === undefined ? Number.POSITIVE_INFINITY : (until + 1) * POSITIONS_PER_BLOCK,
    };
  }

  private toSteps(scope: LinkScope, steps: readonly PathStep[]): ProofStep[] {
    const budget = Math.floor(BRIDGE_BUDGET / Math.max(1, steps.length));
    return steps.map((step) => ({
      from: this.owner(step.from),
      to: this.owner(step.to),
      link: this.toLink(step.link),
      isBridge: isBridge(scope, step, budget),
    }));
  }

  private toLink(number: number): ClusterLink {
    const { links, ruleSets } = this.graph;
    const set = ruleSets.get(links.ruleSet(number));
    return {
      position: links.position(number),
      view: set.view,
      rules: set.rules,
      confidence: set.confidence,
      owners: Array.from(links.owners(number), (owner) => this.owner(owner)),
      vout: links.vout(number),
    };
  }

  private toAlarm({ position, view, link, union }: StoredAlarm): MergeAlarm {
    const parts = [
      { root: this.owner(union.root), size: union.rootSize },
      { root: this.owner(union.child), size: union.childSize },
    ].sort((a, b) => b.size - a.size);
    return { position, view, link: this.toLink(link), parts };
  }

  private linkNumbers(cluster: Cluster): Uint32Array {
    const held = this.held(cluster);
    held.links ??= this.gatherLinks(cluster, held.members);
    return held.links;
  }

  private gatherLinks(cluster: Cluster, members: Uint32Array): Uint32Array {
    const numbers: number[] = [];
    eachLinkOf(this.scope(cluster.view), members, (link) => void numbers.push(link));
    return Uint32Array.from(numbers).sort();
  }

  private summarise(cluster: Cluster, members: Uint32Array): ReturnType<ClusterReader['linkSummary']> {
    const { links, ruleSets } = this.graph;
    const bySet = new Uint32Array(ruleSets.count);
    let weakest = -1;
    let lowest = Number.POSITIVE_INFINITY;
    let count = 0;
    eachLinkOf(this.scope(cluster.view), members, (link) => {
      count++;
      const set = links.ruleSet(link);
      bySet[set] = (bySet[set] ?? 0) + 1;
      const { confidence } = ruleSets.get(set);
      if (confidence < lowest || (confidence === lowest && link < weakest)) [lowest, weakest] = [confidence, link];
    });
    return { count, byRule: this.countRules(bySet), weakest: weakest < 0 ? undefined : this.toLink(weakest) };
  }

  private countRules(bySet: Uint32Array): { rule: LinkRule; count: number }[] {
    const byRule = new Map<string, { rule: LinkRule; count: number }>();
    for (const [set, count] of bySet.entries()) {
      if (count === 0) continue;
      for (const rule of this.graph.ruleSets.get(set).rules) {
        const row = byRule.get(rule.id) ?? { rule, count: 0 };
        row.count += count;
        byRule.set(rule.id, row);
      }
    }
    return [...byRule.values()].sort((a, b) => b.count - a.count || (a.rule.id < b.rule.id ? -1 : 1));
  }

  /** Members of a cluster, and what was gathered about it, until the graph changes. */
  private held(cluster: Cluster): ClusterMembers {
    if (this.cachedVersion !== this.graph.version) this.cache.clear();
    this.cachedVersion = this.graph.version;
    const key = `${cluster.view} ${cluster.id}`;
    const known = this.cache.get(key);
    if (known) return known;
    const held: ClusterMembers = { members: this.graph.forests[cluster.view].members(cluster.id) };
    this.cache.set(key, held);
    const [oldest] = this.cache.keys();
    if (this.cache.size > CACHED_CLUSTERS && oldest !== undefined) this.cache.delete(oldest);
    return held;
  }
}

function isBridge(scope: LinkScope, { from, to, link }: PathStep, budget: number): boolean | undefined {
  const { kind } = findPath({ ...scope, exceptLink: link }, from, to, budget);
  return kind === 'unknown' ? undefined : kind === 'apart';
}

/** How many of ascending numbers are at or below one. */
function countUpTo(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ascending numbers above `after`. */
function pageOf(numbers: Uint32Array, { after, limit }: { after?: number | undefined; limit: number }): Uint32Array {
  const from = after === undefined ? 0 : countUpTo(numbers, after);
  return numbers.slice(from, from + limit);
}
