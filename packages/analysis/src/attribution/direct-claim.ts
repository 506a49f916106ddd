import { CATEGORIES } from '@trailmark/core/category';
import type { StoredLabel } from '@trailmark/core/label';
import type { Evidence, Finding, VerdictRule } from './finding.ts';
import type { AttributionSubject } from './subject.ts';
import { claimLevel, describeClaim, describeSanction, isService, nameOf, quote } from './wording.ts';

const ROLE_VERDICT = {
  hot: { verdict: 'hot-wallet', words: 'Hot wallet of' },
  cold: { verdict: 'cold-wallet', words: 'Cold wallet of' },
  deposit: { verdict: 'deposit-address', words: 'Deposit address of' },
} as const;
const NO_ROLE = { verdict: 'service-address', words: 'Address of' } as const;

/** A claim as evidence, or an entry of a sanctions list, which is a fact about that list. */
export function claimEvidence(label: StoredLabel): Evidence {
  const isListing = describeSanction(label) !== undefined;
  return {
    kind: isListing ? 'fact' : 'claim',
    sentence: describeClaim(label),
    confidence: isListing ? undefined : claimLevel(label),
    label,
    positions: [],
    via: undefined,
  };
}

/** Strongest first; of equal ones those with a role that says what the address is for, then an actor, then by id. */
function strongest(labels: readonly StoredLabel[]): StoredLabel | undefined {
  const order = (label: StoredLabel): string =>
    `${String(100 - claimLevel(label)).padStart(3, '0')} ${roleOf(label) === NO_ROLE ? 1 : 0} ${label.actor ? 0 : 1} ${label.id}`;
  return labels.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))[0];
}

function roleOf({ role }: StoredLabel): (typeof ROLE_VERDICT)[keyof typeof ROLE_VERDICT] | typeof NO_ROLE {
  return role === 'hot' || role === 'cold' || role === 'deposit' ? ROLE_VERDICT[role] : NO_ROLE;
}

function findService({ labels, actors }: AttributionSubject): Finding | undefined {
  const label = strongest(labels.filter(isService));
  if (!label) return undefined;
  const { verdict, words } = roleOf(label);
  return {
    verdict,
    sentence: `${words} ${nameOf(label, actors)}, as a source claims.`,
    confidence: claimLevel(label),
    label,
    category: label.category,
    evidence: labels.filter(isService).map(claimEvidence),
  };
}

function findOther({ labels }: AttributionSubject): Finding | undefined {
  const others = labels.filter((label) => !isService(label));
  const heaviest = Math.max(...others.map(({ category }) => CATEGORIES[category].weight));
  // Attention goes to the gravest category; the rest is listed next to it.
  const label = strongest(others.filter(({ category }) => CATEGORIES[category].weight === heaviest));
  if (!label) return undefined;
  const listed = describeSanction(label);
  return {
    verdict: 'other-label',
    sentence: listed ?? `Labelled ${quote(label.label)} (${CATEGORIES[label.category].name}), as a source claims.`,
    confidence: listed === undefined ? claimLevel(label) : undefined,
    label,
    category: label.category,
    evidence: others.map(claimEvidence),
  };
}

/** A source says that the address itself belongs to a service. */
export const directServiceClaim: VerdictRule = {
  id: 'direct-service-claim',
  version: 1,
  name: 'Claim about the address by a source, in a service category',
  parameters: {},
  find: findService,
};

/** A source says something else of the address itself. */
export const directOtherClaim: VerdictRule = {
  id: 'direct-other-claim',
  version: 2,
  name: 'Claim about the address by a source, in another category',
  parameters: {},
  find: findOther,
};
