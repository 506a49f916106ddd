import { CATEGORIES } from '@trailmark/core/category';
import type { Evidence, Finding, VerdictRule } from './finding.ts';
import type { ClusterClaims, MemberClaim } from './subject.ts';
import { claimLevel, describeClaim, isService, nameOf, plural, quote } from './wording.ts';

/** A lead is worth no more than this, whatever its links and claims say. */
const LEAD_CEILING = 30;

function strengthOf({ label, weakest }: MemberClaim): number {
  return Math.min(claimLevel(label), weakest.confidence);
}

/** Strongest first; of equal ones services, then graver categories, then by id. */
function choose({ claims }: ClusterClaims): MemberClaim | undefined {
  const order = (claim: MemberClaim): string => {
    const { label } = claim;
    const rest = [100 - strengthOf(claim), isService(label) ? 0 : 1, 100 - CATEGORIES[label.category].weight];
    return `${rest.map((part) => String(part).padStart(3, '0')).join(' ')} ${label.id}`;
  };
  return claims.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))[0];
}

function linkEvidence(claims: ClusterClaims, { label, weakest, positions }: MemberClaim, ceiling: number): Evidence {
  const links = plural(positions.length, 'link');
  const isLead = claims.view === 'expanded';
  const words = isLead
    ? `A lead only: the expanded view joins it to ${label.address} by ${links}, change among them`
    : `Co-spending joins it to ${label.address} by ${links}`;
  const size = `the cluster has ${plural(claims.size, 'address', 'addresses')}`;
  return {
    kind: 'inference',
    sentence: `${words}; ${size}. Weakest link: rule ${weakest.id}, version ${weakest.version}, confidence ${weakest.confidence} of 100.`,
    confidence: Math.min(weakest.confidence, ceiling),
    label: undefined,
    positions,
    via: label.address,
  };
}

function memberEvidence(claims: ClusterClaims, ceiling: number): Evidence[] {
  return claims.claims.flatMap((claim): Evidence[] => [
    linkEvidence(claims, claim, ceiling),
    {
      kind: 'claim',
      sentence: `Of ${claim.label.address}: ${describeClaim(claim.label)}`,
      confidence: claimLevel(claim.label),
      label: claim.label,
      positions: [],
      via: claim.label.address,
    },
  ]);
}

function toFinding(claims: ClusterClaims, sentence: (named: string) => string, ceiling: number): Finding | undefined {
  const chosen = choose(claims);
  if (!chosen) return undefined;
  const { label } = chosen;
  const rest = claims.claims.filter((claim) => claim !== chosen);
  return {
    verdict: 'cluster-member',
    sentence: sentence(`${quote(label.label)} (${CATEGORIES[label.category].name})`),
    confidence: Math.min(strengthOf(chosen), ceiling),
    label,
    category: label.category,
    evidence: memberEvidence({ ...claims, claims: [chosen, ...rest] }, ceiling),
  };
}

/** A member of the same conservative cluster carries a claim. */
export const clusterClaim: VerdictRule = {
  id: 'cluster-claim',
  version: 1,
  name: 'Claim about a member of the same conservative cluster',
  parameters: { confidence: 'the lower of the claim and the weakest link' },
  find({ conservative, actors }) {
    if (!conservative) return undefined;
    const label = choose(conservative)?.label;
    const whose = label && isService(label) ? ` of ${nameOf(label, actors)}` : '';
    return toFinding(
      conservative,
      (named) => `Member of a cluster${whose}: co-spending joins it to an address that a source calls ${named}.`,
      100,
    );
  },
};

/** A member that only change links join carries a claim. It answers where the expanded view was requested, and is a lead. */
export const expandedLead: VerdictRule = {
  id: 'expanded-lead',
  version: 1,
  name: 'Claim about a member that the expanded view adds',
  parameters: { ceiling: String(LEAD_CEILING) },
  find({ expanded }) {
    if (!expanded) return undefined;
    const sentence = (named: string): string =>
      `A lead only: change links join it to an address that a source calls ${named}.`;
    return toFinding(expanded, sentence, LEAD_CEILING);
  },
};
