import { randomUUID } from 'node:crypto';
import { parseRuleSet } from '@trailmark/analysis/screening/rules/parse-rule-set';
import type { Contract } from '@trailmark/api/contract';
import type { ThreatRulesVersion } from '@trailmark/api/contract/threat-rules';
import type { RouteInput } from '@trailmark/api/route';
import type { AuditEntry } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  decideRuleSet,
  findRuleSet,
  findRuleSetInForce,
  insertRuleSet,
  lockRuleSet,
  type RuleSetDecision,
  type RuleSetRow,
} from '@trailmark/store/cases/threat-rules/rule-set-rows';
import type { Caller } from '../../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { hashRuleSet, readDefaultRules } from '../default-rules.ts';
import { noVersion, openRuleSet, toVersion } from './read-rule-sets.ts';
import { rulesScope } from './rules-scope.ts';

function toEntry(action: string, { id, number, hash }: ThreatRulesVersion): AuditEntry {
  return { action: `threat-rules.${action}`, object: { kind: 'threat-rules', id }, details: { number, hash } };
}

async function showVersion(tx: Transaction, caller: Caller, id: string): Promise<ThreatRulesVersion> {
  const row = await findRuleSet(tx, id);
  if (!row) throw noVersion();
  return toVersion(row, caller, (await findRuleSetInForce(tx))?.id);
}

/** Proposes rules for the agency. Nothing changes until another person approves. Throws `invalid` for what is no rule set. */
export function proposeRules(
  casework: CaseworkContext,
  caller: Caller,
  { content, note }: RouteInput<Contract['proposeThreatRules']>['body'],
): Promise<ThreatRulesVersion> {
  const { id: by, agency } = ownAccount(caller);
  const ruleSet = content === null ? null : parseRuleSet(content);
  const { hash } = ruleSet ? hashRuleSet(ruleSet) : readDefaultRules();
  const id = randomUUID();
  const work = async (tx: Transaction) => {
    const present = await findRuleSetInForce(tx);
    if ((present ? openRuleSet(present) : readDefaultRules()).hash === hash) {
      throw new AppError('conflict', 'These rules are in force already.');
    }
    const row = { id, agency, hash, note: note.trim(), by, at: casework.now() };
    if (await insertRuleSet(tx, { ...row, content: ruleSet && JSON.stringify(ruleSet) })) {
      return showVersion(tx, caller, id);
    }
    throw new AppError('conflict', 'Another proposal waits for a decision. It is decided or withdrawn first.');
  };
  return actThenNotify(casework, caller, work, (version) => toEntry('propose', version), rulesScope(caller));
}

/** A proposal that nobody decided on yet. Throws `not-found` and `conflict`. */
async function openProposal(tx: Transaction, id: string): Promise<RuleSetRow> {
  const row = await lockRuleSet(tx, id);
  if (!row) throw noVersion();
  if (row.state === 'proposed') return row;
  throw new AppError('conflict', `This proposal was ${row.state} already.`);
}

type Decision = Pick<RuleSetDecision, 'id' | 'state' | 'note'>;

function settle(
  casework: CaseworkContext,
  caller: Caller,
  { id, state, note }: Decision,
  check: (row: RuleSetRow) => void,
): Promise<ThreatRulesVersion> {
  const work = async (tx: Transaction) => {
    check(await openProposal(tx, id));
    await decideRuleSet(tx, { id, state, note: note.trim(), by: ownAccount(caller).id, at: casework.now() });
    return showVersion(tx, caller, id);
  };
  const action = { approved: 'approve', refused: 'refuse', withdrawn: 'withdraw' }[state];
  return actThenNotify(casework, caller, work, (version) => toEntry(action, version), rulesScope(caller));
}

/** Four eyes: throws `forbidden` for who proposed it, whatever their role. */
export function decideRules(
  casework: CaseworkContext,
  caller: Caller,
  { id, isApproved, note }: RouteInput<Contract['decideThreatRules']>['body'] & { readonly id: string },
): Promise<ThreatRulesVersion> {
  return settle(casework, caller, { id, state: isApproved ? 'approved' : 'refused', note }, (row) => {
    if (row.proposedById === ownAccount(caller).id) {
      throw new AppError('forbidden', 'Another administrator than the one who proposed the rules decides on them.');
    }
    // A newer version of the software may know a pattern no longer: rules that cannot be read never come into force.
    if (isApproved) openRuleSet(row);
  });
}

/** Throws `forbidden` for everybody but who proposed it. */
export function withdrawRules(casework: CaseworkContext, caller: Caller, id: string): Promise<ThreatRulesVersion> {
  return settle(casework, caller, { id, state: 'withdrawn', note: '' }, (row) => {
    if (row.proposedById === ownAccount(caller).id) return;
    throw new AppError('forbidden', 'Only who proposed the rules withdraws them. An administrator can refuse them.');
  });
}
