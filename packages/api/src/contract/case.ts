import {
  CASE_POLICIES,
  CASE_PRIORITIES,
  CASE_RIGHTS,
  CASE_ROLES,
  CASE_SORTS,
  CASE_STATUSES,
  KNOWLEDGE_MARKS,
} from '@trailmark/core/case';
import { AUTHORITY_ACTS } from '@trailmark/core/case-authority';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { units, unixSeconds } from '../wire.ts';
import { caseViewRoutes } from './case-view.ts';
import { caseEmergency } from './emergency.ts';

export const CASES_TAG = 'Agency cases';
const tag = CASES_TAG;

const id = z.uuid();
/** A calendar day, UTC. */
export const day = z.iso.date();
/** As the server gives it. */
export const caseNumber = z
  .string()
  .trim()
  .regex(/^[0-9]{4}-[0-9]{5}$/, 'it takes a case number such as 2026-12345');
export const caseTitle = z.string().trim().min(1).max(160);
const reference = z.string().trim().min(1).max(80);
/** A word that cases are grouped by: one spelling, in lower case. */
const caseTag = z
  .string()
  .trim()
  .normalize('NFC')
  .toLowerCase()
  .min(1)
  .max(40)
  .regex(/^[^\p{Cc},]*$/u, 'it takes words of up to 40 characters, without commas');
const unit = z.string().trim().max(120);
export const caseParams = z.object({ case: id });
/** Counted up with every change; a change names the version it was made from. */
export const version = z.number().int().min(1).max(2_147_483_647);
export const knowledgeMark = z.enum(KNOWLEDGE_MARKS);
/** Millionths of a dollar on the day it happened; null where no price of that day is known. */
const usd = units.nullable();

export const caseStatus = z.enum(CASE_STATUSES);
export const casePriority = z.enum(CASE_PRIORITIES);
export const casePolicy = z.enum(CASE_POLICIES);
export const caseRole = z.enum(CASE_ROLES);

/** Case types are templates: an agency may have its own. */
const caseType = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'it takes the id of a template');

export const caseHead = z.object({
  id,
  number: z.string(),
  /** The agency's own file number. */
  reference: reference.nullable(),
  title: z.string(),
  type: z.string(),
  typeName: z.string(),
  status: caseStatus,
  priority: casePriority,
  policy: casePolicy,
  unit: z.string(),
  tags: z.array(z.string()),
  lead: z.object({ id, name: z.string() }).nullable(),
  deadline: day.nullable(),
  nextDue: z.object({ on: day, what: z.string() }).nullable(),
  money: z.object({ lossUsd: usd, tracedUsd: usd, securedUsd: usd }),
  openedAt: unixSeconds,
  openedBy: z.string(),
  changedAt: unixSeconds,
  closedAt: unixSeconds.nullable(),
  /** The signed record that is in force, `F-1`; null while the case may be changed. */
  record: z.string().nullable(),
  version,
  /** The reader's role; null for somebody of the agency who is no member of an open case. */
  role: caseRole.nullable(),
});
export type CaseHead = z.output<typeof caseHead>;

const caseFilter = {
  /** Several, with commas. */
  status: z
    .string()
    .regex(/^[a-z]+(,[a-z]+){0,4}$/)
    .optional(),
  type: caseType.optional(),
  priority: casePriority.optional(),
  unit: unit.optional(),
  tag: caseTag.optional(),
  /** Account id, or `none`. */
  lead: z.union([id, z.literal('none')]).optional(),
  /** Only cases the reader is a member of. */
  own: z.enum(['yes']).optional(),
  dueWithin: z.coerce.number().int().min(0).max(3650).optional(),
  words: z.string().trim().max(200).optional(),
};

/** Sums over cases: exact per asset, and in money of the day it happened. */
const outcome = z.object({
  asset: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  loss: units,
  traced: units,
  frozen: units,
  seized: units,
  returned: units,
});
const moneyByStage = z.object({ loss: units, traced: units, frozen: units, seized: units, returned: units });

export const listCases = defineRoute({
  method: 'GET',
  path: '/cases',
  tag,
  summary: 'The cases that the reader may see, filtered and sorted',
  access: 'allowed',
  audit: 'view',
  query: z.object({
    ...caseFilter,
    sort: z.enum(CASE_SORTS).default('due'),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    items: z.array(caseHead),
    /** Of everything the filter lets through, limited to what the reader may see. */
    totals: z.object({
      count: z.number().int(),
      lossUsd: units,
      securedUsd: units,
      withoutLoss: z.number().int(),
      late: z.number().int(),
      oldestAt: unixSeconds.nullable(),
      olderThanAYear: z.number().int(),
    }),
    today: day,
  }),
});

export const getCaseFigures = defineRoute({
  method: 'GET',
  path: '/case-figures',
  tag,
  summary: 'Outcome per asset and workload per lead over the same cases as the list',
  access: 'allowed',
  audit: 'view',
  query: z.object(caseFilter),
  output: z.object({
    assets: z.array(outcome),
    usd: moneyByStage,
    /** Amounts without a price of their day: they are not in the sums in dollars. */
    unpriced: z.number().int(),
    workload: z.array(
      z.object({
        lead: z.object({ id, name: z.string() }).nullable(),
        open: z.number().int(),
        /** Due within seven days, late ones included. */
        due: z.number().int(),
        late: z.number().int(),
      }),
    ),
    prices: z.string(),
  }),
});

export const caseTemplate = z.object({
  id: caseType,
  name: z.string(),
  summary: z.string(),
  fields: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['text', 'date', 'number', 'choice']),
      choices: z.array(z.string()),
    }),
  ),
  tasks: z.array(
    z.object({ title: z.string(), dueAfterDays: z.number().int().nullable(), checklist: z.array(z.string()) }),
  ),
  authorities: z.array(z.string()),
  /** Acts that a case opened from it does not allow without an authority, as well as those of every case, each with the reason. */
  needs: z.array(z.object({ act: z.enum(AUTHORITY_ACTS), why: z.string().min(3).max(300) })).optional(),
  report: z.array(z.string()),
});
export type CaseTemplate = z.output<typeof caseTemplate>;

export const getCaseChoices = defineRoute({
  method: 'GET',
  path: '/case-choices',
  tag,
  summary: 'Templates, colleagues, and the units, tags and leads of the cases that the reader may see',
  access: 'allowed',
  audit: 'view',
  output: z.object({
    templates: z.array(caseTemplate),
    colleagues: z.array(z.object({ id, name: z.string(), unit: z.string() })),
    units: z.array(z.string()),
    tags: z.array(z.string()),
    leads: z.array(z.object({ id, name: z.string() })),
    assets: z.array(z.object({ asset: z.string(), symbol: z.string(), name: z.string(), decimals: z.number().int() })),
  }),
});

export const createCase = defineRoute({
  method: 'POST',
  path: '/cases',
  tag,
  summary: 'Open a case from a template; who opens it owns it',
  access: 'allowed',
  audit: 'act',
  body: z.object({
    template: caseType,
    title: caseTitle,
    reference: reference.optional(),
    priority: casePriority.default('medium'),
    policy: casePolicy.default('open'),
    unit: unit.optional(),
    deadline: day.optional(),
  }),
  output: caseHead,
});

const statement = z.object({
  mark: knowledgeMark,
  text: z.string().trim().min(1).max(500),
  /** What shows it: an item or exhibit of the case, `A-3`, `EV-04`. */
  source: z.string().trim().max(80),
});

export const getCase = defineRoute({
  method: 'GET',
  path: '/cases/:case',
  tag,
  summary: 'A case as its overview shows it',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({
    head: caseHead,
    rights: z.array(z.enum(CASE_RIGHTS)),
    memberCount: z.number().int(),
    /** Other members who read the case within the last ten minutes, the last first. */
    readers: z.array(z.object({ id, name: z.string(), at: unixSeconds })),
    statements: z.array(statement),
    fields: z.record(z.string(), z.string()),
    template: caseTemplate,
    /** By tab. */
    counts: z.record(z.string(), z.number().int()),
    /** The valid legal authority that ends soonest; null without one. */
    authority: z
      .object({
        id,
        type: z.string(),
        number: z.string(),
        to: day.nullable(),
        /** Whole days that are left, today not counted; null without an end. */
        daysLeft: z.number().int().nullable(),
      })
      .nullable(),
    due: z.array(z.object({ on: day, what: z.string(), tab: z.string(), who: z.string().nullable() })),
    /** The end of the reader's last sitting, a sitting being visits with short pauses; null in the first. */
    lastVisit: unixSeconds.nullable(),
    /** Emergency accesses to the case whose review is open. */
    emergencies: z.array(caseEmergency),
    changes: z.array(z.object({ at: unixSeconds, who: z.string(), what: z.string() })),
    /** The package that the case was imported from; null for a case of one's own. */
    origin: z
      .object({
        package: id,
        sender: z.string(),
        number: z.string(),
        revoked: z.object({ at: unixSeconds, why: z.string() }).nullable(),
      })
      .nullable(),
    /** What the server notifies this reader of about the case, such as an overlap. */
    notices: z.array(z.object({ id, at: unixSeconds, sentence: z.string(), isNew: z.boolean() })),
    today: day,
  }),
});
export type CaseOverview = z.output<typeof getCase.output>;

export const updateCase = defineRoute({
  method: 'POST',
  path: '/cases/:case',
  tag,
  summary: 'Change the head of a case',
  description:
    'A change made from another version than the present one is refused with 409, and nothing is overwritten.',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    version,
    title: caseTitle.optional(),
    reference: reference.nullable().optional(),
    status: caseStatus.optional(),
    priority: casePriority.optional(),
    unit: unit.optional(),
    tags: z.array(caseTag).max(20).optional(),
    lead: id.nullable().optional(),
    deadline: day.nullable().optional(),
    statements: z.array(statement).max(3).optional(),
    fields: z.record(z.string().max(60), z.string().max(500)).optional(),
  }),
  output: caseHead,
});

const member = z.object({
  id,
  name: z.string(),
  unit: z.string(),
  role: caseRole,
  addedAt: unixSeconds,
  addedBy: z.string(),
});
export type CaseMember = z.output<typeof member>;

export const listCaseMembers = defineRoute({
  method: 'GET',
  path: '/cases/:case/members',
  tag,
  summary: 'Who is a member of a case, with the role of each',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({ items: z.array(member), policy: casePolicy }),
});

export const setCaseMember = defineRoute({
  method: 'POST',
  path: '/cases/:case/members',
  tag,
  summary: 'Add a member, give another role, or with null end a membership; a case keeps one owner at least',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ account: id, role: caseRole.nullable() }),
  output: z.object({ items: z.array(member), policy: casePolicy }),
});

export const setCasePolicy = defineRoute({
  method: 'POST',
  path: '/cases/:case/policy',
  tag,
  summary: 'Open a case to the agency, limit it to its members, or seal it',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ version, policy: casePolicy }),
  output: caseHead,
});

export const caseRoutes = {
  ...caseViewRoutes,
  createCase,
  getCase,
  getCaseChoices,
  getCaseFigures,
  listCaseMembers,
  listCases,
  setCaseMember,
  setCasePolicy,
  updateCase,
};
