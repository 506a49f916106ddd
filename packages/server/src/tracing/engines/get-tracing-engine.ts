import type { CrossingLedgers } from '@trailmark/analysis/tracing/crossings/crossing-ledger';
import { chainName } from '@trailmark/chains/account-catalogue';
import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import { byFamily, type ServedLedger } from '../../ledger/ledgers.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import { createAccountEngine } from './account-engine.ts';
import { createOutputEngine } from './output-engine.ts';
import type { TracingEngine } from './tracing-engine.ts';

/** The one place where the engine of a chain is chosen. */
function toEngine(deps: TraceDeps, ledger: ServedLedger): TracingEngine {
  return byFamily(ledger, {
    outputs: (outputs) => createOutputEngine(deps, outputs),
    accounts: (accounts) => createAccountEngine(deps, accounts),
  });
}

/** How a chain is traced. Throws `not-found` where the server holds nothing of it. */
export function getTracingEngine(deps: TraceDeps, chain: ChainId): TracingEngine {
  return toEngine(deps, deps.ledgers.get(chain));
}

/** The chains of this server as the other side of a bridge is looked for in them. */
export function createCrossingLedgers(deps: TraceDeps): CrossingLedgers {
  const find: CrossingLedgers['find'] = (chain) => {
    const ledger = deps.ledgers.find(chain);
    return ledger && toEngine(deps, ledger).crossings;
  };
  return { find, list: () => CHAIN_IDS.flatMap((chain) => find(chain) ?? []), nameOf: chainName };
}
