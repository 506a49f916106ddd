import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import type { FiredRule, Screening, ScreeningRequest, Verdict } from '@trailmark/core/screening/screening';

export interface ScreeningDifference {
  readonly kind: 'verdict' | 'share' | 'label' | 'rule' | 'behaviour' | 'as-of';
  readonly sentence: string;
  /** What it is about: a rule, a category with its direction and asset, a label. */
  readonly what: string;
  /** In words; null where there was, or is, none. */
  readonly before: string | null;
  readonly after: string | null;
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

const NEW_RULE = { kind: 'rule', before: null } as const;
const LEVEL_WORDS = { unknown: 'Unknown', low: 'Low', medium: 'Medium', high: 'High', severe: 'Severe' } as const;

function describeVerdict({ state, level, score }: Verdict): string {
  const word = LEVEL_WORDS[level];
  if (state === 'none') return `${word}, no rule fired`;
  return score === null ? word : `${word} (${score})`;
}

/** The weightiest of each rule, which may have fired for several parties. */
function rulesOf(fired: Verdict['fired']): Map<string, FiredRule> {
  const rules = new Map<string, FiredRule>();
  for (const one of fired) if (one.weight > (rules.get(one.rule)?.weight ?? -1)) rules.set(one.rule, one);
  return rules;
}

function* compareRules(earlier: Verdict['fired'], later: Verdict['fired']): Generator<ScreeningDifference> {
  const [before, after] = [rulesOf(earlier), rulesOf(later)];
  for (const [rule, { title, weight }] of after) {
    const was = before.get(rule);
    const what = `${rule} ${title}`;
    if (was === undefined)
      yield { ...NEW_RULE, sentence: `Rule ${rule} fires now: ${title}.`, what, after: `fires, weight ${weight}` };
    else if (was.weight !== weight) {
      const sentence = `Rule ${rule} had weight ${was.weight} and has ${weight}: ${title}.`;
      yield { kind: 'rule', sentence, what, before: `weight ${was.weight}`, after: `weight ${weight}` };
    }
  }
  for (const [rule, { title, weight }] of before) {
    if (after.has(rule)) continue;
    const sentence = `Rule ${rule} fires no more: ${title}.`;
    yield { kind: 'rule', sentence, what: `${rule} ${title}`, before: `fires, weight ${weight}`, after: null };
  }
}

function* compareVerdicts(earlier: Verdict, later: Verdict): Generator<ScreeningDifference> {
  const [from, to] = [describeVerdict(earlier), describeVerdict(later)];
  if (from !== to) {
    const sentence = `The verdict was ${from} and is ${to}.`;
    yield { kind: 'verdict', sentence, what: 'Verdict', before: from, after: to };
  }
  yield* compareRules(earlier.fired, later.fired);
}

const percent = (ppm: number): string => `${(ppm / 10_000).toFixed(2).replace(/\.?0+$/, '')} %`;

/** Shares by asset: two assets of one symbol are two, and what is behind trades of another asset is apart. */
function sharesOf({ exposure }: Screening): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { asset, symbol: name, tradedFrom, parties } of exposure) {
    const symbol = tradedFrom === undefined ? name : `${name} behind trades`;
    for (const { way, category, sharePpm } of parties) {
      const key = JSON.stringify([symbol, way, category, asset, tradedFrom ?? null]);
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
    const what = `${CATEGORIES[category].name}, ${side} in ${symbol}`;
    yield { kind: 'share', sentence, what, before: percent(from), after: percent(to) };
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
  for (const [id, what] of after)
    if (!before.has(id)) yield { kind, sentence: `${gained}: ${what}.`, what, before: null, after: 'there' };
  for (const [id, what] of before)
    if (!after.has(id)) yield { kind, sentence: `${lost}: ${what}.`, what, before: 'there', after: null };
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

type Told = string | number | null;

/** One part that was and is; nothing where both are the same. */
function tell(what: string, from: Told, to: Told): ScreeningDifference[] {
  if (from === to) return [];
  const [before, after] = [from === null ? null : String(from), to === null ? null : String(to)];
  const sentence = `${what} was ${before ?? 'none'} and is ${after ?? 'none'}.`;
  const name = what.replace(/^The (.)/, (_, first: string) => first.toUpperCase());
  return [{ kind: 'as-of', sentence, what: name, before, after }];
}

const dayOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString().slice(0, 10);
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
const listed = (words: readonly string[]): string | null => (words.length === 0 ? null : [...words].sort().join(', '));

/** The requests of the two: another request has another answer, whatever changed besides. */
function* compareRequests(from: ScreeningRequest, to: ScreeningRequest): Generator<ScreeningDifference> {
  yield* tell('The method', from.method, to.method);
  yield* tell('The hop limit', from.maxHops, to.maxHops);
  yield* tell('The direction', listed(from.ways), listed(to.ways));
  yield* tell('The asset', from.asset === '' ? 'coin' : from.asset, to.asset === '' ? 'coin' : to.asset);
  yield* tell('The least share', percent(from.minSharePpm), percent(to.minSharePpm));
  yield* tell('The least amount', String(from.minAmount), String(to.minAmount));
  yield* tell('The first day', dayOf(from.fromTime), dayOf(to.fromTime));
  yield* tell('The last day', dayOf(from.toTime), dayOf(to.toTime));
  yield* tell('The limit of transactions', from.budget, to.budget);
  yield* tell('The choice of the cluster', yesOrNo(from.withCluster), yesOrNo(to.withCluster));
  yield* tell('The choice of trades', yesOrNo(from.followSwaps), yesOrNo(to.followSwaps));
  yield* tell(
    'The choice to follow behind services',
    yesOrNo(from.throughServices === true),
    yesOrNo(to.throughServices === true),
  );
  yield* tell('The list of labels left out', listed(from.withoutLabels), listed(to.withoutLabels));
  yield* tell('The list of rules left out', listed(from.withoutRules), listed(to.withoutRules));
}

function* compareAsOf(earlier: ComparedScreening, later: ComparedScreening): Generator<ScreeningDifference> {
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
    ...compareRequests(from.request, to.request),
    ...compareAsOf(earlier, later),
  ];
}
