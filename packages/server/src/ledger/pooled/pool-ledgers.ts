import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import { type Ledgers, openTransfers, type ServedLedger, type ServedOutputs } from '../ledgers.ts';
import { type PooledReader, poolReads } from './pooled-reader.ts';

/** Whether queries of many subjects to a chain are made together; where it is not, each of them delays everybody else's. */
export function isPooled({ family }: Pick<ServedLedger, 'family'>): boolean {
  return family === 'outputs';
}

interface PooledLedgers {
  readonly ledgers: Ledgers;
  readonly close: () => void;
}

/**
 * The ledgers as many subjects of one piece of work read them: see `poolReads`. Chains of accounts are read as they are. The
 * signal ends what is queried for all of them.
 */
function poolLedgers(ledgers: Ledgers, signal?: AbortSignal): PooledLedgers {
  const pools = new Map<OutputChainId, PooledReader>();
  function poolOf({ id, reader }: ServedOutputs): PooledReader {
    const known = pools.get(id) ?? poolReads(reader, signal);
    pools.set(id, known);
    return known;
  }
  function wrap<L extends ServedLedger>(ledger: L): L {
    if (ledger.family !== 'outputs') return ledger;
    const pool = poolOf(ledger);
    return { ...ledger, reader: pool.reader, work: pool, transfers: openTransfers(ledger.id, pool.reader) };
  }
  const find = <C extends ChainId>(id: C) => {
    const ledger = ledgers.find(id);
    return ledger && wrap(ledger as ServedLedger);
  };
  return {
    ledgers: {
      ...ledgers,
      get: (id) => wrap(ledgers.get(id) as ServedLedger) as never,
      find: (id) => find(id) as never,
      findOutputs: (id) => {
        const ledger = ledgers.findOutputs(id);
        return ledger && wrap(ledger);
      },
    },
    close: () => {
      for (const pool of pools.values()) pool.close();
    },
  };
}

/** Does one piece of work over pooled ledgers. */
export async function withPooledLedgers<Deps extends { readonly ledgers: Ledgers }, T>(
  deps: Deps,
  signal: AbortSignal | undefined,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const { ledgers, close } = poolLedgers(deps.ledgers, signal);
  try {
    return await work({ ...deps, ledgers });
  } finally {
    close();
  }
}
