import { toPpm } from '@trailmark/analysis/screening/measure-exposure';
import type { ScreeningSensitivity } from '@trailmark/api/contract/screening';
import type { ExposureWay } from '@trailmark/core/screening/exposure';
import type { Screening, ScreeningRequest, Verdict } from '@trailmark/core/screening/screening';
import { withPooledLedgers } from '../ledger/pooled/pool-ledgers.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { RuleSetInForce } from './default-rules.ts';
import { type ScreeningRun, type ScreenOptions, screen } from './screen.ts';

/** Methods and hop limits that are compared; the requested one is always among them. */
const METHODS = ['fifo/1', 'haircut/1', 'lifo/1', 'poison/1'] as const;
const HOPS = [3, 5, 10] as const;
/** Labels and rules that are left out one by one, the weightiest first. */
const LEFT_OUT = 8;
/** Categories whose shares are compared. */
const CATEGORIES = 12;

interface Cell {
  readonly method: string;
  readonly maxHops: number;
}

function sortedUnique(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function listCells({ method, maxHops }: ScreeningRequest): Cell[] {
  const methods = [...new Set([...METHODS, method])];
  return methods.flatMap((one) => sortedUnique([...HOPS, maxHops]).map((hops) => ({ method: one, maxHops: hops })));
}

const keyOf = (category: string, way: ExposureWay): string => `${way} ${category}`;

/** Share of each category and direction, both rings together, of the asset where it is largest. */
function shareByCategory({ exposure }: Screening): Map<string, number> {
  const shares = new Map<string, number>();
  // Shares behind trades are of what was traded, and compare with no others.
  for (const { parties, sides } of exposure.filter(({ tradedFrom }) => tradedFrom === undefined)) {
    const sums = new Map<string, { readonly way: ExposureWay; readonly amount: bigint }>();
    for (const { category, way, amount } of parties) {
      const key = keyOf(category, way);
      sums.set(key, { way, amount: (sums.get(key)?.amount ?? 0n) + amount });
    }
    for (const [key, { way, amount }] of sums) {
      const total = sides.find((side) => side.way === way)?.total ?? 0n;
      // Summed before it is rounded down, so that a whole is a whole.
      shares.set(key, Math.max(shares.get(key) ?? 0, toPpm(amount, total)));
    }
  }
  return shares;
}

function compareShares(asked: number, runs: readonly ScreeningRun[]): ScreeningSensitivity['exposure'] {
  const all = runs.map(({ screening }) => shareByCategory(screening));
  const keys = [...new Set(all.flatMap((shares) => [...shares.keys()]))];
  const atAsked = (key: string): number => all[asked]?.get(key) ?? 0;
  return keys
    .sort((a, b) => atAsked(b) - atAsked(a) || (a < b ? -1 : 1))
    .slice(0, CATEGORIES)
    .map((key) => {
      const [way = 'in', category = ''] = key.split(' ');
      return { category, way: way as ExposureWay, shares: all.map((shares) => shares.get(key) ?? 0) };
    });
}

interface LeftOut {
  readonly kind: 'label' | 'rule';
  readonly id: string;
  readonly name: string;
}

/** What carries a verdict: the labels of the weightiest rules, and those rules. */
function listCarriers({ verdict, own, inherited }: Screening): LeftOut[] {
  const names = new Map([...own, ...inherited].map(({ id, label }) => [id, label]));
  const weighty = verdict.fired.filter(({ weight }) => weight > 0);
  const labels = weighty.flatMap(({ labels: ids, party }) =>
    ids.map((id): LeftOut => ({ kind: 'label', id, name: names.get(id) ?? party ?? id })),
  );
  const rules = weighty.map(({ rule, title }): LeftOut => ({ kind: 'rule', id: rule, name: title }));
  const unique = (list: readonly LeftOut[]): LeftOut[] => [...new Map(list.map((one) => [one.id, one])).values()];
  return [...unique(labels).slice(0, LEFT_OUT), ...unique(rules).slice(0, LEFT_OUT)];
}

function outcomeOf({ state, level, score }: Verdict): Pick<Verdict, 'state' | 'level' | 'score'> {
  return { state, level, score };
}

function describeChange(before: Verdict, after: Verdict): string {
  const [from, to] = [before.score ?? 0, after.score ?? 0];
  if (after.score === null && before.score !== null) return after.sentences[0] ?? 'No rule fires without it.';
  if (from === to) return 'The verdict is the same without it.';
  return `Without it the score is ${to} instead of ${from}. ${after.sentences[0] ?? ''}`.trim();
}

async function runWithout(
  run: (request: ScreeningRequest) => Promise<ScreeningRun>,
  { screening: { request, verdict } }: ScreeningRun,
  { kind, id, name }: LeftOut,
): Promise<ScreeningSensitivity['without'][number]> {
  const request1 =
    kind === 'label'
      ? { ...request, withoutLabels: [...request.withoutLabels, id] }
      : { ...request, withoutRules: [...request.withoutRules, id] };
  const after = (await run(request1)).screening.verdict;
  const change = (after.score ?? 0) - (verdict.score ?? 0);
  return { kind, id, name, sentence: describeChange(verdict, after), change, ...outcomeOf(after) };
}

/** The same screening by every method and hop limit, and without each label and rule that carries it: what one read all have. */
export function testSensitivity(
  deps: TraceDeps,
  request: ScreeningRequest,
  rules: RuleSetInForce,
  options: ScreenOptions = {},
): Promise<ScreeningSensitivity> {
  return withPooledLedgers(deps, { signal: options.signal }, (pooled) => runAll(pooled, request, rules, options));
}

async function runAll(
  deps: TraceDeps,
  request: ScreeningRequest,
  rules: RuleSetInForce,
  options: ScreenOptions,
): Promise<ScreeningSensitivity> {
  const run = (asked: ScreeningRequest): Promise<ScreeningRun> => screen(deps, asked, rules, options);
  const cells = listCells(request);
  const runs: ScreeningRun[] = [];
  for (const cell of cells) runs.push(await run({ ...request, ...cell }));
  const asked = cells.findIndex(({ method, maxHops }) => method === request.method && maxHops === request.maxHops);
  const base = runs[asked] ?? (await run(request));
  const without: ScreeningSensitivity['without'] = [];
  for (const carrier of listCarriers(base.screening)) without.push(await runWithout(run, base, carrier));
  return {
    asOf: base.asOf,
    ruleSet: base.ruleSet,
    cells: cells.map((cell, at) => ({
      ...cell,
      isAsked: at === asked,
      ...outcomeOf(runs[at]?.screening.verdict ?? base.screening.verdict),
    })),
    exposure: compareShares(asked, runs),
    without: without.sort((a, b) => a.change - b.change || (a.id < b.id ? -1 : 1)),
  };
}
