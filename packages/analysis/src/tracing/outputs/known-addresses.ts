import type { Owner } from '@trailmark/core/owner';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { AddressTable } from './address-table.ts';

type NamingKnowledge = Pick<OutputTraceKnowledge, 'formatOwner' | 'partiesOf' | 'mayHaveParty'>;

/**
 * Addresses of owners and their attribution, each calculated once; parties are requested in batches. Traces that run side
 * by side over the same knowledge may share them.
 */
export class KnownAddresses {
  readonly #knowledge: NamingKnowledge;
  readonly #addresses: AddressTable;
  /** By entry of the table. */
  readonly #isAsked: boolean[] = [];
  readonly #parties = new Map<number, KnownParty>();
  #unasked: number[] = [];

  constructor(knowledge: NamingKnowledge) {
    this.#knowledge = knowledge;
    this.#addresses = new AddressTable((owner) => knowledge.formatOwner(owner));
  }

  /** Owners that have a number. */
  get count(): number {
    return this.#addresses.count;
  }

  /** Number of an owner; undefined for outputs that nobody can spend. */
  entryOf = (owner: Owner | undefined): number | undefined =>
    owner === undefined ? undefined : this.#addresses.find(owner);

  /** The same for places the trace may come to: their attribution is requested with the next batch. */
  placeOf = (owner: Owner | undefined): number | undefined => {
    const entry = this.entryOf(owner);
    if (entry === undefined || this.#isAsked[entry]) return entry;
    this.#isAsked[entry] = true;
    const { mayHaveParty } = this.#knowledge;
    if (owner === undefined || !mayHaveParty || mayHaveParty(owner)) this.#unasked.push(entry);
    return entry;
  };

  addressAt = (entry: number | undefined): string | null =>
    entry === undefined ? null : this.#addresses.addressAt(entry);

  ownerAt = (entry: number | undefined): Owner | undefined =>
    entry === undefined ? undefined : this.#addresses.ownerAt(entry);

  partyOf = (entry: number | undefined): KnownParty | undefined =>
    entry === undefined ? undefined : this.#parties.get(entry);

  /** Asks for those met since the last question, all in one. */
  askNew(): void {
    if (this.#unasked.length === 0) return;
    const asked = this.#unasked;
    const found = this.#knowledge.partiesOf(asked.map((entry) => this.#addresses.addressAt(entry)));
    // Where the question failed, others who share them ask it again.
    this.#unasked = [];
    if (found.size === 0) return;
    for (const entry of asked) {
      const party = found.get(this.#addresses.addressAt(entry));
      if (party) this.#parties.set(entry, party);
    }
  }
}
