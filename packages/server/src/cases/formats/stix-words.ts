import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { toUuid5 } from './to-uuid5.ts';

/** Names that both directions of STIX 2.1 share. */

/** Namespace of the ids of cyber-observable objects (STIX 2.1, 2.9). */
const SCO_NAMESPACE = '00abedb4-aa42-466c-9c01-fed23315a9b7';
/** Namespace of our own ids of domain objects: the same row of a case has the same id in every file. */
const OWN_NAMESPACE = '6d0f9b2e-5f0c-4d8f-9a71-1f6c0c8a2b4d';

/** The community extension of a wallet (muchdogesec/stix2extensions, Apache-2.0); STIX itself has no such object. */
export const WALLET_EXTENSION = 'extension-definition--be78509e-6958-51b1-8b26-d17ee0eba2d7';
/** Ours: the chain of an address, and how something is known. */
export const TRAILMARK_EXTENSION = 'extension-definition--8a1d6f0c-3a5e-4a8b-8a39-5f7be0f6a7d1';
/** TLP:AMBER as STIX 2.1 defines it (7.2.1.4). */
export const TLP_AMBER = 'marking-definition--f88d31f6-486f-44da-b317-01333bde0b82';

/** The id of a cyber-observable object, of the properties that make it what it is. */
export function toScoId(type: string, contributing: object): string {
  return `${type}--${toUuid5(SCO_NAMESPACE, toCanonicalJson(contributing))}`;
}

/** The id of a domain object or a relationship, of its place in our case. */
export function toOwnId(type: string, place: string): string {
  return `${type}--${toUuid5(OWN_NAMESPACE, `${type} ${place}`)}`;
}

/** How sure a word is, on the scale of 0 to 100 that STIX uses (appendix A); "unclear" has none. */
export const SCORE_OF = { certain: 95, likely: 75, possible: 50, unclear: undefined } as const;

/** The word for a number of that scale. */
export function wordOf(score: unknown): keyof typeof SCORE_OF {
  if (typeof score !== 'number' || !Number.isFinite(score)) return 'unclear';
  if (score >= 90) return 'certain';
  if (score >= 60) return 'likely';
  return score >= 30 ? 'possible' : 'unclear';
}
