import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { day, unixSeconds } from '../wire.ts';

const tag = 'Deconfliction';
const id = z.uuid();
const words = (max: number) => writtenText(max).trim().min(3);
const params = z.object({ interest: id });

export const SENSITIVITIES = ['open', 'restricted', 'silent'] as const;
export const RADII = ['exact', 'cluster', 'hops'] as const;
export const GRADES = ['exact', 'cluster', 'hop'] as const;
export const OUTCOMES = ['coordinate', 'stand-down', 'no-conflict'] as const;
/** Most identifiers of one interest, and of one case in a day. */
export const MAX_IDENTIFIERS = 1_000;

const outcome = z.enum(OUTCOMES);

const interestHead = z.object({
  id,
  number: z.string(),
  case: z.object({ id, number: z.string(), title: z.string() }),
  sensitivity: z.enum(SENSITIVITIES),
  radius: z.enum(RADII),
  hops: z.number().int(),
  identifierCount: z.number().int(),
  /** `only-you`: somebody filed the same and does not know of this entry. */
  answer: z.enum(['no-conflict', 'contact-route', 'only-you']),
  conflicts: z.number().int(),
  /** Partners on other servers that it is compared with, and those that have answered. */
  partners: z.object({ of: z.number().int(), answered: z.number().int() }),
  filedAt: unixSeconds,
  reviewOn: day,
  /** `lapsed`: its review is overdue, so that it matches nothing until it is reviewed. */
  state: z.enum(['active', 'lapsed', 'closed']),
});
export type InterestHead = z.output<typeof interestHead>;

const conflict = z.object({
  id,
  /** The agency on another server that it is with; null for one on this server. */
  partner: z.string().nullable(),
  /** What the match rests on: the same identifier, the same cluster (an inference), or neighbours on the ledger. */
  grade: z.enum(GRADES),
  count: z.number().int(),
  at: unixSeconds,
  /** Only this side knows of it. */
  isSilent: z.boolean(),
  /** Steps 1 to 4 that each side has agreed to; what is shown is the lesser. */
  ownStep: z.number().int(),
  otherStep: z.number().int(),
  other: z.object({
    agency: z.string().nullable(),
    contact: z.string().nullable(),
    officer: z.string().nullable(),
    caseNumber: z.string().nullable(),
  }),
  ownOutcome: outcome.nullable(),
  otherOutcome: outcome.nullable(),
  messages: z.array(
    z.object({
      from: z.enum(['you', 'other', 'server']),
      text: z.string(),
      at: unixSeconds,
      /** It has not reached the other server yet. */
      isWaiting: z.boolean(),
    }),
  ),
});
export type InterestConflict = z.output<typeof conflict>;

const partnerCheck = z.object({
  partner: id,
  name: z.string(),
  state: z.enum(['waiting', 'answered', 'no-answer', 'refused']),
  reason: z.string().nullable(),
  /** Identifiers that were compared, and those that the batch had no room for. */
  asked: z.number().int(),
  leftOut: z.number().int(),
  answeredAt: unixSeconds.nullable(),
  /** It is reached by exchange files alone. */
  isByFile: z.boolean(),
});
export type PartnerCheck = z.output<typeof partnerCheck>;

const interest = interestHead.extend({
  identifiers: z.array(z.string()),
  legalBasis: z.string(),
  predicate: z.string(),
  suspicion: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  contact: z.string(),
  officer: z.string(),
  conflictList: z.array(conflict),
  checks: z.array(partnerCheck),
  /** What left this server for it, and what came back; the commitment is the head of the log after it. */
  left: z.array(
    z.object({
      partner: z.string(),
      elements: z.number().int(),
      sentBytes: z.number().int(),
      answerBytes: z.number().int().nullable(),
      answerKind: z.enum(['query', 'answer', 'notice', 'receipt', 'refusal']).nullable(),
      ms: z.number().int().nullable(),
      commitment: z.string(),
      at: unixSeconds,
    }),
  ),
  /** Who received what of it, why and when. */
  releases: z.array(z.object({ at: unixSeconds, toWhom: z.string(), what: z.string(), why: z.string() })),
});
export type Interest = z.output<typeof interest>;

export const interestRoutes = {
  listInterests: defineRoute({
    method: 'GET',
    path: '/interests',
    tag,
    summary: 'Interests of the cases you may read, the last filed first',
    access: 'allowed',
    audit: 'view',
    output: z.object({
      items: z.array(interestHead),
      figures: z.object({
        filed: z.number().int(),
        conflicts: z.number().int(),
        /** Seconds from a conflict to the first message; null without any. */
        medianContact: z.number().int().nullable(),
      }),
    }),
  }),
  fileInterest: defineRoute({
    method: 'POST',
    path: '/interests',
    tag,
    summary: 'File an interest of a case, and learn whether somebody else works on the same',
    description:
      'Identifiers are those that the case names. The answer is “no conflict known” or a contact route; neither side sees what the other filed. A silent entry answers to nobody but its owner.',
    access: 'allowed',
    audit: 'act',
    maxBodyBytes: 256 * 1024,
    body: z.object({
      case: id,
      /** One per line. */
      identifiers: writtenText(200_000),
      legalBasis: words(200),
      /** The crime that is suspected (28 CFR 23.20). */
      predicate: words(120),
      suspicion: words(4_000),
      confidence: z.enum(['high', 'medium', 'low']),
      /** The officer affirms that the information was obtained lawfully, and concerns no views or associations as such. */
      isLawful: z.literal(true),
      sensitivity: z.enum(SENSITIVITIES),
      radius: z.enum(RADII),
      hops: z.number().int().min(0).max(2).default(0),
      contact: words(300),
      reviewOn: day,
    }),
    output: z.object({
      interest,
      refused: z.array(z.object({ text: z.string(), reason: z.string() })),
      quota: z.object({ used: z.number().int(), limit: z.number().int() }),
    }),
  }),
  getInterest: defineRoute({
    method: 'GET',
    path: '/interests/:interest',
    tag,
    summary: 'An interest with its conflicts, threads and releases',
    access: 'allowed',
    audit: 'view',
    params,
    output: interest,
  }),
  changeInterest: defineRoute({
    method: 'POST',
    path: '/interests/:interest/change',
    tag,
    summary: 'Review an interest until another day, or close it: a closed one matches nothing',
    access: 'allowed',
    audit: 'act',
    params,
    body: z.object({ act: z.enum(['close', 'review']), reviewOn: day.nullable().default(null) }),
    output: interest,
  }),
  answerConflict: defineRoute({
    method: 'POST',
    path: '/interests/:interest/conflicts/:conflict',
    tag,
    summary: 'Write to the other side, agree to show the next step, or record the outcome',
    access: 'allowed',
    audit: 'act',
    params: params.extend({ conflict: id }),
    body: z.object({
      act: z.enum(['message', 'agree', 'outcome']),
      text: writtenText(4_000).trim().default(''),
      step: z.number().int().min(2).max(4).default(2),
      outcome: outcome.nullable().default(null),
    }),
    output: interest,
  }),
};
