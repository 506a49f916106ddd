import type { RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import { formatCount } from './number.ts';

/** Version a server names that holds no labels, or no prices, at all. */
const NONE = 'none';
/** First digits of a version: the whole of it is on hover and in every answer of the API. */
const SHOWN = 8;

/** Follows the word "Labels": " 3f2a1b4c as of 2026-02-24 (12,345 claims)." */
export function describeLabels({ version, asOf, labelCount }: LabelsAsOf): string {
  if (labelCount === 0) return ': no pack is in force.';
  const day = asOf === null ? '' : ` as of ${asOf}`;
  return ` ${version.slice(0, SHOWN)}${day} (${formatCount(labelCount)} claims).`;
}

/** "Prices 3f2a1b4c." */
export function describePrices({ version }: { readonly version: string }): string {
  return version === NONE ? 'No prices are loaded.' : `Prices ${version.slice(0, SHOWN)}.`;
}

/** Version of the rules, and how far they have read: a cluster is true only up to there. */
export function describeRules({ version, state, height, progress }: RulesAsOf): string {
  const rules = `Rules ${version.slice(0, SHOWN)}`;
  if (height === null) return `${rules}, no block read yet.`;
  if (state === 'ready') return `${rules} up to height ${formatCount(height)}.`;
  return `${rules} still reading: up to height ${formatCount(height)}, ${Math.floor(progress * 100)} % of the indexed ledger.`;
}
