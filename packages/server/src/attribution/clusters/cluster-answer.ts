import type { ClusterReader, LinkFilter } from '@trailmark/analysis/clusters/cluster-reader';
import type { ClusterLinkRow, ClusterReference, RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import type { AsOf, Coverage, Gap } from '@trailmark/api/wire';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { OutputChainId } from '@trailmark/core/chain';
import type { Cluster, ClusterLink, ClusterView, LinkRule } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';
import { toEnvelope } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';
import { RULES, ruleName } from './rule-catalogue.ts';

/** Rules that links carry, and that can therefore be left out. */
const JOINING_RULES: readonly string[] = RULES.filter(({ view }) => view !== null).map(({ id }) => id);

/** Owners of a link that are named; `ownerCount` counts all. */
const NAMED_OWNERS = 50;

/** What one request about clusters works on: the same labels and clusters from its start to its end. */
export interface ClusterScope {
  readonly ledger: ServedOutputs;
  readonly clusters: ClusterReader;
  readonly labels: LabelReader;
  /** As of the moment the clusters were opened. */
  readonly rules: RulesAsOf;
}

/** Throws `not-found` where the chain is not indexed, `unavailable` while there are no clusters of it at all. */
export function openClusters(ledgers: Ledgers, knowledge: Knowledge, chain: OutputChainId): ClusterScope {
  const ledger = ledgers.get(chain);
  const clusters = knowledge.clusters(chain);
  if (clusters) return { ledger, clusters, labels: knowledge.labels(), rules: toRulesAsOf(clusters) };
  throw new AppError('unavailable', `There are no clusters of ${ledger.chain.name} on this server yet.`);
}

/** Which rules an answer was computed with. */
export function toRulesAsOf({ rulesVersion, progress }: ClusterReader): RulesAsOf {
  const { state, height, hash } = progress;
  return { version: rulesVersion, state, height: height ?? null, hash: hash ?? null, progress: progress.progress };
}

/**
 * Holds an answer to one chain of blocks: positions and numbers of blocks that were taken back mean something else now.
 * Throws `unavailable` from when the ledger changes branch until the clusters have followed.
 */
export function assertInStep({ ledger, rules: { height, hash } }: Pick<ClusterScope, 'ledger' | 'rules'>): void {
  if (height === null || ledger.reader.block(height)?.hash === hash) return;
  throw new AppError(
    'unavailable',
    'Blocks were taken back while this was answered, and the clusters are being put in step. Ask again.',
  );
}

/** As-of, coverage, rules and labels of an answer about clusters, once everything else is read. Throws `unavailable`. */
export function toClusterAnswer(
  scope: ClusterScope,
  gaps: readonly Gap[] = [],
): { asOf: AsOf<OutputChainId>; coverage: Coverage; rules: RulesAsOf; labels: LabelsAsOf } {
  assertInStep(scope);
  return { ...toEnvelope(scope.ledger, gaps), rules: scope.rules, labels: toLabelsAsOf(scope.labels) };
}

/** A gap of kind `stopped-early`: the answer is of a part only, and says of which. */
export function stoppedEarly(message: string, count: number | null = null): Gap {
  return { kind: 'stopped-early', message, fromHeight: null, toHeight: null, count };
}

/** The cluster that a number of a member, or an address, names. Throws `invalid` and `not-found`. */
export function readCluster(
  { ledger, clusters }: ClusterScope,
  text: string,
  view: ClusterView,
): { readonly cluster: Cluster; readonly member: number } {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : clusters.numberOf(readOwner(ledger, text).owner);
  const cluster = number === undefined ? undefined : clusters.clusterOf(number, view);
  if (number !== undefined && cluster) return { cluster, member: number };
  const { state, height } = clusters.progress;
  const reach =
    state === 'ready' ? '' : ` Clusters are still being computed and reach up to height ${height ?? 'none'}.`;
  throw new AppError('not-found', `"${text.slice(0, 100)}" stands in no cluster of this index.${reach}`);
}

/** A cluster as it is referred to. */
export function toReference(
  { ledger }: Pick<ClusterScope, 'ledger'>,
  { view, id, root, size }: Cluster,
): ClusterReference {
  return { view, id, root: formatOwner(ledger.chain, root), size };
}

/** A rule with its name. */
export function toRule({ id, version, confidence }: LinkRule): ClusterLinkRow['rules'][number] {
  return { id, version, name: ruleName(id), confidence };
}

/** Links as they are answered, in the order given. One question to the ledger for all of them. */
export async function toLinkRows(
  scope: Pick<ClusterScope, 'ledger' | 'rules'>,
  links: readonly ClusterLink[],
  read: ReadOptions,
): Promise<ClusterLinkRow[]> {
  const { ledger } = scope;
  const records = await ledger.reader.records(
    links.map(({ position }) => position),
    read,
  );
  assertInStep(scope);
  return links.map((link, i) => {
    const record = records[i];
    if (!record) throw new AppError('inconsistent', 'The clusters name a transaction that is not indexed.');
    const height = positionHeight(link.position);
    const block = ledger.reader.block(height);
    return {
      txid: record.txid,
      height,
      index: positionIndex(link.position),
      time: block?.time ?? 0,
      timeEstimated: block?.timeEstimated ?? false,
      view: link.view,
      rules: link.rules.map(toRule),
      confidence: link.confidence,
      addresses: link.owners.slice(0, NAMED_OWNERS).map((owner) => formatOwner(ledger.chain, owner)),
      ownerCount: link.owners.length,
      vout: link.vout ?? null,
      hasRaw: record.hasRaw,
    };
  });
}

/**
 * The filter that leaves out rules and transactions by id. Throws `invalid` for a rule that joins nobody or does not exist and
 * for a text that is no txid, `not-found` for one not indexed.
 */
export async function readFilter(
  ledger: ServedOutputs,
  rules: readonly string[],
  txids: readonly string[],
  read: ReadOptions,
): Promise<LinkFilter> {
  const unknown = rules.find((rule) => !JOINING_RULES.includes(rule));
  if (unknown !== undefined)
    throw new AppError(
      'invalid',
      `No rule ${/^[a-z0-9-]{1,40}$/.test(unknown) ? `"${unknown}"` : 'of that name'} joins addresses. Those that do: ${JOINING_RULES.join(', ')}.`,
    );
  const wrong = txids.find((txid) => !/^[0-9a-f]{64}$/.test(txid));
  if (wrong !== undefined)
    throw new AppError(
      'invalid',
      `"${wrong.slice(0, 16)}${wrong.length > 16 ? '…' : ''}" is no transaction id: 64 digits of 0-9 and a-f are expected.`,
    );
  if (txids.length === 0) return { withoutRules: rules };
  const found = await ledger.reader.positionsOf(txids, read);
  const absent = txids.find((txid) => !found.has(txid));
  if (absent !== undefined) throw new AppError('not-found', `Transaction ${absent} is not in this index.`);
  return { withoutRules: rules, withoutPositions: [...found.values()].flat() };
}
