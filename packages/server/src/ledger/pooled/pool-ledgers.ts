import type { ChainId } from '@trailmark/core/chain';
import { type Ledgers, openTransfers, type ServedAccounts, type ServedLedger, type ServedOutputs } from '../ledgers.ts';
import { type PooledAccounts, poolAccountReads } from './pooled-accounts.ts';
import { type PooledReader, poolReads } from './pooled-reader.ts';

interface PoolOptions {
  readonly signal?: AbortSignal | undefined;
  readonly isOneSubject?: boolean;
}

interface PooledLedgers {
  readonly ledgers: Ledgers;
  readonly close: () => void;
}

/** A pool a chain, opened at the first read of it. */
class Pools<Ledger extends ServedLedger, Pool> {
  readonly #open: (ledger: Ledger) => Pool;
  readonly #pools = new Map<ChainId, Pool>();

  constructor(open: (ledger: Ledger) => Pool) {
    this.#open = open;
  }

  of(ledger: Ledger): Pool {
    const pool = this.#pools.get(ledger.id) ?? this.#open(ledger);
    this.#pools.set(ledger.id, pool);
    return pool;
  }

  all(): Iterable<Pool> {
    return this.#pools.values();
  }
}

/**
 * The ledgers as many subjects of one piece of work read them: see `poolReads`. For one subject alone a chain of accounts is read
 * as it is. The signal ends what is queried for all of them.
 */
function poolLedgers(ledgers: Ledgers, options: PoolOptions): PooledLedgers {
  const outputs = new Pools<ServedOutputs, PooledReader>(({ reader }) => poolReads(reader, options));
  const accounts = new Pools<ServedAccounts, PooledAccounts>(({ reader }) => poolAccountReads(reader, options.signal));
  function wrap<L extends ServedLedger>(ledger: L): L {
    if (ledger.family === 'accounts') {
      if (options.isOneSubject) return ledger;
      const { reader } = accounts.of(ledger);
      return { ...ledger, reader, transfers: openTransfers(ledger.id, reader) };
    }
    const pool = outputs.of(ledger);
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
      for (const pool of [...outputs.all(), ...accounts.all()]) pool.close();
    },
  };
}

/** Does one piece of work over pooled ledgers. */
export async function withPooledLedgers<Deps extends { readonly ledgers: Ledgers }, T>(
  deps: Deps,
  options: PoolOptions,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const { ledgers, close } = poolLedgers(deps.ledgers, options);
  try {
    return await work({ ...deps, ledgers });
  } finally {
    close();
  }
}
