/** Why a trail ends, as one word for code and one phrase for people. `is final`: following on would not be the same money. */
export const STOP_REASONS = {
  service: 'Reached a service, which pools funds',
  mixer: 'Reached a mixer',
  coinjoin: 'Entered a CoinJoin',
  contract: 'Entered a contract that pools funds',
  bridge: 'Left over a bridge to another chain',
  trade: 'Paid as one side of a trade',
  sanctioned: 'Reached a sanctioned address',
  labelled: 'Reached an address that a label names',
  'stop-at': 'Reached a place the examiner ends trails at',
  unspent: 'Not spent as of the tip',
  held: 'Not spent by the account as of the tip',
  'data-end': 'Next transactions not indexed',
  'source-unknown': 'Source transactions not indexed',
  issued: 'Newly issued by the chain',
  unspendable: 'Can never be spent',
  destroyed: 'Destroyed',
  dormant: 'Lay untouched longer than the limit',
  'hop-cap': 'Reached the hop limit',
  'before-window': 'Lies before the time window',
  'after-window': 'Lies after the time window',
  hub: 'The account has too many transfers to follow',
  'choice-needed': 'The examiner has not chosen an output here',
  cycle: 'Came back to a place already followed',
  budget: 'Not yet read: the budget of the trace is used up',
} as const;
export type StopReason = keyof typeof STOP_REASONS;
export const STOP_REASON_IDS = Object.keys(STOP_REASONS) as readonly StopReason[];

/** Why payments at one step were not followed, summed exactly. */
export const CUT_KINDS = {
  'fan-out': 'More payments than the fan-out limit; the largest are followed',
  'min-amount': 'Below the smallest amount followed',
  'min-share': 'Below the smallest share followed',
  'not-chosen': 'Outputs the examiner did not choose',
} as const;
export type CutKind = keyof typeof CUT_KINDS;
export const CUT_KIND_IDS = Object.keys(CUT_KINDS) as readonly CutKind[];
