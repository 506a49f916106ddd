import type { ChainStatus } from '@trailmark/api/contract/ledger';
import { getChain } from '@trailmark/chains/catalogue';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { OUTPUT_CHAIN_IDS, type OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { UnconfirmedOverlay } from '@trailmark/core/unconfirmed';

/** One chain as handlers see it. */
export interface ServedOutputs {
  readonly id: OutputChainId;
  readonly chain: UtxoChain;
  readonly reader: OutputLedger;
  readonly overlay: UnconfirmedOverlay | undefined;
  /** Name and version of this software, for as-of. */
  readonly software: string;
}

export interface LedgerSources {
  readonly readers: ReadonlyMap<OutputChainId, OutputLedger>;
  readonly overlays: ReadonlyMap<OutputChainId, UnconfirmedOverlay>;
  /** The ingest of a chain, or how the last one since the start ended. */
  readonly ingestStatus: (chain: OutputChainId) => ChainStatus['ingest'];
  readonly software: string;
}

/** All chains of the server. Sources are read at each call, so a chain added later is found. */
export interface OutputLedgers {
  /** Throws `not-found` where the server holds nothing of the chain. */
  get(id: OutputChainId): ServedOutputs;
  find(id: OutputChainId): ServedOutputs | undefined;
  /** Chains that were opened, alphabetical: with blocks, or with an ingest that has none yet. */
  list(): readonly ServedOutputs[];
  readonly ingestStatus: LedgerSources['ingestStatus'];
  readonly software: string;
}

export function createOutputLedgers(sources: LedgerSources): OutputLedgers {
  const { software, ingestStatus } = sources;
  function find(id: OutputChainId): ServedOutputs | undefined {
    const reader = sources.readers.get(id);
    return reader && { id, chain: getChain(id), reader, overlay: sources.overlays.get(id), software };
  }
  function get(id: OutputChainId): ServedOutputs {
    const ledger = find(id);
    if (ledger) return ledger;
    throw new AppError('not-found', `This server holds no ${getChain(id).name} data. Held: ${listHeld()}.`);
  }
  function list(): readonly ServedOutputs[] {
    return OUTPUT_CHAIN_IDS.flatMap((id) => find(id) ?? []);
  }
  function listHeld(): string {
    return (
      list()
        .map((ledger) => ledger.id)
        .join(', ') || 'none yet'
    );
  }
  return { get, find, list, ingestStatus, software };
}
