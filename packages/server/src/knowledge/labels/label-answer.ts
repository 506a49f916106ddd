import { findContradictions } from '@trailmark/analysis/labels/contradictions';
import type { AddressLabels, LabelClaim, LabelsAsOf } from '@trailmark/api/contract/label';
import type { ActorRow, Contact, PackVersionRow } from '@trailmark/api/contract/label-pack';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { Actor, ContactRoute, LabelPackVersion, LabelReader, StoredLabel } from '@trailmark/core/label';
import { NETWORK_IDS, type NetworkId } from '@trailmark/core/network';
import { describeListing, FORMER_PACK, readListing, SANCTIONS_PACK } from '@trailmark/core/sanction-listing';
import { isEvmNetwork } from '@trailmark/ingest/labels/evm-network';

/** Which labels an answer was computed with. */
export function toLabelsAsOf({ version, asOf, labelCount }: LabelReader): LabelsAsOf {
  return { version, asOf: asOf ?? null, labelCount };
}

const packsOf = new WeakMap<LabelReader, ReadonlyMap<string, LabelClaim['pack']>>();

function findPack(reader: LabelReader, id: string): LabelClaim['pack'] {
  let packs = packsOf.get(reader);
  if (!packs) {
    packs = new Map(reader.packs().map((pack) => [pack.id, toPackReference(pack)]));
    packsOf.set(reader, packs);
  }
  return packs.get(id) ?? { id, title: id, version: '0'.repeat(16), asOf: '1970-01-01' };
}

function toPackReference({ id, title, version, asOf }: LabelPackVersion): LabelClaim['pack'] {
  return { id, title, version, asOf };
}

/** An organisation by id, with its name in the directory; without an entry there the id is all that is known. */
export function toActorReference(reader: LabelReader, id: string): { id: string; label: string } {
  return { id, label: reader.actor(id)?.label ?? id };
}

/** What the sanctions list states of the address, where the label is an entry of it. */
function toListing(reader: LabelReader, label: StoredLabel): LabelClaim['listing'] {
  const listing = readListing(label);
  if (!listing) return undefined;
  // Without the list itself, the pack of former entries states how old it is.
  const copyOf = findPack(reader, hasSanctionsList(reader) ? SANCTIONS_PACK : label.pack).asOf;
  const { programme = null, uid = null, listedFrom = null, listedTo = null, entityFrom: _, ...rest } = listing;
  return { ...rest, programme, uid, listedFrom, listedTo, copyOf, statement: describeListing(listing, copyOf) };
}

/** A label as the API states it. */
export function toClaim(reader: LabelReader, label: StoredLabel): LabelClaim {
  const { id, network, address, category, actor, confidence, scope, role, source, asOf, details } = label;
  // Written out field by field: a spread costs more than the search, and a bulk answer holds thousands of claims.
  return {
    id,
    network,
    address,
    label: label.label,
    category,
    actor: actor === undefined ? null : toActorReference(reader, actor),
    confidence: { id: confidence, level: CONFIDENCE_LEVELS[confidence] },
    scope,
    role: role ?? null,
    source,
    asOf: asOf ?? null,
    licence: label.licence,
    visibility: label.visibility,
    pack: findPack(reader, label.pack),
    details: { ...details },
    listing: toListing(reader, label),
  };
}

/** Labels a visitor may see. */
export function onlyPublic(labels: readonly StoredLabel[]): readonly StoredLabel[] {
  return labels.filter((label) => label.visibility === 'public');
}

/** Whether a sanctions list is in force at all. */
export function hasSanctionsList(reader: LabelReader): boolean {
  return reader.packs().some((pack) => pack.id === SANCTIONS_PACK);
}

const EVM_NETWORKS = NETWORK_IDS.filter(isEvmNetwork);

/** A key is the same on every network of the Ethereum family, so a listing on one of them is looked for on all. */
function findListings(reader: LabelReader, network: NetworkId, address: string): StoredLabel[] {
  if (!isEvmNetwork(network)) return [];
  return EVM_NETWORKS.filter((other) => other !== network && reader.has(other, address))
    .flatMap((other) => reader.labelsOf(other, address))
    .filter(({ category }) => category === 'sanctioned' || category === 'sanctioned_historic');
}

/**
 * What the current list says. Missing, off the list and never listed are different answers; that somebody else calls an
 * address sanctioned is a separate claim, and states nothing about the list.
 */
export function toSanctions(reader: LabelReader, labels: readonly StoredLabel[]): AddressLabels['sanctions'] {
  if (labels.some(isListed)) return 'listed';
  if (!hasSanctionsList(reader)) return 'no-list';
  return labels.some(({ pack }) => pack === FORMER_PACK) ? 'formerly-listed' : 'not-listed';
}

/** A claim of the current sanctions list. */
export function isListed(label: StoredLabel): boolean {
  return label.pack === SANCTIONS_PACK && label.category === 'sanctioned';
}

/** All claims about an address, listings on sister networks included. `address` is canonical. */
export function readLabels(
  reader: LabelReader,
  network: NetworkId,
  address: string,
  publicOnly = false,
): readonly StoredLabel[] {
  const own = reader.labelsOf(network, address);
  const listings = findListings(reader, network, address);
  const labels = listings.length === 0 ? own : [...own, ...listings];
  return publicOnly ? onlyPublic(labels) : labels;
}

/** All claims about an address, as the API states it. */
export function toAddressLabels(
  reader: LabelReader,
  network: NetworkId,
  address: string,
  publicOnly = false,
): AddressLabels {
  const labels = readLabels(reader, network, address, publicOnly);
  return {
    network,
    address,
    sanctions: toSanctions(reader, labels),
    claims: labels.map((label) => toClaim(reader, label)),
    isContradictory: labels.length > 1 && findContradictions(labels).length > 0,
  };
}

/** A version of a pack, as listed. */
export function toPackRow(pack: LabelPackVersion): PackVersionRow {
  const { id, version, title, publisher, licence, visibility, url, asOf, importer } = pack;
  const { labelCount, addressCount, refusedCount, importedAt, isActive } = pack;
  const counts = { labelCount, addressCount, refusedCount };
  const head = { id, version, title, publisher, licence, visibility, url: url ?? null, asOf, importer };
  return { ...head, ...counts, importedAt, isActive };
}

/** A route counts as verified only where somebody checked it on the operator's own domain. */
function standingOf({ isOfficialDomain, verifiedOn }: ContactRoute): Contact['standing'] {
  if (!isOfficialDomain) return 'unverified';
  return verifiedOn === undefined ? 'seen-official' : 'verified';
}

function toContact(route: ContactRoute): Contact {
  const { channel, value, page, isOfficialDomain, seen, verifiedOn } = route;
  return { channel, value, page, isOfficialDomain, seen, verifiedOn: verifiedOn ?? null, standing: standingOf(route) };
}

/** An organisation of the directory, as the API states it. */
export function toActorRow(reader: LabelReader, actor: Actor): ActorRow {
  const { id, label, legalName, aliases, uri, jurisdictions, categories, contacts, source, licence } = actor;
  return {
    id,
    label,
    legalName: legalName ?? null,
    aliases: [...aliases],
    uri: uri ?? null,
    jurisdictions: [...jurisdictions],
    categories: [...categories],
    contacts: contacts.map(toContact),
    source,
    licence,
    labelCount: reader.labelsOfActor(id, { offset: 0, limit: 0 }).total,
  };
}
