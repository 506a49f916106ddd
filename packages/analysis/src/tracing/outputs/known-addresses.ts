import type { Owner } from '@trailmark/core/owner';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { AddressTable } from './address-table.ts';

/** Addresses of owners and who they are said to be, each worked out once; parties are asked for in batches. */
export class KnownAddresses {
  readonly #knowledge: OutputTraceKnowledge;
  readonly #addresses = new AddressTable();
  readonly #make: (owner: Owner) => string;
  /** By entry of the table. */
  readonly #isAsked: boolean[] = [];
  readonly #parties = new Map<string, KnownParty>();
  #unasked: string[] = [];

  constructor(knowledge: OutputTraceKnowledge) {
    this.#knowledge = knowledge;
    this.#make = (owner) => {
      this.#isAsked.push(false);
      return knowledge.formatOwner(owner);
    };
  }

  /** Number of an owner; undefined for outputs that nobody can spend. */
  entryOf = (owner: Owner | undefined): number | undefined =>
    owner === undefined ? undefined : this.#addresses.find(owner, this.#make);

  /** The same for places the trace may come to: who each is is asked with the next question. */
  placeOf = (owner: Owner | undefined): number | undefined => {
    const entry = this.entryOf(owner);
    if (entry === undefined || this.#isAsked[entry]) return entry;
    this.#isAsked[entry] = true;
    this.#unasked.push(this.#addresses.addressAt(entry));
    return entry;
  };

  addressAt = (entry: number | undefined): string | null =>
    entry === undefined ? null : this.#addresses.addressAt(entry);

  ownerAt = (entry: number | undefined): Owner | undefined =>
    entry === undefined ? undefined : this.#addresses.ownerAt(entry);

  partyOf = (address: string): KnownParty | undefined => this.#parties.get(address);

  /** Asks for those met since the last question, all in one. */
  askNew(): void {
    if (this.#unasked.length === 0) return;
    const asked = this.#unasked;
    this.#unasked = [];
    for (const [address, party] of this.#knowledge.partiesOf(asked)) this.#parties.set(address, party);
  }
}
