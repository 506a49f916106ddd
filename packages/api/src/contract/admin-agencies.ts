import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { byId, reason } from './admin-users.ts';
import { done, instant } from './session.ts';

const tag = 'Administration of agencies';

export const AGENCY_KINDS = [
  'police',
  'prosecution',
  'tax',
  'financial-intelligence',
  'customs',
  'regulator',
  'court',
  'other',
] as const;

export const adminAgency = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(AGENCY_KINDS),
  /** ISO 3166-1, two letters. */
  country: z.string().nullable(),
  status: z.enum(['active', 'suspended']),
  /** Null: no limit. */
  seats: z.number().int().nullable(),
  /** Active accounts: each takes a seat. */
  seatsUsed: z.number().int(),
  accounts: z.number().int(),
  waiting: z.number().int(),
  admins: z.number().int(),
  createdAt: instant,
  domains: z.array(z.object({ domain: z.string(), hasSubdomains: z.boolean() })),
});
export type AdminAgency = z.output<typeof adminAgency>;

const facts = {
  name: z.string().max(1_000),
  kind: z.enum(AGENCY_KINDS),
  country: z.string().max(20).nullable(),
  seats: z.number().int().min(1).max(1_000_000).nullable(),
};
const domainText = z.string().max(400);
const change = { method: 'POST', tag, access: 'platform', audit: 'act', stepUp: true } as const;

export const adminAgencyRoutes = {
  listAgencies: defineRoute({
    method: 'GET',
    path: '/admin/agencies',
    tag,
    summary: 'Agencies with their domains, seats and counts; an agency administrator sees the own one',
    access: 'admin',
    audit: 'view',
    output: z.object({ items: z.array(adminAgency) }),
  }),
  createAgency: defineRoute({
    ...change,
    path: '/admin/agencies',
    summary: 'Adds an agency',
    body: z.strictObject(facts),
    output: z.object({ id: z.uuid() }),
  }),
  updateAgency: defineRoute({
    ...change,
    path: '/admin/agencies/:id',
    summary: 'Changes name, kind, country and seats of an agency',
    params: byId,
    body: z.strictObject(facts),
    output: done,
  }),
  setAgencyStatus: defineRoute({
    ...change,
    path: '/admin/agencies/:id/status',
    summary: 'Suspends an agency, which stops all its people at their next request, or opens it again',
    params: byId,
    body: z.strictObject({ status: z.enum(['active', 'suspended']), reason }),
    output: done,
  }),
  addAgencyDomain: defineRoute({
    ...change,
    path: '/admin/agencies/:id/domains',
    summary: 'Lets addresses of a mail domain ask for an account of the agency',
    params: byId,
    body: z.strictObject({ domain: domainText, hasSubdomains: z.boolean() }),
    output: z.object({ domain: z.string() }),
  }),
  removeAgencyDomain: defineRoute({
    ...change,
    path: '/admin/agencies/:id/domains/remove',
    summary: 'Takes a mail domain off an agency; accounts that exist stay',
    params: byId,
    body: z.strictObject({ domain: domainText }),
    output: done,
  }),
};
