import type { ReportAudience } from '@trailmark/core/report/report-document';

/** For whom a report is, as its cover says it. */
export const AUDIENCE_WORDS: Readonly<Record<ReportAudience, string>> = {
  court: 'For the court',
  prosecutor: 'For the prosecutor',
  partner: 'For a partner agency',
  exchange: 'For a service that holds accounts',
  'suspicious-activity': 'Suspicious-activity report',
};

export const READING: readonly (readonly ['fact' | 'inference' | 'claim', string])[] = [
  ['fact', 'Read from the ledger. Where the index has the bytes, anyone can calculate it again from the bundle.'],
  ['inference', 'Follows from a named rule with a version. What is known of its error rate is in section 6.'],
  ['claim', 'Stated by somebody else, with source and date. Not verified by the examiner.'],
];

/** Limits that hold for every report of this kind. */
export const GENERAL_LIMITS: readonly string[] = [
  'The ledger shows keys and not people. Nothing here states who controls an address.',
  'What happens inside a service is not on the ledger. No amount is followed through one.',
  'Which coin is which, once money of several sources joins, is a convention of the method and not a fact.',
  'An address without a label is not cleared, and a label is the statement of its source.',
  'That an output was not moved holds as of the block that is named, and not later.',
];

export const GLOSSARY: readonly (readonly [string, string])[] = [
  [
    'Address',
    'A number to which coins can be paid. Whoever has its key can spend them; the ledger does not say who that is.',
  ],
  ['Block', 'A page of the ledger. Each names the one before by its hash, so that a page cannot be changed alone.'],
  [
    'Claim id',
    'The number of a statement in this report. Under it the bundle has what gives the figure, and a verifier calculates it again.',
  ],
  ['Cluster', 'Addresses that rules infer to be controlled together.'],
  ['Hash', 'A fingerprint of a file or a transaction: any change gives another one.'],
  ['Hop', 'One payment further from where the trace begins.'],
  ['Label', 'What one source states about one address.'],
  ['Merkle path', 'The hashes that lead from a transaction to its block and prove that it is in it.'],
  ['Output', 'An amount that a transaction pays to an address, spent later as a whole.'],
  ['Trace', 'Where money went, as a named method calculates it.'],
];
