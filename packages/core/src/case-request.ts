/** What a request to a service asks for. */
export const REQUEST_KINDS = ['preservation', 'production', 'freeze', 'emergency', 'other'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Where a request is, from the draft to the answer. */
export const REQUEST_STATES = [
  'drafted',
  'approved',
  'sent',
  'acknowledged',
  'answered',
  'refused',
  'withdrawn',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  drafted: ['approved', 'withdrawn'],
  approved: ['sent', 'withdrawn'],
  // Many services answer without acknowledging first.
  sent: ['acknowledged', 'answered', 'refused', 'withdrawn'],
  acknowledged: ['answered', 'refused', 'withdrawn'],
  answered: [],
  refused: [],
  withdrawn: [],
};

/** What a request can become next. */
export function nextStatesOf(state: RequestState): readonly RequestState[] {
  return NEXT[state];
}

/** Whether a service has it: only then can it have frozen or returned something. */
export function wasSent(state: RequestState): boolean {
  return state === 'sent' || state === 'acknowledged' || state === 'answered' || state === 'refused';
}
