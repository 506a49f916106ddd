import type { LabelClaim } from '@trailmark/api/contract/label';
import type { Attribution, EvidenceItem } from '@trailmark/api/contract/lookup';
import type { CategoryId } from '@trailmark/core/category';
import type { Evidence } from '../../components/evidence-mark.tsx';
import { formatPlural } from '../../format/number.ts';

const STRENGTH: Readonly<Record<Evidence, number>> = { fact: 2, inference: 1, claim: 0 };

/** A statement built on several parts shows the weakest mark; a verdict of unknown rests on nothing, so it has none. */
export function findWeakestKind(evidence: readonly Pick<EvidenceItem, 'kind'>[]): Evidence | undefined {
  return evidence.map(({ kind }) => kind).sort((a, b) => STRENGTH[a] - STRENGTH[b])[0];
}

/** "Rests on 1 fact, 2 inferences and 1 claim." */
export function describeSupport(evidence: readonly Pick<EvidenceItem, 'kind'>[]): string {
  const kinds = (['fact', 'inference', 'claim'] as const).flatMap((kind) => {
    const count = evidence.filter((item) => item.kind === kind).length;
    return count === 0 ? [] : [formatPlural(count, kind)];
  });
  if (kinds.length === 0) return 'Nothing known speaks for a name.';
  const last = kinds.pop() ?? '';
  return `Rests on ${kinds.length === 0 ? last : `${kinds.join(', ')} and ${last}`}.`;
}

/** The server's sentence with typographic quotation marks around what sources say. */
export function curlQuotes(sentence: string): string {
  return sentence.replace(/"([^"]*)"/g, '“$1”');
}

/** Category to draw next to the verdict: of the claim that speaks for it. */
export function findVerdictCategory({ evidence, labels }: Attribution): CategoryId | undefined {
  const claim = evidence.find((item) => item.claim !== null)?.claim ?? labels.claims[0];
  return claim?.category;
}

const SANCTIONS: Readonly<Record<Attribution['labels']['sanctions'], string>> = {
  listed: 'On the OFAC SDN list.',
  'formerly-listed': 'Removed from the OFAC SDN list.',
  'not-listed': 'Not on the OFAC SDN list. This is not a clearance.',
  'no-list': 'No sanctions list is in force here, so nothing can be said about sanctions.',
};

/** What the sanctions list states of the address: its entries, or that it has none. */
export function formatSanctions({ sanctions, claims }: Attribution['labels']): string {
  const statements = claims.flatMap(({ listing }) => listing?.statement ?? []);
  return [...new Set(statements)].join(' ') || SANCTIONS[sanctions];
}

/** Names a claim gives: its actor, else its own words. Claims with different names contradict each other. */
function nameOf(claim: LabelClaim): string {
  return claim.actor?.label ?? claim.label;
}

/** Claims by the name they give, the strongest first, for standing side by side. */
export function groupByName(claims: readonly LabelClaim[]): readonly {
  readonly name: string;
  readonly claims: readonly LabelClaim[];
}[] {
  const groups = new Map<string, readonly LabelClaim[]>();
  for (const claim of claims) groups.set(nameOf(claim), [...(groups.get(nameOf(claim)) ?? []), claim]);
  return [...groups].map(([name, list]) => ({ name, claims: list }));
}
