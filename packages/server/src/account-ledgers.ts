import type { ChainStatus } from '@trailmark/api/contract/ledger';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { ACCOUNT_CHAIN_IDS, type AccountChainId } from '@trailmark/core/account-chain';
import type { AccountReader } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';

/** One account chain as handlers see it. */
export interface AccountLedger {
  readonly id: AccountChainId;
  readonly chain: AccountChain;
  readonly reader: AccountReader;
  /** Name and version of this software, for as-of. */
  readonly software: string;
}

/** What the server knows of account chains; a server that holds none leaves both out. */
export interface AccountLedgerSources {
  readonly accountReaders?: ReadonlyMap<AccountChainId, AccountReader> | undefined;
  /** The ingest of a chain, or how the last one since the start ended. */
  readonly accountIngestStatus?: ((chain: AccountChainId) => ChainStatus['ingest']) | undefined;
  readonly software: string;
}

/** All account chains of the server. Readers are looked up at each call, so a chain added later is found. */
export interface AccountLedgers {
  /** Throws `not-found` where the server holds nothing of the chain. */
  get(id: AccountChainId): AccountLedger;
  find(id: AccountChainId): AccountLedger | undefined;
  /** Chains that were opened, alphabetical: with blocks, or with an ingest that has none yet. */
  list(): readonly AccountLedger[];
  readonly ingestStatus: (chain: AccountChainId) => ChainStatus['ingest'];
  readonly software: string;
}

export function createAccountLedgers(sources: AccountLedgerSources): AccountLedgers {
  const { software } = sources;
  function find(id: AccountChainId): AccountLedger | undefined {
    const reader = sources.accountReaders?.get(id);
    return reader && { id, chain: getAccountChain(id), reader, software };
  }
  function list(): readonly AccountLedger[] {
    return ACCOUNT_CHAIN_IDS.flatMap((id) => find(id) ?? []);
  }
  function get(id: AccountChainId): AccountLedger {
    const ledger = find(id);
    if (ledger) return ledger;
    const held =
      list()
        .map((other) => other.id)
        .join(', ') || 'none yet';
    throw new AppError(
      'not-found',
      `This server holds no ${getAccountChain(id).name} data. Account chains held: ${held}.`,
    );
  }
  return { get, find, list, ingestStatus: (chain) => sources.accountIngestStatus?.(chain) ?? null, software };
}
