/** What a person or entity is in a case: its role and its kind are one choice, and there is none without. */
export const PERSON_KINDS = [
  'suspect',
  'victim',
  'witness',
  'company',
  'exchange-account',
  'device',
  'domain',
  'phone',
  'handle',
] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

const LETTERS: Readonly<Record<PersonKind, string>> = {
  suspect: 'P',
  victim: 'V',
  witness: 'V',
  company: 'C',
  'exchange-account': 'X',
  device: 'D',
  domain: 'W',
  phone: 'T',
  handle: 'H',
};

/** The letter before the number of a person or entity: `P-1`. It is given once and stays when the kind changes. */
export function personLetter(kind: PersonKind): string {
  return LETTERS[kind];
}

/** What names a person or entity outside the ledger. `account` and `handle` are names at a service. */
export const IDENTIFIER_TYPES = ['phone', 'domain', 'handle', 'account'] as const;
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

/** Where a link between a person and an address, or between two people, comes from. */
export const LINK_BASES = ['seized-device', 'exchange-records', 'statement', 'inference'] as const;
export type LinkBasis = (typeof LINK_BASES)[number];

/** How sure a person is. A rule gives a number instead. */
export const CONFIDENCE_WORDS = ['certain', 'likely', 'possible', 'unclear'] as const;
export type ConfidenceWord = (typeof CONFIDENCE_WORDS)[number];
