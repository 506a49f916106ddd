import { clusterClaim, expandedLead } from './cluster-claim.ts';
import { directOtherClaim, directServiceClaim } from './direct-claim.ts';
import type { VerdictRule, WarningRule } from './finding.ts';
import { sweepToService } from './sweep.ts';
import { contradiction, nestedService, oldClaim, partialHistory, sanctionsClaim } from './warnings.ts';

/** Rules that name an owner; the first that finds one gives the verdict, what the others find is listed next to it. */
export const VERDICT_RULES: readonly VerdictRule[] = [
  directServiceClaim,
  sweepToService,
  directOtherClaim,
  clusterClaim,
];

/** Gives a verdict only where the expanded view was requested; its evidence is shown always. */
export const LEAD_RULE: VerdictRule = expandedLead;

export const WARNING_RULES: readonly WarningRule[] = [
  sanctionsClaim,
  nestedService,
  contradiction,
  oldClaim,
  partialHistory,
];

/** Ids and versions of the rules in force, for as-of. */
export const ATTRIBUTION_RULES_VERSION = [...VERDICT_RULES, LEAD_RULE, ...WARNING_RULES]
  .map(({ id, version }) => `${id}@${version}`)
  .sort()
  .join(' ');
