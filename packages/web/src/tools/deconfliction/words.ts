import type { Interest, InterestConflict, InterestHead, PartnerCheck } from '@trailmark/api/contract/interest';

export const ANSWER_WORDS: Readonly<Record<InterestHead['answer'], string>> = {
  'no-conflict': 'No conflict known',
  'contact-route': 'Contact route',
  'only-you': 'Only you are notified',
};

export const RADIUS_WORDS: Readonly<Record<Interest['radius'], string>> = {
  exact: 'exact',
  cluster: 'same cluster',
  hops: 'within hops',
};

export const SENSITIVITY_WORDS: Readonly<Record<Interest['sensitivity'], string>> = {
  open: 'Open',
  restricted: 'Restricted',
  silent: 'Silent',
};

export const GRADE_WORDS: Readonly<Record<InterestConflict['grade'], string>> = {
  exact: 'exact match',
  cluster: 'match by the same cluster',
  hop: 'match by neighbours on the ledger',
};

export const CHECK_WORDS: Readonly<Record<PartnerCheck['state'], string>> = {
  waiting: 'Waiting for its answer',
  answered: 'Answered',
  'no-answer': 'Did not answer',
  refused: 'Refused',
};

/** With a partner the agency is known from the match: step 2 is its contact. */
export const PARTNER_STEPS = ['Match exists', 'Contact route', 'Officer and case', 'Material'] as const;

export const STEPS = ['Match exists', 'Agency', 'Officer and case', 'Material'] as const;

export const OUTCOME_OPTIONS = [
  ['coordinate', 'We coordinate'],
  ['stand-down', 'We stand down'],
  ['no-conflict', 'No conflict'],
] as const;
