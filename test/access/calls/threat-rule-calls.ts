import type { Ids } from '../planted.ts';
import { always } from './call.ts';

const rules =
  (more: object = {}) =>
  (ids: Ids) => ({ params: { version: ids.threatRules }, ...more });

/** Versions of threat rules. */
export const THREAT_RULES = {
  listThreatRules: always({}),
  getThreatRules: rules(),
  compareThreatRules: rules(),
  proposeThreatRules: always({ body: { content: null, note: 'As delivered' } }),
  decideThreatRules: rules({ body: { isApproved: false, note: '' } }),
  withdrawThreatRules: rules({ body: {} }),
  checkThreatRules: always({ body: { content: {} } }),
  previewThreatRules: always({ body: { content: {} } }),
} as const;
