import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import type { Screening, Verdict } from '@trailmark/core/screening/screening';

export interface ScreeningDifference {
  readonly kind: 'verdict' | 'share' | 'label' | 'rule' | 'behaviour' | 'as-of';
  readonly sentence: string;
}

/** What a screening rests on, as far as it can differ between two. */
export interface ComparedScreening {
  readonly screening: Screening;
  readonly asOf: {
    readonly height: number | null;
    readonly labels: string;
    readonly prices: string;
    readonly software: string;
  };
  readonly ruleSet: { readonly name: string; readonly hash: string };
}

const LEVEL_WORDS = { unknown: 'Unknown', low: 'Low', medium: 'Medium', high: 'High', severe: 'Severe' } as const;

function describeVerdict({ state, level, score }: Verdict): string {
  const word = LEVEL_WORDS[level];
  if (state === 'none') return `${word}, no rule fired`;
  return score === null ? word : `${word} (${score})`;
}

function* compareVerdicts(earlier: Verdict, later: Verdict): Generator<ScreeningDifference> {
  const [from, to] = [describeVerdict(earlier), describeVerdict(later)];
  if (from !== to) yield { kind: 'verdict', sentence: `The verdict was ${from} and is ${to}.` };
  const before = new Set(earlier.fired.map(({ rule }) => rule));
  const after = new Set(later.fired.map(({ rule }) => rule));
  for (const { rule, title } of later.fired)
    if (!before.has(rule)) yield { kind: 'rule', sentence: `Rule ${rule} fires now: ${title}.` };
  for (const { rule, title } of earlier.fired)
    if (!after.has(rule)) yield { kind: 'rule', sentence: `Rule ${rule} fires no more: ${title}.` };
}

const percent = (ppm: number): string => `${(ppm / 10_000).toFixed(2).replace(/\.?0+$/, '')} %`;

function sharesOf({ exposure }: Screening): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { symbol, parties } of exposure) {
    for (const { way, category, sharePpm } of parties) {
      const key = JSON.stringify([symbol, way, category]);
      shares.set(key, (shares.get(key) ?? 0) + sharePpm);
    }
  }
  return shares;
}

function* compareShares(earlier: Screening, later: Screening): Generator<ScreeningDifference> {
  const [before, after] = [sharesOf(earlier), sharesOf(later)];
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [from, to] = [before.get(key) ?? 0, after.get(key) ?? 0];
    if (from === to) continue;
    const [symbol, way, category] = JSON.parse(key) as [string, 'in' | 'out', CategoryId];
    const side = way === 'in' ? 'received' : 'sent';
    const sentence = `${CATEGORIES[category].name}: ${percent(from)} of what it ${side} in ${symbol} was, ${percent(to)} is.`;
    yield { kind: 'share', sentence };
  }
}

function* compareSets(
  kind: ScreeningDifference['kind'],
  {
    before,
    after,
    gained,
    lost,
  }: {
    readonly before: ReadonlyMap<string, string>;
    readonly after: ReadonlyMap<string, string>;
    readonly gained: string;
    readonly lost: string;
  },
): Generator<ScreeningDifference> {
  for (const [id, name] of after) if (!before.has(id)) yield { kind, sentence: `${gained}: ${name}.` };
  for (const [id, name] of before) if (!after.has(id)) yield { kind, sentence: `${lost}: ${name}.` };
}

function labelsOf({ own, inherited }: Screening): Map<string, string> {
  return new Map(
    [...own, ...inherited].map(({ id, label, category, pack }) => [
      id,
      `“${label}” (${CATEGORIES[category].name}, ${pack})`,
    ]),
  );
}

function patternsOf({ behaviours }: Screening): Map<string, string> {
  return new Map(behaviours.map(({ pattern, title }) => [pattern, title]));
}

function* compareAsOf(earlier: ComparedScreening, later: ComparedScreening): Generator<ScreeningDifference> {
  const tell = (what: string, from: unknown, to: unknown): ScreeningDifference[] =>
    from === to
      ? []
      : [{ kind: 'as-of', sentence: `${what} was ${String(from ?? 'none')} and is ${String(to ?? 'none')}.` }];
  yield* tell('The height', earlier.asOf.height, later.asOf.height);
  yield* tell('The version of the labels', earlier.asOf.labels, later.asOf.labels);
  yield* tell('The version of the prices', earlier.asOf.prices, later.asOf.prices);
  yield* tell(
    'The rule set',
    `${earlier.ruleSet.name} (${earlier.ruleSet.hash.slice(0, 12)})`,
    `${later.ruleSet.name} (${later.ruleSet.hash.slice(0, 12)})`,
  );
  yield* tell('The software', earlier.asOf.software, later.asOf.software);
}

/** What is different between two screenings of one subject, the verdict first; empty where nothing is. */
export function compareScreenings(earlier: ComparedScreening, later: ComparedScreening): ScreeningDifference[] {
  const [from, to] = [earlier.screening, later.screening];
  return [
    ...compareVerdicts(from.verdict, to.verdict),
    ...compareShares(from, to),
    ...compareSets('label', {
      before: labelsOf(from),
      after: labelsOf(to),
      gained: 'New label',
      lost: 'Label that is gone',
    }),
    ...compareSets('behaviour', {
      before: patternsOf(from),
      after: patternsOf(to),
      gained: 'New pattern',
      lost: 'Pattern no longer found',
    }),
    ...compareAsOf(earlier, later),
  ];
}
