import type { RequestKind, RequestState } from '@trailmark/core/case-request';

export const REQUEST_KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  preservation: 'Preservation',
  production: 'Production',
  freeze: 'Freeze',
  emergency: 'Emergency',
  other: 'Other',
};

export const REQUEST_STATE_WORDS: Readonly<Record<RequestState, string>> = {
  drafted: 'Drafted',
  approved: 'Approved',
  sent: 'Sent',
  acknowledged: 'Acknowledged',
  answered: 'Answered',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/** What a button says that takes a request to a state. */
export const STEP_WORDS: Readonly<Record<RequestState, string>> = {
  drafted: 'Draft',
  approved: 'Approve',
  sent: 'Enter as sent',
  acknowledged: 'Enter acknowledgement',
  answered: 'Enter answer',
  refused: 'Enter refusal',
  withdrawn: 'Withdraw',
};
