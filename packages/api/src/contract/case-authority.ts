import { AUTHORITY_ACTS, AUTHORITY_STATES } from '@trailmark/core/case-authority';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, day, version } from './case.ts';
import { lineText, neededLine, plainText, why, withdrawal } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();
const authorityAct = z.enum(AUTHORITY_ACTS);

const fields = {
  /** "Production order". */
  type: neededLine(80),
  number: neededLine(80),
  issuer: neededLine(160),
  /** First and last day, UTC; no last day: until it is ended. */
  from: day,
  to: day.nullable(),
  acts: z.array(authorityAct).min(1).max(AUTHORITY_ACTS.length),
  /** Empty: everything of the kind. */
  chains: z.array(chainId).max(50).default([]),
  addresses: z
    .array(z.object({ chain: chainId, address: addressText }))
    .max(200)
    .default([]),
  people: z.array(id).max(200).default([]),
  scope: plainText(1_000).default(''),
  /** Who can extend it, in words. */
  extender: lineText(160).default(''),
};

const authority = z.object({
  id,
  ...fields,
  /** At the server's clock; `other-scope` is set where an act is checked against it. */
  state: z.enum(AUTHORITY_STATES),
  /** Whole days that are left, today not counted; null without an end, or where it is not valid. */
  daysLeft: z.number().int().nullable(),
  version,
  addedAt: unixSeconds,
  addedBy: z.string(),
  changedAt: unixSeconds,
  changedBy: z.string(),
  /** Ended before its time. */
  ended: withdrawal,
});
export type CaseAuthority = z.output<typeof authority>;

const authorities = z.object({
  items: z.array(authority),
  needs: z.object({
    /** Acts that are refused without an authority. */
    acts: z.array(authorityAct),
    /** 0 where the case has no setting of its own. */
    version: z.number().int().min(0).max(2_147_483_647),
  }),
  today: day,
});
export type CaseAuthorities = z.output<typeof authorities>;

export const listCaseAuthorities = defineRoute({
  method: 'GET',
  path: '/cases/:case/authorities',
  tag,
  summary: 'Legal authorities of a case, what ends soonest first, each with its state now',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: authorities,
});

export const setCaseAuthority = defineRoute({
  method: 'POST',
  path: '/cases/:case/authorities',
  tag,
  summary: 'Enter a legal authority, or change one of the version named, such as to extend it',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ row: z.object({ id, version }).optional(), ...fields }),
  output: authorities,
});

export const endCaseAuthority = defineRoute({
  method: 'POST',
  path: '/cases/:case/authorities/:authority/end',
  tag,
  summary: 'End an authority now, before its last day; it stays readable, with the reason',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ authority: id }),
  body: z.object({ version, why }),
  output: authorities,
});

export const setAuthorityNeeds = defineRoute({
  method: 'POST',
  path: '/cases/:case/authority-needs',
  tag,
  summary: 'Decide which acts are refused in this case without an authority',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    /** Of the setting; 0 where there is none yet. */
    version: z.number().int().min(0).max(2_147_483_647),
    acts: z.array(authorityAct).max(AUTHORITY_ACTS.length),
  }),
  output: authorities,
});

export const caseAuthorityRoutes = { endCaseAuthority, listCaseAuthorities, setAuthorityNeeds, setCaseAuthority };
