import type { CategoryId } from '../category.ts';

/** Roles in which a known party ends a trail. */
export const PARTY_KINDS = ['service', 'mixer', 'bridge', 'contract', 'sanctioned', 'named'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

/**
 * The attribution of an address: never a fact. `claim`: a label on the address itself. `inference`: a label on another member of
 * its conservative cluster, or a contract known by what it does.
 */
export interface KnownParty {
  readonly kind: PartyKind;
  /** Hostile text of a source, at most 200 characters. */
  readonly name: string;
  readonly category?: CategoryId | undefined;
  readonly basis: 'claim' | 'inference';
  readonly source: string;
  /** Day the source stated it, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** 0 to 100. Says nothing where there is a listing. */
  readonly confidence: number;
  /** What a sanctions list states of the address, where the label is an entry of it: a fact about that list. */
  readonly listing?: string | undefined;
  /** Key of the service, one for all its addresses: an actor id, or its name. */
  readonly key: string;
  /** Member of the cluster that carries the label, where the basis is one. */
  readonly via?: string | undefined;
}
