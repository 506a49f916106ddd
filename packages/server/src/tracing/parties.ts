import { claimLevel, serviceKey } from '@trailmark/analysis/attribution/wording';
import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import type { Owner } from '@trailmark/core/owner';
import { describeListing, readListing, SANCTIONS_PACK } from '@trailmark/core/sanction-listing';
import type { PartyClaim } from '@trailmark/core/screening/exposure';
import type { KnownParty, PartyKind } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge, PartyReader } from '@trailmark/core/trace/trace-knowledge';
import {
  findLabelledMembers,
  findMayBeLabelled,
  type LabelledMembers,
} from '../attribution/clusters/cluster-labelled.ts';
import type { ServedOutputs } from '../ledger/ledgers.ts';

const LONGEST_NAME = 200;
/** Labelled members of one cluster that are looked at for the name of a counterparty, and between two turns of the event loop. */
const MEMBERS_LOOKED = 500;
/** Of several claims about one address the one that ends a trail first names it. */
const KIND_ORDER: readonly PartyKind[] = ['sanctioned', 'mixer', 'service', 'bridge', 'contract', 'named'];

const KIND_OF: Partial<Record<CategoryId, PartyKind>> = {
  sanctioned: 'sanctioned',
  mixer: 'mixer',
  coinjoin: 'mixer',
  bridge: 'bridge',
  dex: 'contract',
  defi: 'contract',
  token_contract: 'contract',
  nft_marketplace: 'contract',
};

function kindOf(category: CategoryId): PartyKind {
  return KIND_OF[category] ?? (CATEGORIES[category].isService ? 'service' : 'named');
}

function byWeight(a: StoredLabel, b: StoredLabel): number {
  const [x, y] = [KIND_ORDER.indexOf(kindOf(a.category)), KIND_ORDER.indexOf(kindOf(b.category))];
  return x - y || claimLevel(b) - claimLevel(a) || (a.id < b.id ? -1 : 1);
}

/** The name that a claim gives: of the organisation where the directory knows it. */
export function nameOfClaim(labels: LabelReader, { actor, label }: Pick<StoredLabel, 'actor' | 'label'>): string {
  const known = actor === undefined ? undefined : labels.actor(actor);
  return (known?.label ?? label).slice(0, LONGEST_NAME);
}

function toParty(labels: LabelReader, label: StoredLabel, via: string | undefined): KnownParty {
  const listing = readListing(label);
  return {
    kind: kindOf(label.category),
    name: nameOfClaim(labels, label),
    category: label.category,
    basis: via === undefined ? 'claim' : 'inference',
    source: label.source.slice(0, LONGEST_NAME),
    asOf: label.asOf,
    confidence: claimLevel(label),
    listing: listing && describeListing(listing, labels.packs().find(({ id }) => id === SANCTIONS_PACK)?.asOf),
    key: serviceKey(label).slice(0, LONGEST_NAME),
    via,
  };
}

function findDirect(labels: LabelReader, network: NetworkId, address: string): KnownParty | undefined {
  const [first] = labels.labelsOf(network, address).toSorted(byWeight);
  return first && toParty(labels, first, undefined);
}

/** Nobody has a name. */
const NO_PARTIES: PartyReader = { partiesOf: () => new Map() };
/** Answers that are kept: a long history meets most of its counterparties once. */
const MOST_KEPT = 20_000;

function createReader(find: (address: string) => KnownParty | undefined): PartyReader {
  const known = new Map<string, KnownParty | undefined>();
  const read = (address: string): KnownParty | undefined => {
    if (known.has(address)) return known.get(address);
    const found = find(address);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(address, found);
    return found;
  };
  return {
    partiesOf: (addresses) =>
      new Map(
        addresses.flatMap((address) => {
          const party = read(address);
          return party ? [[address, party] as const] : [];
        }),
      ),
  };
}

/** Parties of an account chain: labels on the address itself, of that very chain. */
export function createAccountParties(labels: LabelReader, network: NetworkId | undefined): PartyReader {
  if (network === undefined || labels.labelCount === 0) return NO_PARTIES;
  return createReader((address) => findDirect(labels, network, address));
}

interface ClusterParties {
  readonly ledger: ServedOutputs;
  readonly labels: LabelReader;
  readonly network: NetworkId;
  readonly clusters: ClusterReader;
  readonly members: LabelledMembers;
}

/** The owner of an address; undefined for a text that names none on this chain. */
export function findOwner(ledger: ServedOutputs, address: string): Owner | undefined {
  try {
    return parseOwner(ledger.chain, address);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return undefined;
    throw error;
  }
}

/** A claim about another member of a cluster, and which. */
export interface MemberClaim {
  readonly label: StoredLabel;
  readonly via: string;
}

const byMemberWeight = (a: MemberClaim, b: MemberClaim): number =>
  byWeight(a.label, b.label) || (a.via < b.via ? -1 : a.via > b.via ? 1 : 0);

/** Numbers of the labelled members of the conservative cluster of an address; empty where it is alone. */
function findMembers({ ledger, clusters, members }: ClusterParties, address: string): readonly number[] {
  const owner = findOwner(ledger, address);
  const number = owner && clusters.numberOf(owner);
  const cluster = number === undefined ? undefined : clusters.clusterOf(number, 'conservative');
  return !cluster || cluster.size < 2 ? [] : (members.get(cluster.id) ?? []);
}

/** What labels on some members of the cluster of an address say of them. */
function readMemberClaims(
  { ledger, labels, network, clusters }: ClusterParties,
  address: string,
  members: readonly number[],
): MemberClaim[] {
  return members.flatMap((member) => {
    const via = formatOwner(ledger.chain, clusters.owner(member));
    return via === address ? [] : labels.labelsOf(network, via).map((label) => ({ label, via }));
  });
}

/** What a label on another member of the conservative cluster says: only claims that speak of the owner of its keys. */
function findByCluster(parties: ClusterParties, address: string): KnownParty | undefined {
  const looked = findMembers(parties, address).slice(0, MEMBERS_LOOKED);
  const [first] = readMemberClaims(parties, address, looked).sort(byMemberWeight);
  return first && toParty(parties.labels, first.label, first.via);
}

/** Every claim about an address itself. */
export function listOwnClaims(
  labels: LabelReader,
  network: NetworkId | undefined,
  address: string,
): readonly StoredLabel[] {
  return network === undefined ? [] : labels.labelsOf(network, address).toSorted(byWeight);
}

/** Every category that labels give an address, each by its strongest claim, in the order of their ids. */
export function listPartyClaims(labels: LabelReader, network: NetworkId, address: string): readonly PartyClaim[] {
  const claims = new Map<CategoryId, StoredLabel>();
  for (const label of labels.labelsOf(network, address).toSorted(byWeight)) {
    if (!claims.has(label.category)) claims.set(label.category, label);
  }
  return [...claims.values()]
    .sort((a, b) => (a.category < b.category ? -1 : 1))
    .map((label) => {
      const { name, source, asOf, confidence, listing } = toParty(labels, label, undefined);
      const known = Object.entries({ asOf, listing }).filter(([, value]) => value !== undefined);
      return { category: label.category, name, source, confidence, ...Object.fromEntries(known) };
    });
}

/** The claim that names a party: on the address itself, or on the member of its cluster that the party was found through. */
export function findPartyClaim(
  labels: LabelReader,
  network: NetworkId | undefined,
  address: string,
  { basis, via }: KnownParty,
): StoredLabel | undefined {
  return basis === 'inference' && via === undefined ? undefined : listOwnClaims(labels, network, via ?? address)[0];
}

/** Every claim about other members of the conservative cluster of an address; empty without labels or clusters. */
export async function listInheritedClaims(
  ledger: ServedOutputs,
  { labels, clusters }: { readonly labels: LabelReader; readonly clusters: ClusterReader | undefined },
  address: string,
): Promise<readonly MemberClaim[]> {
  const network = networkOfChain(ledger.id);
  const members = clusters && (await findLabelledMembers({ ledger, clusters, labels }, 'conservative'));
  if (!clusters || !members || network === undefined) return [];
  const parties = { ledger, labels, network, clusters, members };
  const all = findMembers(parties, address);
  const claims: MemberClaim[] = [];
  for (let at = 0; at < all.length; at += MEMBERS_LOOKED) {
    for (const claim of readMemberClaims(parties, address, all.slice(at, at + MEMBERS_LOOKED))) claims.push(claim);
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return claims.sort(byMemberWeight);
}

/** Labels that are listed in some tens of milliseconds. */
const FEW_LABELS = 20_000;

type OutputParties = PartyReader & Pick<OutputTraceKnowledge, 'mayHaveParty'>;

/** Parties of a chain of outputs: labels on the address, else on a member of its conservative cluster. */
export async function createOutputParties(
  ledger: ServedOutputs,
  {
    labels,
    network,
    clusters,
  }: { labels: LabelReader; network: NetworkId | undefined; clusters: ClusterReader | undefined },
): Promise<OutputParties> {
  if (network === undefined || labels.labelCount === 0) return NO_PARTIES;
  const members = clusters && (await findLabelledMembers({ ledger, clusters, labels }, 'conservative'));
  // Listing labels pays where clusters have listed them already, and where many subjects are read.
  const isListed = clusters !== undefined || (ledger.work?.isOneSubject === false && labels.labelCount <= FEW_LABELS);
  const mayBeLabelled = isListed ? await findMayBeLabelled({ ledger, labels }) : undefined;
  const hasLabelledMember = (owner: Owner): boolean => {
    const number = clusters?.numberOf(owner);
    const cluster = number === undefined ? undefined : clusters?.clusterOf(number, 'conservative');
    return cluster !== undefined && cluster.size > 1 && members?.has(cluster.id) === true;
  };
  const reader = createReader((address) => {
    const direct = findDirect(labels, network, address);
    if (direct || !clusters || !members) return direct;
    return findByCluster({ ledger, labels, network, clusters, members }, address);
  });
  if (!mayBeLabelled) return reader;
  return { ...reader, mayHaveParty: (owner) => mayBeLabelled(owner) || hasLabelledMember(owner) };
}
