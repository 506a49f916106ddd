import type { AccountKey } from '../account-block.ts';
import type { CoinJoinFinding } from '../cluster.ts';
import type { TransactionRecord } from '../output-ledger.ts';
import type { Owner } from '../owner.ts';
import type { KnownParty } from './known-party.ts';
import type { TraceChange } from './trace.ts';

/** The attribution of addresses. Answers at once; addresses nobody names are absent. */
export interface PartyReader {
  /** Canonical addresses of the trace's chain. */
  partiesOf(addresses: readonly string[]): ReadonlyMap<string, KnownParty>;
}

/** What a trace over the Bitcoin family may know in addition to the ledger. */
export interface OutputTraceKnowledge extends PartyReader {
  formatOwner(owner: Owner): string;
  /** Whether an owner may have a party, decided without formatting its address: false is certain. Left out: any owner may. */
  readonly mayHaveParty?: ((owner: Owner) => boolean) | undefined;
  /** Throws `invalid` with the reason. */
  parseAddress(text: string): Owner;
  coinJoinOf(record: TransactionRecord): CoinJoinFinding | undefined;
  changeOf(record: TransactionRecord): Omit<TraceChange, 'by'>;
  /** Text that the data outputs of a raw transaction carry; hostile. Without it no memo of a bridge is read. */
  readonly memosOf?: ((raw: Uint8Array) => readonly string[]) | undefined;
}

/** What a trace over an account chain may know in addition to the ledger. */
export interface AccountTraceKnowledge extends PartyReader {
  formatAddress(address: AccountKey): string;
  /** Throws `invalid` with the reason. */
  parseAddress(text: string): AccountKey;
}

/** How far a running trace is. */
export interface TraceProgress {
  readonly transactionsRead: number;
  readonly rounds: number;
  /** Places whose next payment is not yet searched. */
  readonly open: number;
  readonly ended: number;
  readonly hops: number;
  /** Where several traces run after one another: which one this is, and what those before it read. */
  readonly stage?: string | undefined;
  readonly readBefore?: number | undefined;
}
