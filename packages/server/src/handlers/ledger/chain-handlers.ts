import type { ChainStatus } from '@trailmark/api/contract/ledger';
import type { Handlers } from '../../http/mount.ts';
import { getHoldings } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledgers.ts';

function toChainStatus({ id, chain, reader }: ServedOutputs, ingest: ChainStatus['ingest']): ChainStatus {
  const tip = reader.tip();
  return {
    id,
    name: chain.name,
    symbol: chain.symbol,
    decimals: chain.decimals,
    tip: tip ? { height: tip.height, hash: tip.hash, time: tip.time } : null,
    transactionCount: reader.transactionCount(),
    coverage: getHoldings(reader).coverage,
    ingest,
  };
}

/** What the server holds. */
export function createChainHandlers(ledgers: Ledgers): Pick<Handlers, 'listChains'> {
  return {
    async listChains() {
      const items = ledgers.list('outputs').map((ledger) => toChainStatus(ledger, ledgers.ingestStatus(ledger.id)));
      return { items, software: ledgers.software };
    },
  };
}
