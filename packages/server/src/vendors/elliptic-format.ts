import { createHash } from 'node:crypto';
import { readForRule } from '@trailmark/analysis/screening/rules/claim-of-rule';
import type { AssetKey } from '@trailmark/core/asset';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import type { ExposureWay, PartyExposure } from '@trailmark/core/screening/exposure';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { FiredRule, ScreeningLabel } from '@trailmark/core/screening/screening';
import type { ScreeningRun } from '../screening/screen.ts';
import { nameOf } from './vendor-figures.ts';

const MILLIONTHS = 1_000_000;
const SIDES = { in: 'source', out: 'destination' } as const satisfies Record<ExposureWay, string>;

/** An id in the form the format wants, which is the same for the same name. Version 8: made by a rule of our own (RFC 9562). */
export function toUuid(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The only place where exact money becomes a number. A day without a price leaves the figure out: missing is not zero. */
function toUsd(money: bigint | null): { readonly usd?: number } {
  return money === null ? {} : { usd: Number(money) / MILLIONTHS };
}

interface Share {
  readonly sharePpm: number;
  readonly money: bigint | null;
}

function sum(rows: readonly Share[]): Share {
  return {
    sharePpm: rows.reduce((total, { sharePpm }) => total + sharePpm, 0),
    money: rows.reduce<bigint | null>(
      (total, { money }) => (total === null || money === null ? null : total + money),
      0n,
    ),
  };
}

/** Shares in percent and money of rows, altogether, direct and indirect. */
function toFigures(rows: readonly PartyExposure[]): object {
  const [all, direct, indirect] = [rows, rows.filter(isDirect), rows.filter((row) => !isDirect(row))].map(sum);
  const percent = (share: Share | undefined): number => (share?.sharePpm ?? 0) / 10_000;
  return {
    contribution_percentage: percent(all),
    contribution_value: toUsd(all?.money ?? null),
    counterparty_percentage: percent(direct),
    counterparty_value: toUsd(direct?.money ?? null),
    indirect_percentage: percent(indirect),
    indirect_value: toUsd(indirect?.money ?? null),
  };
}

const isDirect = ({ ring }: PartyExposure): boolean => ring === 'direct';
const toCategory = (category: CategoryId) => ({
  category: nameOf(category),
  category_id: toUuid(`category ${category}`),
});

interface AssetParties {
  readonly asset: AssetKey;
  readonly rows: readonly PartyExposure[];
}

/** Parties of one direction, one list for each party and asset: shares of two assets are not added. */
function groupParties({ screening }: ScreeningRun, way: ExposureWay): AssetParties[] {
  return screening.exposure.flatMap(({ asset, parties }) => {
    const groups = new Map<string, PartyExposure[]>();
    for (const row of parties.filter((one) => one.way === way)) {
      const key = `${row.category} ${row.party.key}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()].map((rows) => ({ asset, rows }));
  });
}

function toContribution({ rows }: AssetParties): object[] {
  const [first] = rows;
  if (!first) return [];
  const { category, party } = first;
  const entity = {
    ...{ name: party.name, ...toCategory(category), entity_id: toUuid(`party ${party.key}`) },
    ...{ is_primary_entity: true, is_vasp: CATEGORIES[category].isService },
  };
  const min_number_of_hops = Math.min(...rows.map(({ minHops }) => minHops));
  return [{ entities: [entity], ...toFigures(rows), is_screened_address: false, min_number_of_hops }];
}

/** What a rule on exposure matched: by category, with the parties behind it. */
function listElements(run: ScreeningRun, fired: FiredRule, way: ExposureWay, ruleSet: ThreatRuleSet): object[] {
  if (fired.ring === null) return [];
  const named = ruleSet.rules.find(({ id }) => id === fired.rule)?.categories ?? [];
  const groups = groupParties(run, way)
    .filter(({ asset }) => asset === fired.asset)
    .map(({ rows }) => rows.filter(({ ring }) => ring === fired.ring))
    .map((rows) => rows.flatMap((row) => readForRule(row, { categories: named }) ?? []))
    .filter((rows) => rows.length > 0);
  const categories = [...new Set(groups.flatMap((rows) => rows.map(({ category }) => category)))];
  return categories.map((category) => {
    const own = groups.filter(([row]) => row?.category === category);
    return {
      ...toCategory(category),
      ...toFigures(own.flat()),
      contributions: own.map((rows) => ({
        entity: rows[0]?.party.name ?? '',
        entity_id: toUuid(`party ${rows[0]?.party.key}`),
        ...toFigures(rows),
        is_screened_address: false,
        min_number_of_hops: Math.min(...rows.map(({ minHops }) => minHops)),
      })),
    };
  });
}

/** Rules of a direction; those on labels and behaviour are about both. */
function firedOn({ screening }: ScreeningRun, way: ExposureWay): readonly FiredRule[] {
  return screening.verdict.fired.filter((one) => one.way === null || one.way === way);
}

/** 0 to 10; null where no rule fired, or nothing is known. Zero is a rule that fired and weighs nothing. */
function scoreOf(run: ScreeningRun, way: ExposureWay): number | null {
  const { request, verdict } = run.screening;
  const fired = firedOn(run, way);
  if (verdict.level === 'unknown' || fired.length === 0 || !request.ways.includes(way)) return null;
  return Math.max(...fired.map(({ weight }) => weight)) / 10;
}

function toEvaluation(run: ScreeningRun, way: ExposureWay, ruleSet: ThreatRuleSet): object[] {
  return firedOn(run, way).map((fired) => ({
    rule_id: toUuid(`rule ${run.ruleSet.hash} ${fired.rule}`),
    rule_name: fired.title,
    risk_score: fired.weight / 10,
    matched_elements: listElements(run, fired, way, ruleSet),
    rule_type: fired.basis === 'behaviour' ? 'behavior' : 'exposure',
  }));
}

/** Labels on the address and its cluster. */
function toEntity({ label, category, listing, via }: ScreeningLabel, at: Date): object {
  const from = listing?.listedFrom ?? null;
  return {
    ...{ name: label, ...toCategory(category), entity_id: toUuid(`label ${label}`) },
    is_primary_entity: via === null,
    is_vasp: CATEGORIES[category].isService,
    is_after_sanction_date: from === null ? null : at.getTime() >= Date.parse(from),
  };
}

export interface WalletAnalysis {
  readonly run: ScreeningRun;
  readonly ruleSet: ThreatRuleSet;
  /** As it was sent: `holistic`, or the name of an asset and of a chain. */
  readonly subject: { readonly asset: string; readonly blockchain: string };
  readonly reference: string | undefined;
  readonly account: { readonly id: string; readonly agency: string };
  readonly at: Date;
}

function bySide<T>(of: (way: ExposureWay) => T): { readonly source: T; readonly destination: T } {
  return { [SIDES.in]: of('in'), [SIDES.out]: of('out') } as { source: T; destination: T };
}

/** A screening in the fields of Elliptic's wallet analysis. One that is Unknown is an analysis that ended with an error. */
export function toWalletAnalysis({ run, ruleSet, subject, reference, account, at }: WalletAnalysis): object {
  const { verdict, request, own, inherited } = run.screening;
  const isUnknown = verdict.level === 'unknown';
  const time = at.toISOString();
  const nothing = { usd: null };
  return {
    ...{ id: toUuid(`analysis ${run.hash} ${time}`), type: 'wallet_exposure' },
    subject: { ...subject, type: 'address', hash: request.subject.text },
    customer: { id: null, ...(reference === undefined ? {} : { reference }) },
    blockchain_info: { cluster: { inflow_value: nothing, outflow_value: nothing } },
    ...{ created_at: time, updated_at: time, analysed_at: time },
    analysed_by: { id: account.id, type: 'api_key' },
    asset_tier: 'full',
    cluster_entities: [...own, ...inherited].map((label) => toEntity(label, at)),
    team_id: account.agency,
    risk_score: isUnknown || verdict.score === null ? null : verdict.score / 10,
    risk_score_detail: bySide((way) => scoreOf(run, way)),
    error: isUnknown ? { message: `Unknown: ${verdict.sentences[0] ?? 'not read.'}` } : null,
    evaluation_detail: bySide((way) => toEvaluation(run, way, ruleSet)),
    contributions: bySide((way) => groupParties(run, way).flatMap(toContribution)),
    ...{ workflow_status: 'active', workflow_status_id: 1, process_status: isUnknown ? 'error' : 'complete' },
    triggered_rules: [],
    screening_id: toUuid(`screening ${run.hash}`),
    screening_source: 'sync',
  };
}
