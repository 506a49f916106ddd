import { CATEGORIES } from '@trailmark/core/category';
import type { ThreatRule } from '@trailmark/core/screening/rule-set';

function meet(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) => b.includes(one));
}

function hopsMeet(a: ThreatRule, b: ThreatRule): boolean {
  const low = Math.max(a.minHops ?? 0, b.minHops ?? 0);
  return low <= Math.min(a.maxHops ?? Number.POSITIVE_INFINITY, b.maxHops ?? Number.POSITIVE_INFINITY);
}

/** Whether one subject can meet the conditions of both, apart from share and amount, which never exclude each other. */
function overlap(a: ThreatRule, b: ThreatRule): boolean {
  if (a.basis !== b.basis) return false;
  if (a.basis === 'behaviour') return meet(a.patterns, b.patterns);
  if (a.listing !== null && b.listing !== null && a.listing !== b.listing) return false;
  if (a.basis === 'ownership' || a.basis === 'inherited') return true;
  return meet(a.ways, b.ways) && hopsMeet(a, b) && a.dustOnly === b.dustOnly;
}

/** Rules that look at the same thing: allowed, as the highest weight decides, and worth a sentence. */
export function findOverlaps(rules: readonly ThreatRule[]): readonly string[] {
  return rules.flatMap((a, index) =>
    rules.slice(index + 1).flatMap((b) => {
      const shared = a.categories.filter((id) => b.categories.includes(id));
      if (!overlap(a, b) || (a.basis !== 'behaviour' && shared.length === 0)) return [];
      if (a.basis === 'behaviour') {
        return [`Rules ${a.id} and ${b.id} count the same pattern. Both weights are added.`];
      }
      const names = shared.map((id) => CATEGORIES[id].name).join(', ');
      return [`Rules ${a.id} and ${b.id} overlap (${a.basis}: ${names}). Where both fire, the higher weight counts.`];
    }),
  );
}
