import type { Ids } from '../planted.ts';
import { ADDRESS, always, KEY, reason } from './call.ts';

const interest =
  (more: object = {}) =>
  (ids: Ids) => ({ params: { interest: ids.interest }, ...more });

/** Deconfliction. */
export const INTERESTS = {
  listInterests: always({}),
  fileInterest: (ids: Ids) => ({
    body: {
      ...{
        case: ids.case,
        identifiers: ADDRESS,
        legalBasis: reason,
        predicate: 'Fraud',
        suspicion: reason,
        isLawful: true,
      },
      ...{ confidence: 'low', sensitivity: 'open', radius: 'exact', contact: reason, reviewOn: '2027-03-01' },
    },
  }),
  getInterest: interest(),
  changeInterest: interest({ body: { act: 'review', reviewOn: '2027-03-01' } }),
  answerConflict: (ids: Ids) => ({
    params: { interest: ids.interest, conflict: KEY },
    body: { act: 'message', text: reason },
  }),
} as const;

const CHANGE = { act: 'set', version: 1, name: 'A name', endpoint: null, isOn: false };
const partner =
  (more: object = {}) =>
  (ids: Ids) => ({ params: { partner: ids.partner }, ...more });

/** Deconfliction with agencies on other servers. */
export const PARTNERS = {
  addPartner: always({ body: { card: '{}', name: 'A name', endpoint: null, isCompared: true } }),
  changePartner: partner({ body: CHANGE }),
  exchangeWithPartner: always({ body: { frame: '{}' } }),
  listPartnerLog: partner(),
  listPartners: always({}),
  makePartnerRequest: partner({ body: {} }),
  readPartnerCard: always({ body: { card: '{}' } }),
  takePartnerFile: always({ body: { frame: '{}' } }),
} as const;
