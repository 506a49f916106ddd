/** Where a case is in its life. `review`: the work is done and somebody else looks at it. */
export const CASE_STATUSES = ['new', 'active', 'waiting', 'review', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const CASE_PRIORITIES = ['low', 'medium', 'high'] as const;
export type CasePriority = (typeof CASE_PRIORITIES)[number];

/** What a list of cases can be sorted by. */
export const CASE_SORTS = ['due', 'changed', 'opened', 'loss', 'title'] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

/**
 * Who of the agency learns of a case. `open`: everybody reads it. `need-to-know`: its members read it, others learn at most
 * that there is somebody to contact. `sealed`: for others it does not exist.
 */
export const CASE_POLICIES = ['open', 'need-to-know', 'sealed'] as const;
export type CasePolicy = (typeof CASE_POLICIES)[number];

export const CASE_ROLES = ['owner', 'editor', 'viewer', 'reviewer', 'legal'] as const;
export type CaseRole = (typeof CASE_ROLES)[number];

/** What the review of an emergency access found. */
export const EMERGENCY_OUTCOMES = ['justified', 'unjustified', 'unclear'] as const;
export type EmergencyOutcome = (typeof EMERGENCY_OUTCOMES)[number];

/**
 * What somebody may do in a case. `comment`: say something about what is in it. `review`: approve what another wrote. `law`: legal authorities, retention and holds.
 * `manage`: members and policy.
 */
export const CASE_RIGHTS = ['read', 'comment', 'write', 'review', 'law', 'export', 'manage'] as const;
export type CaseRight = (typeof CASE_RIGHTS)[number];

const RIGHTS_OF: Readonly<Record<CaseRole, readonly CaseRight[]>> = {
  owner: CASE_RIGHTS,
  editor: ['read', 'comment', 'write', 'export'],
  viewer: ['read'],
  reviewer: ['read', 'comment', 'review', 'export'],
  legal: ['read', 'comment', 'review', 'law', 'export'],
};

/** The rights of a role; of null, somebody of the agency who is no member of an open case. */
export function rightsOf(role: CaseRole | null): readonly CaseRight[] {
  return role === null ? ['read'] : RIGHTS_OF[role];
}

/** What a role may still do in a case whose signed record is in force. */
export function rightsAfterRecord(role: CaseRole | null): readonly CaseRight[] {
  return rightsOf(role).filter((right) => right !== 'write' && right !== 'comment' && right !== 'review');
}

/**
 * Where a part of the loss is now. `not-followed` is a gap in the trace and `fee` went to miners: both belong to the sum and
 * neither is traced to an endpoint.
 */
export const PLACE_STATES = [
  'seized',
  'frozen',
  'returned',
  'service',
  'withdrawn',
  'unspent',
  'mixer',
  'bridge',
  'not-followed',
  'fee',
] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

export function isTraced(state: PlaceState): boolean {
  return state !== 'not-followed' && state !== 'fee';
}

/** The lanes of a timeline, in their order: what ledgers show, what people report, evidence, decisions, tasks. */
export const CASE_LANES = ['chain', 'reported', 'custody', 'decisions', 'tasks'] as const;
export type CaseLane = (typeof CASE_LANES)[number];

/** How something is known: read from the ledger or from our own log, inferred by a rule, or stated by somebody. */
export const KNOWLEDGE_MARKS = ['fact', 'inference', 'claim'] as const;
export type KnowledgeMark = (typeof KNOWLEDGE_MARKS)[number];

/** What a comment can be about: the case itself, or one thing in it by its number. */
export const COMMENT_SUBJECTS = ['case', 'item', 'file', 'person', 'task', 'note', 'request'] as const;
export type CommentSubject = (typeof COMMENT_SUBJECTS)[number];
