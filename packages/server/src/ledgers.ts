import type { ChainStatus } from '@trailmark/api/contract/ledger';
import { getChain } from '@trailmark/chains/catalogue';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { LedgerReader, UnconfirmedOverlay } from '@trailmark/core/ledger-reader';

/** One chain as handlers see it. */
export interface Ledger {
  readonly id: ChainId;
  readonly chain: UtxoChain;
  readonly reader: LedgerReader;
  readonly overlay: UnconfirmedOverlay | undefined;
  /** Name and version of this software, for as-of. */
  readonly software: string;
}

export interface LedgerSources {
  readonly readers: ReadonlyMap<ChainId, LedgerReader>;
  readonly overlays: ReadonlyMap<ChainId, UnconfirmedOverlay>;
  /** The ingest of a chain, or how the last one since the start ended. */
  readonly ingestStatus: (chain: ChainId) => ChainStatus['ingest'];
  readonly software: string;
}

/** All chains of the server. Sources are read at each call, so a chain added later is found. */
export interface Ledgers {
  /** Throws `not-found` where the server holds nothing of the chain. */
  get(id: ChainId): Ledger;
  find(id: ChainId): Ledger | undefined;
  /** Chains that were opened, alphabetical: with blocks, or with an ingest that has none yet. */
  list(): readonly Ledger[];
  readonly ingestStatus: LedgerSources['ingestStatus'];
  readonly software: string;
}

export function createLedgers(sources: LedgerSources): Ledgers {
  const { software, ingestStatus } = sources;
  function find(id: ChainId): Ledger | undefined {
    const reader = sources.readers.get(id);
    return reader && { id, chain: getChain(id), reader, overlay: sources.overlays.get(id), software };
  }
  function get(id: ChainId): Ledger {
    const ledger = find(id);
    if (ledger) return ledger;
    throw new AppError('not-found', `This server holds no ${getChain(id).name} data. Held: ${listHeld()}.`);
  }
  function list(): readonly Ledger[] {
    return CHAIN_IDS.flatMap((id) => find(id) ?? []);
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
