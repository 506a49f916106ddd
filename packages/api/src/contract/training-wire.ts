import { ENROLMENT_STATES } from '@trailmark/core/training/enrolment';
import { COURSE_LEVELS } from '@trailmark/core/training/level';
import { z } from 'zod';
import { instant } from './session.ts';

export const level = z.enum(COURSE_LEVELS);
export const enrolmentState = z.enum(ENROLMENT_STATES);
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** What a clock on the wall shows, in the zone of the session. */
export const wallTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
const text = z.string();
const count = z.number().int().nonnegative();

export const courseModule = z.object({
  title: text,
  hours: z.number(),
  /** What kind of hours they are. */
  part: z.enum(['theory', 'lab', 'law']),
  topics: z.array(text),
  /** Ids of the labs that belong to it. */
  labs: z.array(text),
});

export const course = z.object({
  level,
  title: text,
  summary: text,
  hours: count,
  days: count,
  modes: z.array(z.enum(['in-person', 'online'])),
  language: text,
  prerequisites: z.array(text),
  audience: z.array(text),
  outcomes: z.array(text),
  modules: z.array(courseModule),
  assessment: text,
  validityYears: count,
});
export type Course = z.output<typeof course>;

export const courseMaterials = z.object({
  level,
  /** One a module, in the order of the syllabus. */
  handouts: z.array(z.object({ module: text, paragraphs: z.array(text), remember: z.array(text) })),
});
export type CourseMaterials = z.output<typeof courseMaterials>;

export const trainingSession = z.object({
  id: z.uuid(),
  level,
  startsAt: instant,
  endsAt: instant,
  /** IANA name, and what its clocks show then. */
  zone: text,
  startsLocal: wallTime,
  endsLocal: wallTime,
  cancelUntil: instant,
  cancelUntilLocal: wallTime,
  mode: z.enum(['in-person', 'online']),
  place: text,
  language: text,
  trainer: text,
  note: text,
  seats: count,
  seatsLeft: count,
  waiting: count,
  isCancelled: z.boolean(),
  isDemo: z.boolean(),
});
export type TrainingSession = z.output<typeof trainingSession>;

export const sessionPlan = z.strictObject({
  level,
  startsLocal: wallTime,
  endsLocal: wallTime,
  zone: z.string().min(1).max(60),
  mode: z.enum(['in-person', 'online']),
  place: z.string().trim().min(1).max(300),
  language: z.string().regex(/^[a-z]{2}$/),
  trainer: z.string().trim().max(200).default(''),
  note: z.string().trim().max(2_000).default(''),
  seats: z.number().int().min(1).max(1_000),
  cancelUntilLocal: wallTime,
});
export type SessionPlanInput = z.output<typeof sessionPlan>;

export const enrolment = z.object({
  id: z.uuid(),
  session: z.object({
    id: z.uuid(),
    level,
    startsAt: instant,
    endsAt: instant,
    startsLocal: wallTime,
    zone: text,
    isCancelled: z.boolean(),
  }),
  state: enrolmentState,
  requestedAt: instant,
  changedAt: instant,
  /** Until when it can be given up; null where it no longer can. */
  cancelUntil: instant.nullable(),
  accommodations: text,
  experience: text,
  mark: z.number().int().nullable(),
  certificate: z.object({ id: z.uuid(), validUntil: day }).nullable(),
});
export type Enrolment = z.output<typeof enrolment>;

export const rosterRow = enrolment.extend({
  person: z.object({ id: z.uuid(), name: text, email: text, agency: text }),
  remark: text,
  /** States an administrator may set from here. */
  moves: z.array(enrolmentState),
});
export type RosterRow = z.output<typeof rosterRow>;

export const ANSWER_KINDS = ['amount', 'count', 'height', 'txid', 'address', 'day', 'choice'] as const;

export const labQuestion = z.object({
  id: text,
  prompt: text,
  kind: z.enum(ANSWER_KINDS),
  /** For `choice`. */
  choices: z.array(z.object({ id: text, text })),
  /** A screen of this installation to find it with. */
  link: z.object({ text, href: text }).nullable(),
  hint: text,
  /** Unit of amounts in questions. */
  unit: z.object({ symbol: text, decimals: count }),
});
export type LabQuestion = z.output<typeof labQuestion>;

export const labRecord = z.object({
  attempts: count,
  bestPoints: count,
  ofPoints: count,
  lastAt: instant.nullable(),
  completedAt: instant.nullable(),
});

export const labSummary = z.object({
  id: text,
  level,
  title: text,
  summary: text,
  minutes: count,
  questions: count,
  record: labRecord,
});
export type LabSummary = z.output<typeof labSummary>;

export const lab = z.object({
  id: text,
  level,
  title: text,
  summary: text,
  minutes: count,
  background: z.array(text),
  questions: z.array(labQuestion),
  /** Why it cannot be marked here, such as a block that is not indexed; null where it can. */
  unavailable: text.nullable(),
  attempts: z.array(z.object({ at: instant, points: count, ofPoints: count })),
});
export type Lab = z.output<typeof lab>;

export const labMarking = z.object({
  points: count,
  ofPoints: count,
  /** The tip, and the versions of rules and labels, that the answers were computed at. */
  markedAsOf: text,
  marks: z.array(
    z.object({
      question: text,
      isRight: z.boolean(),
      feedback: text,
      /** What the ledger says; given once the answer was right, or from the third attempt on. */
      answer: text.nullable(),
    }),
  ),
});
export type LabMarking = z.output<typeof labMarking>;

export const ownCertificate = z.object({
  id: z.uuid(),
  level,
  issuedAt: instant,
  validUntil: day,
  revokedAt: instant.nullable(),
});
