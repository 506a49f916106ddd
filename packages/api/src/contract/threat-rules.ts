import { CATEGORY_IDS, type CategoryId } from '@trailmark/core/category';
import { EXPOSURE_WAYS } from '@trailmark/core/screening/exposure';
import { RULE_BASES, RULE_LISTINGS, THREAT_LEVELS } from '@trailmark/core/screening/rule-set';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';

const tag = 'Address threat analysis';
const MAX_BYTES = 600_000;
const id = z.uuid();
/** `default` is what the software comes with, `in-force` what screenings use now. */
const versionParams = z.object({ version: z.union([z.enum(['default', 'in-force']), id]) });

const whole = z.number().int();
const threatRule = z.object({
  id: z.string(),
  title: z.string(),
  basis: z.enum(RULE_BASES),
  categories: z.array(z.enum(CATEGORY_IDS as [CategoryId, ...CategoryId[]])),
  patterns: z.array(z.string()),
  ways: z.array(z.enum(EXPOSURE_WAYS)),
  minHops: whole.nullable(),
  maxHops: whole.nullable(),
  /** Millionths. */
  minSharePpm: whole.nullable(),
  /** Whole units of the currency of the set. */
  minMoney: whole.nullable(),
  listing: z.enum(RULE_LISTINGS).nullable(),
  dustOnly: z.boolean(),
  weight: whole,
  source: z.string(),
});
const threatRuleSet = z.object({
  name: z.string(),
  bands: z.object({ medium: whole, high: whole, severe: whole }),
  dustMoney: whole,
  minConfidence: whole,
  behaviourCap: whole,
  unreadSharePpm: whole,
  reportingThresholds: z.array(whole),
  currency: z.string(),
  rules: z.array(threatRule),
});

const decision = z.object({ at: unixSeconds, by: z.string(), note: z.string() });
const versionHead = z.object({
  id,
  number: whole,
  /** A return to the rules the software comes with. */
  isDefault: z.boolean(),
  hash,
  note: z.string(),
  state: z.enum(['proposed', 'approved', 'refused', 'withdrawn']),
  isInForce: z.boolean(),
  proposedAt: unixSeconds,
  proposedBy: z.string(),
  decided: decision.nullable(),
  /** What the reader may do with it: nobody decides on what they proposed. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type ThreatRulesVersion = z.output<typeof versionHead>;

const inForce = z.object({
  name: z.string(),
  hash,
  /** Null while no version of the agency was approved. */
  version: z.object({ id, number: whole, since: unixSeconds }).nullable(),
  isDefault: z.boolean(),
});

const fault = z.object({ rule: z.string().nullable(), field: z.string().nullable(), sentence: z.string() });
const change = z.object({
  rule: z.string().nullable(),
  what: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ThreatRuleChange = z.output<typeof change>;

const note = writtenText(1_000);
/** A pattern of behaviour that a rule can count. */
const pattern = z.object({ id: z.string(), title: z.string() });
/** A rule set that nobody checked. */
const content = z.record(z.string(), z.unknown());

export const listThreatRules = defineRoute({
  method: 'GET',
  path: '/threat-rules',
  tag,
  summary: 'The rules in force, and all versions of the agency, newest first',
  access: 'allowed',
  audit: 'view',
  output: z.object({ inForce, items: z.array(versionHead), patterns: z.array(pattern) }),
});

export const getThreatRules = defineRoute({
  method: 'GET',
  path: '/threat-rules/:version',
  tag,
  summary: 'One version of the rules, and what overlaps in it',
  access: 'allowed',
  audit: 'view',
  params: versionParams,
  output: z.object({
    /** Null for the rules the software comes with. */
    version: versionHead.nullable(),
    hash,
    ruleSet: threatRuleSet,
    notes: z.array(z.string()),
    /** What differs from the rules in force. */
    changes: z.array(change),
  }),
});
export type ThreatRules = z.output<typeof getThreatRules.output>;

export const compareThreatRules = defineRoute({
  method: 'GET',
  path: '/threat-rules/:version/differences',
  tag,
  summary: 'What a version changes against another one',
  access: 'allowed',
  audit: 'view',
  params: versionParams,
  query: z.object({ from: versionParams.shape.version.default('in-force') }),
  output: z.object({ changes: z.array(change) }),
});

export const proposeThreatRules = defineRoute({
  method: 'POST',
  path: '/threat-rules',
  tag,
  summary: 'Propose rules for the agency; null content for a return to those the software comes with',
  access: 'allowed',
  audit: 'act',
  body: z.object({ content: content.nullable(), note: note.min(3) }),
  output: versionHead,
  maxBodyBytes: MAX_BYTES,
});

export const decideThreatRules = defineRoute({
  method: 'POST',
  path: '/threat-rules/:version/decision',
  tag,
  summary: 'Put a proposal into force or refuse it; by an administrator who did not write it',
  access: 'admin',
  audit: 'act',
  stepUp: true,
  params: z.object({ version: id }),
  body: z.object({ isApproved: z.boolean(), note: note.default('') }),
  output: versionHead,
});

export const withdrawThreatRules = defineRoute({
  method: 'POST',
  path: '/threat-rules/:version/withdrawal',
  tag,
  summary: 'Withdraw a proposal of one’s own',
  access: 'allowed',
  audit: 'act',
  params: z.object({ version: id }),
  body: z.object({}),
  output: versionHead,
});

export const checkThreatRules = defineRoute({
  method: 'POST',
  path: '/threat-rule-checks',
  tag,
  summary: 'What is wrong with a draft of rules, what overlaps in it, and what it changes',
  access: 'allowed',
  audit: 'view',
  body: z.object({ content }),
  output: z.object({
    faults: z.array(fault),
    notes: z.array(z.string()),
    /** Null with a fault. */
    hash: hash.nullable(),
    changes: z.array(change),
  }),
  maxBodyBytes: MAX_BYTES,
});
export type ThreatRulesCheck = z.output<typeof checkThreatRules.output>;

const previewed = z.object({
  level: z.enum(THREAT_LEVELS),
  state: z.enum(['unknown', 'none', 'zero', 'scored']),
  score: whole.nullable(),
  sentence: z.string(),
});

export const previewThreatRules = defineRoute({
  method: 'POST',
  path: '/threat-rule-previews',
  tag,
  summary: 'Which verdicts of past screenings, pinned in cases and of your own, a draft of rules would change',
  access: 'allowed',
  audit: 'view',
  body: z.object({ content }),
  output: z.object({
    /** Past screenings that were judged again. */
    screenings: whole,
    /** Of them those pinned in cases that the reader may see. */
    ofCases: whole,
    changed: z.array(
      z.object({
        id,
        /** Number of the case it is pinned in; null for one of the reader's own. */
        caseNumber: z.string().nullable(),
        chain: z.string(),
        subject: z.string(),
        screenedAt: unixSeconds,
        before: previewed,
        after: previewed,
      }),
    ),
    /** Rules with how many past screenings each fired for. */
    rules: z.array(z.object({ rule: z.string(), fired: whole })),
    notes: z.array(z.string()),
  }),
  maxBodyBytes: MAX_BYTES,
});
export type ThreatRulesPreview = z.output<typeof previewThreatRules.output>;

export const threatRulesRoutes = {
  checkThreatRules,
  compareThreatRules,
  decideThreatRules,
  getThreatRules,
  listThreatRules,
  previewThreatRules,
  proposeThreatRules,
  withdrawThreatRules,
};
