import { ACCOUNT_ROLES } from '@trailmark/core/role';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { done, instant } from './session.ts';
import { ACCOUNT_STATUSES } from './statuses.ts';

const tag = 'Administration of users';

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const status = z.enum(ACCOUNT_STATUSES);
const role = z.enum(ACCOUNT_ROLES);
export const yesNo = z.enum(['Yes', 'No']);
export const byId = z.strictObject({ id: z.uuid() });
/** Text that people look for; a NUL is no text. */
export const searchText = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/u);
/** Why somebody did it: the field error of the server states what is expected. */
export const reason = z.string().max(4_000);
export const cursor = z.string().max(1_000);
export const nothing = z.strictObject({});

/** An open proposal of a role, which a second administrator confirms. */
export const roleGrant = z.object({
  id: z.uuid(),
  account: z.object({ id: z.uuid(), name: z.string(), email: z.string(), agency: z.string() }),
  fromRole: role,
  role,
  reason: z.string(),
  proposedBy: z.object({ id: z.uuid(), name: z.string() }),
  proposedAt: instant,
  expiresAt: instant,
  /** Whether the caller may confirm it now; if not, why not, in words. */
  canConfirm: z.boolean(),
  whyNot: z.string().nullable(),
  canRefuse: z.boolean(),
});
export type RoleGrant = z.output<typeof roleGrant>;

export const adminUser = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  agency: z.object({ id: z.uuid(), name: z.string(), isActive: z.boolean() }),
  role,
  allow_status: yesNo,
  status,
  statusReason: z.string().nullable(),
  createdAt: instant,
  /** Null: the email address is not verified. */
  verifiedAt: instant.nullable(),
  /** By when a person should decide; only while it waits for approval. */
  approvalDueAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  /** The password path is shut after too many failures. */
  isLocked: z.boolean(),
  hasTotp: z.boolean(),
  passkeys: z.number().int(),
  sessions: z.number().int(),
  /** When somebody last confirmed that the access is needed: the approval, or a review since. */
  reviewedAt: instant.nullable(),
  isReviewDue: z.boolean(),
  /** What the caller may do with it. Nobody changes their own account here. */
  isSelf: z.boolean(),
  canManage: z.boolean(),
});
export type AdminUser = z.output<typeof adminUser>;

const filter = {
  q: searchText.optional(),
  agency: z.uuid().optional(),
  role: role.optional(),
  allow: yesNo.optional(),
  status: status.optional(),
  /** `due`: nobody has looked at it for a year. */
  review: z.enum(['due']).optional(),
  /** `none`: without a second factor; `locked`: the password path is shut. */
  sign: z.enum(['no-factor', 'locked', 'never']).optional(),
};

const act = { method: 'POST', tag, access: 'admin', audit: 'act', params: byId } as const;

export const adminUserRoutes = {
  listUsers: defineRoute({
    method: 'GET',
    path: '/admin/users',
    tag,
    summary: 'Accounts within the own reach: those waiting for approval first, by when they are due, then by name',
    access: 'admin',
    audit: 'view',
    query: z.strictObject({
      ...filter,
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({
      items: z.array(adminUser),
      next: z.string().nullable(),
      /** Of the filter, over all pages. */
      total: z.number().int(),
      /** Of everything within reach. */
      waiting: z.object({ count: z.number().int(), overdue: z.number().int() }),
      reviewDue: z.number().int(),
    }),
  }),
  exportUsers: defineRoute({
    method: 'GET',
    path: '/admin/users.csv',
    tag,
    summary: 'The accounts of a filter as CSV (RFC 4180); text that could start a formula is marked with a quote',
    access: 'admin',
    audit: 'export',
    query: z.strictObject(filter),
    mediaTypes: ['text/csv'],
  }),
  getUser: defineRoute({
    method: 'GET',
    path: '/admin/users/:id',
    tag,
    summary: 'One account',
    access: 'admin',
    audit: 'view',
    params: byId,
    output: adminUser.extend({
      phone: z.string().nullable(),
      title: z.string().nullable(),
      badge: z.string().nullable(),
      supervisor: z.string().nullable(),
      /** The agency that the person named when asking for the account. */
      statedAgency: z.string().nullable(),
      lastSignInFrom: z.string().nullable(),
      decidedAt: instant.nullable(),
      decidedBy: z.string().nullable(),
      factorsResetAt: instant.nullable(),
      grants: z.array(roleGrant),
    }),
  }),
  approveUser: defineRoute({
    ...act,
    path: '/admin/users/:id/approve',
    summary: 'Lets an account in that waits for approval',
    description:
      'A seat of the agency has to be free. After a reset of second factors this is the new proof of identity.',
    stepUp: true,
    body: z.strictObject({ allow_status: yesNo }),
    output: done,
  }),
  denyUser: defineRoute({
    ...act,
    path: '/admin/users/:id/deny',
    summary: 'Turns an account down that waits for approval; the reason is mailed',
    stepUp: true,
    body: z.strictObject({ reason }),
    output: done,
  }),
  setAllowStatus: defineRoute({
    ...act,
    path: '/admin/users/:id/allow-status',
    summary: 'Opens or closes the dashboard for an account, from its next request on',
    stepUp: true,
    body: z.strictObject({ allow_status: yesNo, reason }),
    output: done,
  }),
  suspendUser: defineRoute({
    ...act,
    path: '/admin/users/:id/suspend',
    summary: 'Shuts an account at once: its sessions and tokens end',
    stepUp: true,
    body: z.strictObject({ reason }),
    output: done,
  }),
  reactivateUser: defineRoute({
    ...act,
    path: '/admin/users/:id/reactivate',
    summary: 'Opens a suspended or inactive account again; a denied one goes back to the approval queue',
    stepUp: true,
    body: z.strictObject({ reason }),
    output: done,
  }),
  releaseLock: defineRoute({
    ...act,
    path: '/admin/users/:id/release-lock',
    summary: 'Opens the password path that too many failures shut',
    stepUp: true,
    body: nothing,
    output: done,
  }),
  endUserSessions: defineRoute({
    ...act,
    path: '/admin/users/:id/end-sessions',
    summary: 'Ends every session of an account; its next request is refused',
    body: nothing,
    output: z.object({ ended: z.number().int() }),
  }),
  resetFactors: defineRoute({
    ...act,
    path: '/admin/users/:id/reset-factors',
    summary:
      'Takes all second factors off a person who lost them; they wait for approval until identity is proven again',
    stepUp: true,
    body: z.strictObject({ reason }),
    output: done,
  }),
  startPasswordReset: defineRoute({
    ...act,
    path: '/admin/users/:id/reset-password',
    summary: 'Mails the person a link to set a new password; nobody else sets or sees one',
    stepUp: true,
    body: nothing,
    output: done,
  }),
  setRole: defineRoute({
    ...act,
    path: '/admin/users/:id/role',
    summary: 'Makes somebody a member at once, or proposes a role that a second administrator confirms',
    stepUp: true,
    body: z.strictObject({ role, reason }),
    output: z.object({
      /** Null when it is done already. */
      proposal: z.uuid().nullable(),
    }),
  }),
  reviewUser: defineRoute({
    ...act,
    path: '/admin/users/:id/reviewed',
    summary: 'Notes that somebody looked at the access this year and it is still needed',
    body: nothing,
    output: done,
  }),
  listRoleGrants: defineRoute({
    method: 'GET',
    path: '/admin/role-grants',
    tag,
    summary: 'Proposed roles that wait for a second administrator',
    access: 'admin',
    audit: 'view',
    output: z.object({ items: z.array(roleGrant) }),
  }),
  confirmRoleGrant: defineRoute({
    ...act,
    path: '/admin/role-grants/:id/confirm',
    summary: 'Puts a proposed role into force; neither the proposer nor the person concerned may',
    stepUp: true,
    body: nothing,
    output: z.object({ isAlone: z.boolean() }),
  }),
  refuseRoleGrant: defineRoute({
    ...act,
    path: '/admin/role-grants/:id/refuse',
    summary: 'Turns a proposed role down, or takes the own proposal back',
    body: z.strictObject({ reason }),
    output: done,
  }),
};
