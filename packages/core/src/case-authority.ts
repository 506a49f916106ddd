/** What is done in a case that may need a legal authority. Acts on evidence are those of its ledger of custody. */
export const AUTHORITY_ACTS = [
  'external-source',
  'request',
  'seizure',
  'examination',
  'monitoring',
  'disclosure',
  'evidence-view',
  'evidence-copy',
  'evidence-transfer',
  'evidence-export',
] as const;
export type AuthorityAct = (typeof AUTHORITY_ACTS)[number];

/** What needs an authority in a case whose setting says nothing else. */
export const ACTS_THAT_NEED: readonly AuthorityAct[] = ['request'];

export const ACT_NAMES: Readonly<Record<AuthorityAct, string>> = {
  'external-source': 'queries to external sources',
  request: 'requests to services',
  seizure: 'seizure',
  examination: 'examination of devices',
  monitoring: 'monitoring',
  disclosure: 'disclosure to others',
  'evidence-view': 'viewing evidence',
  'evidence-copy': 'copying evidence',
  'evidence-transfer': 'handing evidence over',
  'evidence-export': 'exporting evidence',
};

/** What an authority is at a moment, for an act. `other-scope`: it is in force and does not cover this. */
export const AUTHORITY_STATES = ['valid', 'not-yet', 'ended', 'other-scope'] as const;
export type AuthorityState = (typeof AUTHORITY_STATES)[number];

export interface AuthorityScope {
  readonly acts: readonly AuthorityAct[];
  /** Empty: every chain. */
  readonly chains: readonly string[];
  /** Empty: every address. */
  readonly addresses: readonly { readonly chain: string; readonly address: string }[];
  /** Ids of people and entities of the case; empty: everybody. */
  readonly people: readonly string[];
}

export interface AuthorityTerm {
  /** First day, UTC. */
  readonly from: string;
  /** Last day, UTC; null without an end. */
  readonly to: string | null;
  /** The day it was ended before its time; null where it was not. */
  readonly endedOn: string | null;
}

/** What an act is about; what is left out is not compared. */
export interface ActTarget {
  readonly chain?: string | undefined;
  readonly address?: string | undefined;
  /** More of them: all are to be covered. */
  readonly addresses?: readonly string[] | undefined;
  readonly person?: string | undefined;
}

/** Whether it is in force on a day. */
export function termStateOf({ from, to, endedOn }: AuthorityTerm, day: string): Exclude<AuthorityState, 'other-scope'> {
  if (endedOn !== null || (to !== null && to < day)) return 'ended';
  return from > day ? 'not-yet' : 'valid';
}

/** Whether it covers an act on a target. */
export function isCovered(scope: AuthorityScope, act: AuthorityAct, target: ActTarget): boolean {
  const { acts, chains, addresses, people } = scope;
  const { chain, address, addresses: more = [], person } = target;
  const isOneOf = (limits: readonly string[], value: string | undefined) =>
    value === undefined || limits.length === 0 || limits.includes(value);
  const inChain = addresses.filter((point) => chain === undefined || point.chain === chain);
  const named = new Set(inChain.map((point) => point.address));
  const wanted = address === undefined ? more : [address, ...more];
  const coversAddress = addresses.length === 0 || wanted.every((each) => named.has(each));
  return acts.includes(act) && isOneOf(chains, chain) && coversAddress && isOneOf(people, person);
}

/** The state of an authority for an act: first whether it is in force, then whether it covers the act. */
export function authorityStateOf(
  authority: AuthorityTerm & AuthorityScope,
  day: string,
  { act, ...target }: ActTarget & { readonly act: AuthorityAct },
): AuthorityState {
  const state = termStateOf(authority, day);
  return state === 'valid' && !isCovered(authority, act, target) ? 'other-scope' : state;
}
