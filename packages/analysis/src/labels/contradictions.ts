import type { CategoryId } from '@trailmark/core/category';
import type { Label } from '@trailmark/core/label';

/** Kinds of subject of which an address can be one only. Categories without a kind go with any other. */
type Kind = 'service' | 'crime' | 'private' | 'nobody';

const KINDS: Readonly<Partial<Record<CategoryId, Kind>>> = {
  csam: 'crime',
  terrorism_financing: 'crime',
  ransomware: 'crime',
  darknet_market: 'crime',
  hack: 'crime',
  scam: 'crime',
  phishing: 'crime',
  ponzi: 'crime',
  sextortion: 'crime',
  fraud_shop: 'crime',
  exchange: 'service',
  hosted_wallet: 'service',
  custody: 'service',
  payment_processor: 'service',
  atm: 'service',
  mining_pool: 'service',
  validator: 'service',
  charity: 'service',
  government: 'service',
  individual: 'private',
  burn: 'nobody',
};

/** What two sources state about one address that cannot both be so. */
export interface Contradiction {
  readonly kind: 'actors' | 'categories';
  /** The different actors, or the categories that exclude each other, in the order of the labels. */
  readonly values: readonly string[];
}

/**
 * Whether labels of one address contradict each other: they name different actors, or categories that exclude each other,
 * such as an exchange and ransomware. A sanction, a seizure or a freeze goes with anything: it is about a subject and no
 * other one. Both are kept; nothing is averaged or decided here.
 */
export function findContradictions(labels: readonly Pick<Label, 'actor' | 'category'>[]): readonly Contradiction[] {
  const actors = [...new Set(labels.flatMap(({ actor }) => actor ?? []))];
  const categories = [...new Set(labels.map(({ category }) => category).filter((category) => KINDS[category]))];
  const kinds = new Set(categories.map((category) => KINDS[category]));
  const found: Contradiction[] = [];
  if (actors.length > 1) found.push({ kind: 'actors', values: actors });
  if (kinds.size > 1) found.push({ kind: 'categories', values: categories });
  return found;
}
