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

  addressOf = (owner: Owner): string => this.#addresses.addressAt(this.#addresses.find(owner, this.#make));

  /** The address of somewhere the trace may come to: who it is is asked with the next question. */
  placeOf = (owner: Owner): string => {
    const entry = this.#addresses.find(owner, this.#make);
    const address = this.#addresses.addressAt(entry);
    if (this.#isAsked[entry]) return address;
    this.#isAsked[entry] = true;
    this.#unasked.push(address);
    return address;
  };

  partyOf = (address: string): KnownParty | undefined => this.#parties.get(address);

  /** Asks for those met since the last question, all in one. */
  askNew(): void {
    if (this.#unasked.length === 0) return;
    const asked = this.#unasked;
    this.#unasked = [];
    for (const [address, party] of this.#knowledge.partiesOf(asked)) this.#parties.set(address, party);
  }
}
