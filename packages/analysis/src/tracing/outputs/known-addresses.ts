import type { TransactionRecord } from '@trailmark/core/ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { Pace } from './pace.ts';

/** An address is a checksum of two hashes. */
const ADDRESS_WORK = 20;

/** Addresses of owners and who they are said to be, each worked out once; parties are asked for in batches. */
export class KnownAddresses {
  readonly #knowledge: OutputTraceKnowledge;
  readonly #addresses = new Map<string, string>();
  readonly #parties = new Map<string, KnownParty>();
  #unasked: string[] = [];

  constructor(knowledge: OutputTraceKnowledge) {
    this.#knowledge = knowledge;
  }

  addressOf = (owner: Owner): string => {
    const id = ownerId(owner);
    const known = this.#addresses.get(id);
    if (known !== undefined) return known;
    const address = this.#knowledge.formatOwner(owner);
    this.#addresses.set(id, address);
    this.#unasked.push(address);
    return address;
  };

  partyOf = (address: string): KnownParty | undefined => this.#parties.get(address);

  /** Asks who the addresses are that a trace may come to through these transactions: one question for all of them. */
  async learn(records: readonly TransactionRecord[], side: 'inputs' | 'outputs', pace: Pace): Promise<void> {
    for (const record of records) {
      for (const { owner } of record[side]) if (owner) this.addressOf(owner);
      if (pace.isDue(ADDRESS_WORK * record[side].length)) await pace.turn();
    }
    this.askNew();
  }

  /** Asks for those met since the last question. */
  askNew(): void {
    if (this.#unasked.length === 0) return;
    const asked = this.#unasked;
    this.#unasked = [];
    for (const [address, party] of this.#knowledge.partiesOf(asked)) this.#parties.set(address, party);
  }
}
