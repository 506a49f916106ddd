import { traitsOf } from '@trailmark/chains/chain-traits';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { ChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { MAXIMUM_REORG_DEPTH as ACCOUNT_DEPTH } from '@trailmark/ingest/account/account-engine';
import { MAXIMUM_REORG_DEPTH as OUTPUT_DEPTH } from '@trailmark/ingest/utxo/ingest-engine';
import { openTransfers } from '../ledger/ledgers.ts';
import type { FeedingLedger } from './index-host.ts';

/** An open reader as indexes are fed from it. */
export function toFeedingLedger(chain: ChainId, reader: OutputLedger | AccountLedger): FeedingLedger {
  const { hasOutputs } = traitsOf(chain);
  return {
    reader: openTransfers(chain, reader),
    outputs: hasOutputs ? (reader as OutputLedger) : undefined,
    reorganisationDepth: hasOutputs ? OUTPUT_DEPTH : ACCOUNT_DEPTH,
  };
}
