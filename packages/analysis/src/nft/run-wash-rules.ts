import type { AccountKey } from '@trailmark/core/account-block';
import type { FirstFunding } from '@trailmark/core/nft';
import { type CollectionTable, groupEvents, groupSales } from './collection-table.ts';
import { findRings } from './find-rings.ts';
import type { PaymentTable } from './payment-table.ts';
import type { WashParams } from './wash-params.ts';
import type { WashFinding, WashNeed, WashRule, WashWorld } from './wash-rule.ts';
import { WASH_RULES } from './wash-rules.ts';
import { type WashSet, weightOf } from './wash-set.ts';

/** What a rule found over a collection, or why it could not run: not the same as nothing found. */
export interface RuleRun {
  readonly rule: WashRule;
  readonly findings: readonly WashFinding[];
  /** 1 for each sale it flags. */
  readonly flagged: Uint8Array;
  readonly missing: WashNeed | undefined;
}

export interface WashRun {
  readonly world: WashWorld;
  readonly runs: readonly RuleRun[];
  /** Tokens whose cycles were too many to be searched to the end. */
  readonly unsearched: readonly number[];
}

export interface WashInput {
  readonly table: CollectionTable;
  readonly payments: PaymentTable | undefined;
  readonly funding: ReadonlyMap<AccountKey, FirstFunding> | undefined;
  readonly services: ReadonlyMap<AccountKey, string>;
  readonly hasCalls: boolean;
  readonly params: WashParams;
}

function isMissing({ payments, funding, hasCalls }: WashWorld, need: WashNeed): boolean {
  if (need === 'payments') return payments === undefined;
  if (need === 'funding') return funding === undefined;
  return need === 'calls' && !hasCalls;
}

function runRule(rule: WashRule, world: WashWorld): RuleRun {
  const flagged = new Uint8Array(world.table.sales.count);
  if (isMissing(world, rule.needs)) return { rule, findings: [], flagged, missing: rule.needs };
  const findings = rule.find(world);
  for (const { sales } of findings) for (const sale of sales) flagged[sale] = 1;
  return { rule, findings, flagged, missing: undefined };
}

/** Runs every rule over a collection. Weights come later: changing one calculates sums again, not findings. */
export function runWashRules(input: WashInput): WashRun {
  const world = { ...input, salesByToken: groupSales(input.table), eventsByToken: groupEvents(input.table) };
  const runs = WASH_RULES.map((rule) => runRule(rule, world));
  return { world, runs, unsearched: findRings(world).unsearched };
}

/** Sum of weights of each sale: a rule counts once, however many findings name the sale. */
export function weighSales({ runs, world }: WashRun, set: WashSet): Uint32Array {
  const weights = new Uint32Array(world.table.sales.count);
  for (const { rule, flagged } of runs) {
    const weight = weightOf(set, rule.id);
    if (weight > 0) for (let i = 0; i < weights.length; i++) (weights[i] as number) += (flagged[i] as number) * weight;
  }
  return weights;
}
