import { type AttributionDecision, decideAttribution } from '@trailmark/analysis/attribution/decide-attribution';
import type { Evidence } from '@trailmark/analysis/attribution/finding';
import type { ActorFinder, AttributionSubject } from '@trailmark/analysis/attribution/subject';
import type { Attribution, EvidenceItem } from '@trailmark/api/contract/lookup';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView } from '@trailmark/core/cluster';
import type { LabelReader } from '@trailmark/core/label';
import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import { dayOf } from '@trailmark/core/price';
import type { ReadOptions } from '@trailmark/core/read-options';
import { readLabels, toActorReference, toAddressLabels, toClaim } from '../../knowledge/labels/label-answer.ts';
import { getHoldings } from '../../ledger/answer.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { type NamedOwner, readOwner } from '../../ledger/outputs/owner-input.ts';
import { readRecords, readSweeps, refuseFlows } from './attribution-flows.ts';
import { ServiceFinder } from './attribution-services.ts';
import type { LookupScope } from './lookup-scope.ts';

const TRANSACTIONS_NAMED = 20;
/** Labelled members of a cluster that are proved, for one address and for each of a list. */
const CLAIMS = { one: 5, list: 2 } as const;

/** An address with what was decided of it. */
export interface Attributed {
  readonly decision: AttributionDecision;
  readonly attribution: Attribution;
}

function findActors(labels: LabelReader): ActorFinder {
  return {
    byId: (id) => labels.actor(id),
    byName(name) {
      const wanted = name.toLowerCase();
      const { items } = labels.searchActors({ text: name }, { offset: 0, limit: 20 });
      return items.find(({ id, label, aliases }) =>
        [id, label, ...aliases].some((text) => text.toLowerCase() === wanted),
      );
    },
  };
}

type Use = AttributionSubject['use'];

function unusedUse(status: 'not-seen' | 'no-ledger', partial?: string): Use {
  return { status, receives: 0, spends: 0, first: undefined, last: undefined, lastDay: undefined, partial };
}

function toUse({ reader }: ServedOutputs, totals: OwnerTotals | undefined): Use {
  const { coverage } = getHoldings(reader);
  const notIndexed = coverage.complete
    ? []
    : [`${coverage.summary} Transactions outside of it are not part of this answer.`];
  if (!totals) return unusedUse('not-seen', notIndexed[0]);
  const { firstPosition, lastPosition } = totals;
  const time = lastPosition === undefined ? undefined : reader.block(positionHeight(lastPosition))?.time;
  const notRead = refuseFlows(totals.transactionCount);
  const partial = [...notIndexed, ...(notRead ? [notRead] : [])].join(' ');
  return {
    status: 'seen',
    receives: totals.receiveCount,
    spends: totals.spendCount,
    first: firstPosition,
    last: lastPosition,
    lastDay: time === undefined ? undefined : dayOf(time),
    partial: partial === '' ? undefined : partial,
  };
}

function mayBeSwept(scope: LookupScope, { address }: NamedOwner, totals: OwnerTotals | undefined): boolean {
  const isUsed = totals !== undefined && totals.spendCount > 0 && totals.receiveCount > 0;
  const isUnnamed = scope.labels.labelCount > 0 && !scope.labels.has(scope.network, address);
  return isUsed && isUnnamed && refuseFlows(totals.transactionCount) === undefined;
}

async function readSubjects(
  scope: LookupScope & { readonly ledger: ServedOutputs },
  addresses: readonly string[],
  view: ClusterView,
  read: ReadOptions,
): Promise<AttributionSubject[]> {
  const { ledger, labels, network, clusters } = scope;
  const owners = addresses.map((address) => readOwner(ledger, address));
  const finder = await ServiceFinder.open(scope, ledger);
  const totals = await ledger.reader.totals(
    owners.map(({ owner }) => owner),
    read,
  );
  const swept = owners.filter((owner) => mayBeSwept(scope, owner, totals.get(owner.id)));
  const sweeps = await readSweeps(scope, finder, swept, read);
  const limit = addresses.length === 1 ? CLAIMS.one : CLAIMS.list;
  const day = dayOf(Date.now() / 1000);
  return owners.map(({ owner, id, address }) => ({
    address,
    labels: readLabels(labels, network, address),
    conservative: clusters && finder.clusterClaims(owner, 'conservative', limit),
    expanded: clusters && finder.clusterClaims(owner, 'expanded', limit),
    view,
    sweep: sweeps.get(id),
    use: toUse(ledger, totals.get(id)),
    day,
    actors: findActors(labels),
  }));
}

function toEvidence(scope: LookupScope, item: Evidence, txids: ReadonlyMap<number, string>): EvidenceItem {
  const { kind, sentence, confidence, label, positions, via } = item;
  return {
    kind,
    sentence,
    confidence: confidence ?? null,
    claim: label ? toClaim(scope.labels, label) : null,
    transactions: positions.slice(0, TRANSACTIONS_NAMED).flatMap((position) => txids.get(position) ?? []),
    via: via ?? null,
  };
}

function toClusters({ ledger, clusters }: LookupScope, address: string): Attribution['clusters'] {
  if (!ledger || !clusters) return { conservative: null, expanded: null };
  const { owner } = readOwner(ledger, address);
  const toReference = (view: ClusterView): Attribution['clusters']['conservative'] => {
    const cluster = clusters.find(owner, view);
    return cluster ? { view, id: cluster.id, root: formatOwner(ledger.chain, cluster.root), size: cluster.size } : null;
  };
  return { conservative: toReference('conservative'), expanded: toReference('expanded') };
}

function toAttribution(
  scope: LookupScope,
  subject: AttributionSubject,
  decision: AttributionDecision,
  txids: ReadonlyMap<number, string>,
): Attribution {
  const { labels, network, ledger } = scope;
  const { verdict, sentence, confidence, operator, host, evidence, warnings } = decision;
  return {
    network,
    chain: ledger?.id ?? null,
    address: subject.address,
    verdict,
    sentence,
    confidence: confidence ?? null,
    actor: operator === undefined ? null : toActorReference(labels, operator),
    host: host === undefined ? null : toActorReference(labels, host),
    evidence: evidence.map((item) => toEvidence(scope, item, txids)),
    warnings: warnings.map((warning) => ({ ...warning })),
    labels: toAddressLabels(labels, network, subject.address),
    clusters: toClusters(scope, subject.address),
    status: subject.use.status,
  };
}

function hasLedger(scope: LookupScope): scope is LookupScope & { readonly ledger: ServedOutputs } {
  return scope.ledger !== undefined;
}

/**
 * Whose addresses these are, in the order given: a few queries for all of them, and one for the history of each that may
 * have been swept. Addresses are canonical on the scope's network.
 */
export async function readAttributions(
  scope: LookupScope,
  addresses: readonly string[],
  view: ClusterView,
  read: ReadOptions,
): Promise<Attributed[]> {
  if (addresses.length === 0) return [];
  const { labels, network } = scope;
  const subjects = hasLedger(scope)
    ? await readSubjects(scope, addresses, view, read)
    : addresses.map((address) => ({
        address,
        labels: readLabels(labels, network, address),
        conservative: undefined,
        expanded: undefined,
        view,
        sweep: undefined,
        use: unusedUse('no-ledger'),
        day: dayOf(Date.now() / 1000),
        actors: findActors(labels),
      }));
  const decisions = subjects.map((subject) => decideAttribution(subject));
  const named = decisions.flatMap(({ evidence }) =>
    evidence.flatMap(({ positions }) => positions.slice(0, TRANSACTIONS_NAMED)),
  );
  const records = scope.ledger ? await readRecords(scope.ledger, named, read) : new Map();
  const txids = new Map([...records].map(([position, { txid }]) => [position, txid]));
  return subjects.flatMap((subject, i) => {
    const decision = decisions[i];
    return decision ? [{ decision, attribution: toAttribution(scope, subject, decision, txids) }] : [];
  });
}
