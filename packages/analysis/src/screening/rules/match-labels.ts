import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import { describeListing } from '@trailmark/core/sanction-listing';
import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { ScreeningLabel } from '@trailmark/core/screening/screening';
import { capWeight, type Firing, fullWeight, type Weighing } from './fired.ts';
import { quote } from './read-fields.ts';

/** Labels named for one rule, the strongest first: the reason counts them all. */
const MOST_LABELS = 100;

/** What was removed from its list is not sanctioned today, whatever its pack calls it. */
function categoryOf({ category, listing }: ScreeningLabel): CategoryId {
  return category === 'sanctioned' && typeof listing?.listedTo === 'string' ? 'sanctioned_historic' : category;
}

/** Listings first, then the most confident: the label a reason is about. */
function byStrength(a: ScreeningLabel, b: ScreeningLabel): number {
  const listed = Number(b.listing !== null) - Number(a.listing !== null);
  return listed || b.confidence - a.confidence || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function describeLabel(label: ScreeningLabel, isInherited: boolean): string {
  const where = isInherited ? `Another address of its cluster, ${label.via ?? 'which is not named'}: ` : '';
  if (label.listing) return `${where}${describeListing(label.listing)}`;
  const name = CATEGORIES[categoryOf(label)].name;
  const claim = `${quote(label.label)} (${name}) according to ${quote(label.source)}, confidence ${label.confidence}.`;
  return `${where === '' ? 'Labelled ' : `${where}labelled `}${claim}`;
}

function toFiring(rule: ThreatRule, labels: readonly ScreeningLabel[], { suffix, ...weighing }: Weighing): Firing {
  const [first, ...others] = labels.toSorted(byStrength);
  const isInherited = rule.basis === 'inherited';
  const more =
    others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'label says' : 'labels say'} so.`;
  return {
    ...{ rule: rule.id, title: rule.title, basis: rule.basis, ...weighing },
    category: first ? categoryOf(first) : null,
    ...{ way: null, ring: null, asset: null, amount: null, sharePpm: null, hops: null, refs: [] },
    reason: `${first ? describeLabel(first, isInherited) : ''}${more}${suffix}`,
    rests: isInherited ? 'inference' : first?.listing ? 'fact' : 'claim',
    labels: labels
      .toSorted(byStrength)
      .slice(0, MOST_LABELS)
      .map(({ id }) => id),
    party: first?.label ?? null,
    address: first?.via ?? null,
  };
}

/** A rule about labels, on those of the subject or of its cluster. */
export function matchLabels(
  rule: ThreatRule,
  labels: readonly ScreeningLabel[],
  ruleSet: ThreatRuleSet,
): Firing | undefined {
  const found = labels.filter((label) => {
    const category = categoryOf(label);
    return rule.categories.includes(category) && (rule.listing === null || category === 'sanctioned_historic');
  });
  if (found.length === 0) return undefined;
  const isSure = found.some(({ listing, confidence }) => listing !== null || confidence >= ruleSet.minConfidence);
  return toFiring(rule, found, isSure ? fullWeight(rule) : capWeight(rule, ruleSet));
}
