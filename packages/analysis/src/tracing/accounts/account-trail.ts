import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { partyStop } from '../party-stop.ts';
import type { AccountApportioning } from './account-apportioning.ts';
import type { MoveOrder } from './account-params.ts';
import type { ResolvedSeeds } from './resolve-seeds.ts';

/** Everything one trace over an account chain works with and never changes. */
export interface AccountTrail {
  readonly chain: AccountChainId;
  readonly reader: AccountLedger;
  readonly request: TraceRequest;
  readonly method: AccountApportioning;
  readonly seeds: ResolvedSeeds;
  readonly isForward: boolean;
  /** How moves of unknown order are taken. */
  readonly order: MoveOrder;
  readonly parties: AccountParties;
}

/** The attribution of accounts, and which of them end a trail by it. */
export class AccountParties {
  private readonly knowledge: AccountTraceKnowledge;
  private readonly request: TraceRequest;
  private readonly stopAt: ReadonlySet<AccountKey>;
  private readonly known = new Map<AccountKey, KnownParty | undefined>();

  constructor(knowledge: AccountTraceKnowledge, request: TraceRequest) {
    this.knowledge = knowledge;
    this.request = request;
    this.stopAt = new Set(request.stops.stopAt.map((text) => knowledge.parseAddress(text)));
  }

  parse(text: string): AccountKey {
    return this.knowledge.parseAddress(text);
  }

  format(address: AccountKey): string | null {
    return address === '' ? null : this.knowledge.formatAddress(address);
  }

  find(address: AccountKey): KnownParty | undefined {
    if (!this.known.has(address)) {
      const text = this.format(address);
      this.known.set(address, text === null ? undefined : this.knowledge.partiesOf([text]).get(text));
    }
    return this.known.get(address);
  }

  /** Why a trail ends at an account by its attribution; undefined where it has none, or its rule is off. */
  stopReason(address: AccountKey): StopReason | undefined {
    if (this.stopAt.has(address)) return 'stop-at';
    const party = this.find(address);
    return party && partyStop(party, this.request.stops);
  }
}
