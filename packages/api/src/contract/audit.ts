import { AUDIT_OUTCOMES } from '@trailmark/core/audit';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { instant } from './session.ts';

const tag = 'Audit';
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.number().int().min(0);
const limit = z.coerce.number().int().min(1).max(200).default(50);
const cursor = z.string().max(400).optional();

const auditEvent = z.object({
  id: z.uuid(),
  at: instant,
  action: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  actor: z.object({
    /** Null for visitors and for work of the server itself. */
    account: z.uuid().nullable(),
    role: z.string(),
    /** As they are called now; null where there is no such account any more. */
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  agency: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  object: z.object({ kind: z.string(), id: z.string() }).nullable(),
  source: z.object({ address: z.string(), agent: z.string() }).nullable(),
  session: z.string().nullable(),
  /** Canonical JSON of the event (RFC 8785), as it was hashed. */
  body: z.string(),
  /** Index in the tree; null for the moment until it has one. */
  leaf: place.nullable(),
});
export type AuditEventAnswer = z.output<typeof auditEvent>;

const eventPage = z.object({
  items: z.array(auditEvent),
  next: z.string().nullable(),
  /**
   * What is wrong with the answer, in sentences; empty where it is what was hashed. Given where the columns that searches go by were
   * changed: of events shown, and on the first page of those hidden by it.
   */
  faults: z.array(z.string()),
});

const checkpoint = z.object({ size: place, root: hash, at: instant, note: z.string() });

const verification = z.object({
  at: instant,
  isVerified: z.boolean(),
  events: place,
  firstBad: place.nullable(),
  sentence: z.string(),
});

const status = z.object({
  origin: z.string(),
  /** Public key as one line, name+hash+key. */
  key: z.string(),
  size: place,
  root: hash,
  unsequenced: place,
  checkpoint: checkpoint.nullable(),
  verification: verification.nullable(),
  /** A full check is running. */
  isVerifying: z.boolean(),
  now: instant,
});
export type AuditStatus = z.output<typeof status>;

const proof = z.object({
  body: z.string(),
  leaf: place,
  hash,
  /** Hashes from the leaf's neighbour up (RFC 6962 section 2.1.1). */
  path: z.array(hash),
  checkpoint,
});
export type AuditProof = z.output<typeof proof>;

const finding = z.object({
  detector: z.string(),
  title: z.string(),
  sentence: z.string(),
  from: instant,
  to: instant,
  accounts: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })),
  agencies: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })),
  subject: z.string().nullable(),
  count: place,
  events: z.array(z.uuid()),
});
export type AuditFinding = z.output<typeof finding>;

const review = z.object({
  from: instant,
  to: instant,
  events: place,
  /** What is wrong with the log of these days: events that this software cannot have written. */
  faults: z.array(z.string()),
  /** False where the span holds more events than one review takes. */
  isWhole: z.boolean(),
  rules: z.array(z.object({ detector: z.string(), title: z.string(), rule: z.string() })),
  findings: z.array(finding),
});
export type AuditReview = z.output<typeof review>;

const eventQuery = z.object({
  from: instant.optional(),
  /** Not included. */
  to: instant.optional(),
  account: z.uuid().optional(),
  action: z.string().min(1).max(100).optional().meta({ description: 'How the action begins, such as account.' }),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  object: z.string().min(1).max(200).optional().meta({ description: 'Text an event names, such as an address.' }),
  limit,
  cursor,
});

/** The audit log: auditors read it, administrators what concerns their agency, everybody what they did themselves, and nobody changes it. */
export const auditRoutes = {
  listAuditEvents: defineRoute({
    method: 'GET',
    path: '/audit/events',
    tag,
    summary: 'Events of the audit log, newest first',
    access: 'auditor',
    audit: 'view',
    query: eventQuery,
    output: eventPage,
  }),
  listAgencyAuditEvents: defineRoute({
    method: 'GET',
    path: '/audit/agency',
    tag,
    summary: 'What the audit log holds of the own agency, newest first, for its administrators',
    access: 'admin',
    audit: 'view',
    query: eventQuery,
    output: eventPage,
  }),
  listOwnAuditEvents: defineRoute({
    method: 'GET',
    path: '/audit/own',
    tag,
    summary: 'What the audit log holds of the own account, newest first',
    access: 'member',
    audit: 'view',
    query: z.object({ limit, cursor }),
    output: eventPage,
  }),
  getAuditStatus: defineRoute({
    method: 'GET',
    path: '/audit/status',
    tag,
    summary: 'Size and root of the log, its last checkpoint and the last check of the whole',
    access: 'auditor',
    audit: 'view',
    output: status,
  }),
  verifyAuditLog: defineRoute({
    method: 'POST',
    path: '/audit/verification',
    tag,
    summary: 'Checks the whole log now; answers after 20 seconds at the latest, while a longer check goes on',
    access: 'auditor',
    audit: 'change',
    body: z.strictObject({}),
    output: status,
    deadlineMs: 60_000,
  }),
  getAuditProof: defineRoute({
    method: 'GET',
    path: '/audit/events/:id/proof',
    tag,
    summary: 'Proof that an event is in the log of the last checkpoint (RFC 6962)',
    access: 'auditor',
    audit: 'view',
    params: z.object({ id: z.uuid() }),
    output: proof,
  }),
  getAuditReview: defineRoute({
    method: 'GET',
    path: '/audit/review',
    tag,
    summary: 'What a person should look at in the last days',
    access: 'auditor',
    audit: 'view',
    query: z.object({ days: z.coerce.number().int().min(1).max(31).default(7) }),
    output: review,
  }),
  exportAuditLog: defineRoute({
    method: 'GET',
    path: '/audit/export',
    tag,
    summary: 'The log as JSON lines with its checkpoints, for the stand-alone verifier',
    description:
      'Lines about cases are withheld: their hash stays, so that the tree and its signatures are checked as a whole, and the last line counts them.',
    access: 'auditor',
    audit: 'export',
    stepUp: true,
    query: z.object({ from: z.coerce.number().int().min(0).default(0) }),
    mediaTypes: ['application/jsonl'],
  }),
};
