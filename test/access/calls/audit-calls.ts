import type { Ids } from '../planted.ts';
import { always } from './call.ts';

/** The audit log. */
export const AUDIT = {
  listAuditEvents: always({}),
  getAuditStatus: always({}),
  exportAuditLog: always({}),
  getAuditProof: (ids: Ids) => ({ params: { id: ids.event } }),
  listOwnAuditEvents: always({}),
  listAgencyAuditEvents: always({}),
  verifyAuditLog: always({ body: {} }),
  getAuditReview: always({}),
} as const;
