import type { ChainStatus } from '@trailmark/api/contract/ledger';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { ACCOUNT_CHAIN_IDS, type AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';

/** One account chain as handlers see it. */
export interface ServedAccounts {
  readonly id: AccountChainId;
  readonly chain: AccountChain;
  readonly reader: AccountLedger;
  /** Name and version of this software, for as-of. */
  readonly software: string;
}

/** What the server knows of account chains; a server that holds none leaves both out. */
export interface AccountLedgerSources {
  readonly accountReaders?: ReadonlyMap<AccountChainId, AccountLedger> | undefined;
  /** The ingest of a chain, or how the last one since the start ended. */
  readonly accountIngestStatus?: ((chain: AccountChainId) => ChainStatus['ingest']) | undefined;
  readonly software: string;
}

/** All account chains of the server. Readers are looked up at each call, so a chain added later is found. */
export interface AccountLedgers {
  /** Throws `not-found` where the server holds nothing of the chain. */
  get(id: AccountChainId): ServedAccounts;
  find(id: AccountChainId): ServedAccounts | undefined;
  /** Chains that were opened, alphabetical: with blocks, or with an ingest that has none yet. */
  list(): readonly ServedAccounts[];
  readonly ingestStatus: (chain: AccountChainId) => ChainStatus['ingest'];
  readonly software: string;
}

export function createAccountLedgers(sources: AccountLedgerSources): AccountLedgers {
  const { software } = sources;
  function find(id: AccountChainId): ServedAccounts | undefined {
    const reader = sources.accountReaders?.get(id);
    return reader && { id, chain: getAccountChain(id), reader, software };
  }
  function list(): readonly ServedAccounts[] {
    return ACCOUNT_CHAIN_IDS.flatMap((id) => find(id) ?? []);
  }
  function get(id: AccountChainId): ServedAccounts {
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
