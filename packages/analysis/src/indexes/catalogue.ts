import { clusterIndexer } from './cluster-indexer.ts';
import type { Indexer } from './indexer.ts';

/** Everything that is kept in step with the ledger. */
export const INDEXERS: readonly Indexer<unknown>[] = [clusterIndexer];
