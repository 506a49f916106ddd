import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Handlers } from '../../http/mount.ts';
import type { Ledgers, ServedAccounts } from '../../ledgers.ts';
import { getAccountHoldings } from './holdings.ts';

type AccountChainStatus = RouteOutput<Contract['listAccountChains']>['items'][number];

function toStatus(ledger: ServedAccounts, ingest: AccountChainStatus['ingest']): AccountChainStatus {
  const { id, chain, reader } = ledger;
  const tip = reader.tip();
  return {
    id,
    name: chain.name,
    symbol: chain.symbol,
    decimals: chain.decimals,
    isTest: chain.isTest,
    tip: tip ? { height: tip.height, hash: tip.hash || null, time: tip.time } : null,
    transactionCount: reader.transactionCount(),
    coverage: getAccountHoldings(ledger).coverage,
    ingest,
  };
}

/** The account chains the server holds. */
export function createAccountChainHandlers(ledgers: Ledgers): Pick<Handlers, 'listAccountChains'> {
  return {
    async listAccountChains() {
      const items = ledgers.list('accounts').map((ledger) => toStatus(ledger, ledgers.ingestStatus(ledger.id)));
      return { items, software: ledgers.software };
    },
  };
}
