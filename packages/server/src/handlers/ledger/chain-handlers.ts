import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { getCoverage, toIdentity } from '../../ledger/any-chain.ts';
import { toCapabilities } from '../../ledger/capabilities.ts';
import type { Ledgers, ServedLedger } from '../../ledger/ledgers.ts';

function toChainStatus(ledger: ServedLedger, knowledge: Knowledge, ingest: ChainStatus['ingest']): ChainStatus {
  const { chain, reader } = ledger;
  const tip = reader.tip();
  return {
    ...toIdentity(ledger),
    has: toCapabilities(ledger, knowledge),
    name: chain.name,
    symbol: chain.symbol,
    decimals: chain.decimals,
    tip: tip ? { height: tip.height, hash: tip.hash || null, time: tip.time } : null,
    transactionCount: reader.transactionCount(),
    coverage: getCoverage(ledger),
    ingest,
  };
}

/** The chains of the server, those of one family where it is named. */
export function createChainHandlers(ledgers: Ledgers, knowledge: Knowledge): Pick<Handlers, 'listChains'> {
  return {
    async listChains({ query: { family } }) {
      const listed = family === undefined ? ledgers.list() : ledgers.list(family);
      const items = listed.map((ledger) => toChainStatus(ledger, knowledge, ledgers.ingestStatus(ledger.id)));
      return { items, software: ledgers.software };
    },
  };
}
