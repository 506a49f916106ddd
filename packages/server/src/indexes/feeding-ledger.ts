import type { AccountLedger } from '@trailmark/core/account-ledger';
import { type ChainId, isOutputChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { MAXIMUM_REORG_DEPTH as ACCOUNT_DEPTH } from '@trailmark/ingest/account/account-engine';
import { MAXIMUM_REORG_DEPTH as OUTPUT_DEPTH } from '@trailmark/ingest/utxo/ingest-engine';
import { openTransfers } from '../ledgers.ts';
import type { FeedingLedger } from './index-host.ts';

/** An open reader as indexes are fed from it. */
export function toFeedingLedger(chain: ChainId, reader: OutputLedger | AccountLedger): FeedingLedger {
  const isOutputs = isOutputChainId(chain);
  return {
    reader: openTransfers(chain, reader),
    outputs: isOutputs ? (reader as OutputLedger) : undefined,
    reorganisationDepth: isOutputs ? OUTPUT_DEPTH : ACCOUNT_DEPTH,
  };
}
