import { findContradictions } from '@trailmark/analysis/labels/contradictions';
import { CATEGORIES } from '@trailmark/core/category';
import type { ChainId } from '@trailmark/core/chain';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import { groupDigits } from '@trailmark/core/group-digits';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import { readListing } from '@trailmark/core/sanction-listing';
import type { Disagreement, ScreeningLabel } from '@trailmark/core/screening/screening';
import type { SubjectClaims, TracingEngine } from '../tracing/engines/tracing-engine.ts';

/** Claims shown of one subject; a member of a large cluster can have thousands. Rules read all of them. */
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

/** All labels of a subject: what rules read. `cutLabels` gives what is shown. */
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
  for (const { via, label } of inherited) {
    const claims = found.get(via);
    if (claims) claims.push(label);
    else found.set(via, [label]);
  }
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
          ],
        },
      ]
    : [];
  return {
    own: own.map((label) => toScreeningLabel(label, null)),
    inherited: inherited.map(({ label, via }) => toScreeningLabel(label, via)),
    disagreements: [...disagreements, ...together],
  };
}

/** The labels that count most, in the order they came in. */
function cut(labels: readonly ScreeningLabel[]): readonly ScreeningLabel[] {
  if (labels.length <= SHOWN) return labels;
  const weight = ({ category }: ScreeningLabel): number => CATEGORIES[category].weight;
  const kept = new Set(labels.toSorted((a, b) => weight(b) - weight(a)).slice(0, SHOWN));
  return labels.filter((label) => kept.has(label));
}

/** What an answer shows of the labels of a subject, and in sentences how many it does not. */
export function cutLabels({ own, inherited, disagreements }: SubjectLabels): {
  readonly shown: SubjectLabels;
  readonly limits: readonly string[];
} {
  const left = (labels: readonly unknown[], of: string): string[] => {
    const more = labels.length - SHOWN;
    return more <= 0 ? [] : [`${groupDigits(more)} more ${of} are not listed. Rules read them.`];
  };
  const apart = disagreements.slice(0, SHOWN).map((one) => ({ ...one, labels: cut(one.labels) }));
  return {
    shown: { own: cut(own), inherited: cut(inherited), disagreements: apart },
    limits: [
      ...left(own, 'labels of the subject'),
      ...left(inherited, 'labels of its cluster'),
      ...(disagreements.length <= SHOWN
        ? []
        : [
            `Labels that exclude each other: ${groupDigits(disagreements.length - SHOWN)} more addresses are not listed.`,
          ]),
    ],
  };
}
