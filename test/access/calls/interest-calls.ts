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
