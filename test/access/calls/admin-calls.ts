import type { Ids } from '../planted.ts';
import { always, reason } from './call.ts';

const person = (body: unknown) => (ids: Ids) => ({ params: { id: ids.account }, body });

const agency = (body: unknown) => (ids: Ids) => ({ params: { id: ids.agency }, body });

/** Administration of people, agencies and email. */
export const ADMINISTRATION = {
  listUsers: always({}),
  exportUsers: always({}),
  getUser: person(undefined),
  approveUser: person({ allow_status: 'Yes' }),
  denyUser: person({ reason }),
  setAllowStatus: person({ allow_status: 'Yes', reason }),
  suspendUser: person({ reason }),
  reactivateUser: person({ reason }),
  releaseLock: person({}),
  endUserSessions: person({}),
  resetFactors: person({ reason }),
  startPasswordReset: person({}),
  setRole: person({ role: 'member', reason }),
  reviewUser: person({}),
  listRoleGrants: always({}),
  confirmRoleGrant: (ids: Ids) => ({ params: { id: ids.grant }, body: {} }),
  refuseRoleGrant: (ids: Ids) => ({ params: { id: ids.grant }, body: { reason } }),
  listAgencies: always({}),
  createAgency: always({ body: { name: 'Kestrelgate Police', kind: 'police', country: null, seats: null } }),
  updateAgency: agency({ name: 'Kestrelgate Police', kind: 'police', country: null, seats: null }),
  setAgencyStatus: agency({ status: 'active', reason }),
  addAgencyDomain: agency({ domain: 'x', hasSubdomains: false }),
  removeAgencyDomain: agency({ domain: 'absent.example' }),
  listMails: always({}),
  readMail: (ids: Ids) => ({ params: { id: ids.mail } }),
  retryMail: (ids: Ids) => ({ params: { id: ids.mail }, body: {} }),
  cancelMail: (ids: Ids) => ({ params: { id: ids.mail }, body: {} }),
  listContactMessages: always({}),
  getContactMessage: (ids: Ids) => ({ params: { id: ids.message } }),
  updateContactMessage: (ids: Ids) => ({
    params: { id: ids.message },
    body: { status: 'done', note: 'Answered', seen: null },
  }),
} as const;
