import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { AccountChainId, ChainId, OutputChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ProtocolInput } from '../../protocols/protocol.ts';

/** What an asset is called and how it is written; a token's own word is hostile text. */
export interface AssetWords {
  readonly symbol: string;
  readonly decimals: number;
}

interface LedgerHead {
  /** For people. */
  readonly name: string;
  /** Undefined where nobody says. */
  wordsOf(asset: AssetKey, read: ReadOptions): Promise<AssetWords | undefined>;
}

/** An account chain in which the other side of a bridge may be. */
export interface AccountCrossingLedger extends LedgerHead {
  readonly family: 'accounts';
  readonly chain: AccountChainId;
  readonly reader: Pick<
    AccountLedger,
    'block' | 'heightRanges' | 'logsOf' | 'moves' | 'movesOf' | 'positionsOf' | 'tip' | 'transactions'
  >;
  formatAddress(address: AccountKey): string;
  /** Throws `invalid`. */
  parseAddress(text: string): AccountKey;
  actionsOf(input: ProtocolInput): readonly ProtocolAction[];
}

/** A chain of the Bitcoin family in which it may be. */
export interface OutputCrossingLedger extends LedgerHead {
  readonly family: 'outputs';
  readonly chain: OutputChainId;
  readonly reader: Pick<
    OutputLedger,
    'block' | 'heightRanges' | 'history' | 'positionsOf' | 'rawTransactions' | 'records' | 'tip'
  >;
  formatOwner(owner: Owner): string;
  /** Throws `invalid`. */
  parseAddress(text: string): Owner;
  /** Text that the data outputs of a transaction carry; hostile. */
  memosOf(raw: Uint8Array): readonly string[];
}

export type CrossingLedger = AccountCrossingLedger | OutputCrossingLedger;

/** The chains an installation holds. */
export interface CrossingLedgers {
  find(chain: ChainId): CrossingLedger | undefined;
  list(): readonly CrossingLedger[];
  /** Name of a chain for people, indexed or not. */
  nameOf(chain: ChainId): string;
}
