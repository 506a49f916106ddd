import { BEHAVIOURS } from '@trailmark/analysis/screening/behaviours/catalogue';
import { compareRuleSets } from '@trailmark/analysis/screening/rules/compare-rule-sets';
import { parseRuleSet, readRuleSet } from '@trailmark/analysis/screening/rules/parse-rule-set';
import type { Contract } from '@trailmark/api/contract';
import type { ThreatRuleChange, ThreatRules, ThreatRulesVersion } from '@trailmark/api/contract/threat-rules';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  findRuleSet,
  findRuleSetInForce,
  listRuleSets,
  type RuleSetHeadRow,
  type RuleSetRow,
} from '@trailmark/store/cases/threat-rules/rule-set-rows';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { hashRuleSet, type RuleSetInForce, readDefaultRules } from '../default-rules.ts';
import { readRules } from './rules-scope.ts';

const SHOWN = 200;

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The content of a version; without any it is what the software comes with today. */
export function openRuleSet({ content }: Pick<RuleSetRow, 'content'>): RuleSetInForce {
  return content === null ? readDefaultRules() : hashRuleSet(parseRuleSet(JSON.parse(content)));
}

async function findInForce(tx: Transaction): Promise<{ row: RuleSetRow | undefined; rules: RuleSetInForce }> {
  const row = await findRuleSetInForce(tx);
  return { row, rules: row ? openRuleSet(row) : readDefaultRules() };
}

/** The rules of an agency in force now, for what the server does for one of its accounts. */
export async function readRulesOf(
  { store }: CaseworkContext,
  owner: { readonly agency: string; readonly account: string },
): Promise<RuleSetInForce> {
  return (await store.transact({ kind: 'agency', ...owner }, findInForce)).rules;
}

/** The rules that screenings of the caller's agency use now. */
export async function readRulesInForce(casework: CaseworkContext, caller: Caller): Promise<RuleSetInForce> {
  return (await readRules(casework, caller, findInForce)).rules;
}

/** A version as its reader sees it: who proposed it does not decide on it. */
export function toVersion(row: RuleSetHeadRow, caller: Caller, inForce: string | undefined): ThreatRulesVersion {
  const { id, number, hash, note, state, proposedBy, decidedAt, decidedBy, decidedNote } = row;
  const isOwn = row.proposedById === ownAccount(caller).id;
  const isOpen = state === 'proposed';
  return {
    ...{ id, number, hash, note, state, proposedBy },
    isDefault: !row.hasContent,
    isInForce: id === inForce,
    proposedAt: toSeconds(row.proposedAt),
    decided: decidedAt && { at: toSeconds(decidedAt), by: decidedBy ?? '', note: decidedNote },
    mayDecide: isOpen && !isOwn && isAdmitted(caller.role, 'admin'),
    mayWithdraw: isOpen && isOwn,
  };
}

/** All versions of the agency, and what is in force. */
export function readVersions(
  casework: CaseworkContext,
  caller: Caller,
): Promise<RouteOutput<Contract['listThreatRules']>> {
  return readRules(casework, caller, async (tx) => {
    const { row, rules } = await findInForce(tx);
    const rows = await listRuleSets(tx, SHOWN);
    const since = row ? toSeconds(row.decidedAt ?? row.proposedAt) : 0;
    return {
      inForce: {
        name: rules.ruleSet.name,
        hash: rules.hash,
        version: row ? { id: row.id, number: row.number, since } : null,
        isDefault: row?.content === undefined || row.content === null,
      },
      items: rows.map((one) => toVersion(one, caller, row?.id)),
      patterns: BEHAVIOURS.map(({ id, title }) => ({ id, title })),
    };
  });
}

interface Opened {
  readonly row: RuleSetRow | undefined;
  readonly rules: RuleSetInForce;
}

/** Throws `not-found`, for a version of another agency as for none. */
async function openVersion(tx: Transaction, version: string): Promise<Opened> {
  if (version === 'default') return { row: undefined, rules: readDefaultRules() };
  if (version === 'in-force') return findInForce(tx);
  const row = await findRuleSet(tx, version);
  if (!row) throw noVersion();
  return { row, rules: openRuleSet(row) };
}

export const noVersion = () => new AppError('not-found', 'There is no such version of the rules.');

/** A set as it goes over the wire. */
function toWire({ bands, reportingThresholds, rules, ...set }: ThreatRuleSet): ThreatRules['ruleSet'] {
  return {
    ...set,
    bands: { ...bands },
    reportingThresholds: [...reportingThresholds],
    rules: rules.map((rule) => ({
      ...rule,
      categories: [...rule.categories],
      patterns: [...rule.patterns],
      ways: [...rule.ways],
    })),
  };
}

export function readVersion(casework: CaseworkContext, caller: Caller, version: string): Promise<ThreatRules> {
  return readRules(casework, caller, async (tx) => {
    const { row, rules } = await openVersion(tx, version);
    const now = await findInForce(tx);
    return {
      version: row ? toVersion(row, caller, now.row?.id) : null,
      hash: rules.hash,
      ruleSet: toWire(rules.ruleSet),
      notes: [...readRuleSet(rules.ruleSet).notes],
      changes: [...compareRuleSets(now.rules.ruleSet, rules.ruleSet)],
    };
  });
}

/** What one version changes against another. */
export function compareVersions(
  casework: CaseworkContext,
  caller: Caller,
  { version, from }: { readonly version: string; readonly from: string },
): Promise<{ changes: ThreatRuleChange[] }> {
  return readRules(casework, caller, async (tx) => {
    const [before, after] = [await openVersion(tx, from), await openVersion(tx, version)];
    return { changes: [...compareRuleSets(before.rules.ruleSet, after.rules.ruleSet)] };
  });
}
