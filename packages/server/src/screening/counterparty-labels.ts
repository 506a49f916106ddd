import { findContradictions } from '@trailmark/analysis/labels/contradictions';
import type { ChainId } from '@trailmark/core/chain';
import type { LabelReader } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import { readListing, type SanctionListing } from '@trailmark/core/sanction-listing';
import type { AssetExposure, PartyClaim, PartyExposure } from '@trailmark/core/screening/exposure';
import type { Disagreement } from '@trailmark/core/screening/screening';
import { listOwnClaims, listPartyClaims } from '../tracing/parties.ts';
import { toScreeningLabel } from './subject-labels.ts';

/** What labels state of one address that a trail ended at. */
export interface CounterpartyLabels {
  /** In force or not. */
  readonly listings: readonly SanctionListing[];
  readonly claims: readonly PartyClaim[];
}

const NO_LABELS: CounterpartyLabels = { listings: [], claims: [] };

/** The address a party's labels are on: its own, or the member of its cluster that it was found through. */
type NamedPlace = Pick<PartyExposure, 'address'> & { readonly party: Pick<PartyExposure['party'], 'basis' | 'via'> };

/** Where labels name a party; null where a rule does, or a contract is known by what it does. */
function placeOf({ party: { basis, via }, address }: NamedPlace): string | null {
  return basis === 'inference' && via === undefined ? null : (via ?? address);
}

/** Labels of the addresses that trails end at, each address read once. */
export function createCounterpartyLabels(
  labels: LabelReader,
  chain: ChainId,
): (party: NamedPlace['party'], address: string | null) => CounterpartyLabels {
  const network = networkOfChain(chain);
  const known = new Map<string, CounterpartyLabels>();
  return (party, address) => {
    const at = placeOf({ party, address });
    if (network === undefined || at === null) return NO_LABELS;
    const found = known.get(at) ?? {
      listings: labels.labelsOf(network, at).flatMap((label) => readListing(label) ?? []),
      claims: listPartyClaims(labels, network, at),
    };
    known.set(at, found);
    return found;
  };
}

/** Labels of counterparties that exclude each other, at the address of each that is nearest, in the order of the answer. */
export function listCounterpartyDisagreements(
  labels: LabelReader,
  chain: ChainId,
  exposure: readonly AssetExposure[],
): readonly Disagreement[] {
  const network = networkOfChain(chain);
  if (network === undefined) return [];
  const places = exposure.flatMap(({ parties }) => parties).flatMap((party) => placeOf(party) ?? []);
  return [...new Set(places)].flatMap((address) => {
    const claims = listOwnClaims(labels, network, address);
    if (findContradictions(claims).length === 0) return [];
    return [{ isCounterparty: true as const, address, labels: claims.map((label) => toScreeningLabel(label, null)) }];
  });
}
