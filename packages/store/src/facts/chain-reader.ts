import type { OutputLedger } from '@trailmark/core/output-ledger';
import { toPosition } from '@trailmark/core/position';
import { readFetched } from './fetched-rows.ts';
import { readActivity } from './reads/activity.ts';
import { readCounterparties } from './reads/counterparties.ts';
import { readHistories } from './reads/histories.ts';
import { readHistory, readLinks, readOwnerPositions } from './reads/history.ts';
import { readOwnersInRange, readPositionsOf, readRaw, readTxidsByPrefix, readTxidsOfBlocks } from './reads/look-ups.ts';
import { readUnspent } from './reads/outputs.ts';
import { indexedPositions, type ReadScope } from './reads/scope.ts';
import { findKeyScript, findOwnerOfScriptHash } from './reads/script-hash.ts';
import { readSpenders } from './reads/spenders.ts';
import { TotalsCache } from './reads/totals-cache.ts';
import { readVanished } from './vanished-rows.ts';

/** The facts store as the rest of the house reads it. */
export function createChainReader(scope: ReadScope): OutputLedger {
  const { blocks, lookup } = scope;
  const cache = new TotalsCache(scope);
  return {
    onChange: blocks.changes.subscribe,
    tip: () => blocks.tip,
    transactionCount: () => blocks.transactionCount,
    heightRanges: () => blocks.heightRanges(),
    block: (height) => blocks.get(height),
    blockByHash: (hash) => blocks.getByHash(hash),
    blocksBefore: (before, limit) => blocks.before(before, limit),
    records: async (positions) => lookup.recordsAt(indexedPositions(scope, positions)),
    txids: async (positions) => lookup.txidsAt(indexedPositions(scope, positions)),
    blockPositions: async (height) =>
      blocks.storedHash(height) === undefined ? [] : lookup.indexes(height).map((index) => toPosition(height, index)),
    rawTransactions: (positions, options) => readRaw(scope, positions, options),
    blockTxids: async (height, options) => (await readTxidsOfBlocks(scope, [height], options)).get(height) ?? [],
    txidsOfBlocks: (heights, options) => readTxidsOfBlocks(scope, heights, options),
    positionsOf: (txids, options) => readPositionsOf(scope, txids, options),
    txidsByPrefix: (prefix, limit, options) => readTxidsByPrefix(scope, prefix, limit, options),
    totals: (owners, options) => cache.totals(owners, options),
    history: (owner, filter, page, options) => readHistory(scope, owner, filter, page, options),
    ownerPositions: (owner, page, options) => readOwnerPositions(scope, owner, page, options),
    histories: (owners, limitEach, options) => readHistories(scope, owners, limitEach, options),
    balanceAt: (owner, position, options) => cache.balanceAt(owner, position, options),
    unspent: (owner, page, options) => readUnspent(scope, owner, page, options),
    spenders: (outputs, options) => readSpenders(scope, outputs, options),
    counterparties: (owner, page, options) => readCounterparties(scope, owner, page, options),
    links: (a, b, page, options) => readLinks(scope, a, b, page, options),
    activity: (owner, period, options) => readActivity(scope, owner, period, options),
    ownersInRange: (range, limit, options) => readOwnersInRange(scope, range, limit, options),
    ownerOfScriptHash: (scriptHash, options) => findOwnerOfScriptHash(scope, scriptHash, options),
    positionOfKeyScript: (scriptHash, options) => findKeyScript(scope, scriptHash, options),
    vanished: (txid, options) => readVanished(scope, txid, options),
    fetched: (owner, options) => readFetched(scope, owner, options),
  };
}
