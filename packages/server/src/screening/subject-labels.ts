import { findContradictions } from '@trailmark/analysis/labels/contradictions';
import type { ChainId } from '@trailmark/core/chain';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import { readListing } from '@trailmark/core/sanction-listing';
import type { Disagreement, ScreeningLabel } from '@trailmark/core/screening/screening';
import type { SubjectClaims, TracingEngine } from '../tracing/engines/tracing-engine.ts';

/** Claims shown of one subject; a member of a large cluster can have thousands. */
const SHOWN = 100;

function toListing(label: StoredLabel): ScreeningLabel['listing'] {
  const listing = readListing(label);
  if (!listing) return null;
  const { list, entity, programme = null, listedFrom = null, listedHow, entityFrom = null, listedTo = null } = listing;
  return { list, entity, programme, listedFrom, listedHow, entityFrom, listedTo };
}

/** A label as a screening shows it. */
export function toScreeningLabel(label: StoredLabel, via: string | null): ScreeningLabel {
  const { id, category, source, pack, confidence, asOf = null } = label;
  return {
    id,
    label: label.label,
    category,
    source,
    pack,
    confidence: CONFIDENCE_LEVELS[confidence],
    asOf,
    via,
    listing: toListing(label),
  };
}

export interface SubjectLabels {
  readonly own: readonly ScreeningLabel[];
  readonly inherited: readonly ScreeningLabel[];
  /** Where labels of one address exclude each other. */
  readonly disagreements: readonly Disagreement[];
}

function byAddress(
  address: string,
  own: readonly StoredLabel[],
  inherited: SubjectClaimRows,
): Map<string, StoredLabel[]> {
  const found = new Map<string, StoredLabel[]>([[address, [...own]]]);
  for (const { via, label } of inherited) found.set(via, [...(found.get(via) ?? []), label]);
  return found;
}

type SubjectClaimRows = readonly { readonly via: string; readonly label: StoredLabel }[];

/** What labels state about the subject and its cluster, side by side and never merged. */
export async function readSubjectLabels(engine: TracingEngine, address: string): Promise<SubjectLabels> {
  return sortClaims(address, await engine.listClaims(address));
}

/** The same where the ledger of the chain is not here: a list names an address whether or not its blocks are indexed. */
export function readLabelsOnly(labels: LabelReader, chain: ChainId, address: string): SubjectLabels {
  const network = networkOfChain(chain);
  return sortClaims(address, { own: network === undefined ? [] : labels.labelsOf(network, address), inherited: [] });
}

function sortClaims(address: string, { own, inherited }: SubjectClaims): SubjectLabels {
  const disagreements = [...byAddress(address, own, inherited)].flatMap(([at, labels]) =>
    findContradictions(labels).length === 0
      ? []
      : [{ address: at, labels: labels.map((label) => toScreeningLabel(label, at === address ? null : at)) }],
  );
  // Labels on different addresses of one cluster: each address agrees with itself, and they cannot all be one person's.
  const everything = [...own, ...inherited.map(({ label }) => label)];
  const isApart = disagreements.length === 0 && findContradictions(everything).length > 0;
  const together = isApart
    ? [
        {
          address,
          labels: [
            ...own.map((label) => toScreeningLabel(label, null)),
            ...inherited.map(({ label, via }) => toScreeningLabel(label, via)),
          ].slice(0, SHOWN),
        },
      ]
    : [];
  return {
    own: own.slice(0, SHOWN).map((label) => toScreeningLabel(label, null)),
    inherited: inherited.slice(0, SHOWN).map(({ label, via }) => toScreeningLabel(label, via)),
    disagreements: [...disagreements, ...together].slice(0, SHOWN),
  };
}
