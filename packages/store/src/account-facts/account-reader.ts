import type { AccountLedger } from '@trailmark/core/account-ledger';
import { readAccountActivity } from './reads/account-activity.ts';
import { readAccountHistory, readMoves } from './reads/account-history.ts';
import {
  readCollections,
  readContractPositions,
  readItemPositions,
  readTransfersAmong,
} from './reads/account-items.ts';
import {
  readBlockPositions,
  readHashesAt,
  readHashesByPrefix,
  readLogsOf,
  readMentions,
  readMovesOf,
  readPositionsOf,
  readTransactions,
} from './reads/account-look-ups.ts';
import { readAddressCoverages, readTokens } from './reads/account-register.ts';
import { readAccountCounterparties, readAddressesByPrefix, readFirstFunders } from './reads/account-relations.ts';
import type { AccountScope } from './reads/account-scope.ts';
import { readOpenings, readSpans } from './reads/account-spans.ts';
import { AccountTotalsCache } from './reads/account-totals-cache.ts';

/** The store of an account chain as the rest of the house reads it. */
export function createAccountLedger(scope: AccountScope): AccountLedger {
  const { blocks } = scope;
  const cache = new AccountTotalsCache(scope);
  return {
    onChange: blocks.changes.subscribe,
    tip: () => blocks.tip,
    transactionCount: () => blocks.transactionCount,
    heightRanges: () => blocks.heightRanges(),
    block: (height) => blocks.get(height),
    blockByHash: (hash) => blocks.getByHash(hash),
    blocksBefore: (before, limit) => blocks.before(before, limit),
    blockPositions: (height, options) => readBlockPositions(scope, height, options),
    transactions: (positions, options) => readTransactions(scope, positions, options),
    hashes: (positions, options) => readHashesAt(scope, positions, options),
    movesOf: (positions, limitEach, options) => readMovesOf(scope, positions, limitEach, options),
    logsOf: (positions, options) => readLogsOf(scope, positions, options),
    positionsOf: (hashes, options) => readPositionsOf(scope, hashes, options),
    hashesByPrefix: (prefix, limit, options) => readHashesByPrefix(scope, prefix, limit, options),
    addressesByPrefix: (prefix, limit, options) => readAddressesByPrefix(scope, prefix, limit, options),
    totals: (addresses, options) => cache.totals(addresses, options),
    assetsOf: (address, page, options) => cache.assetsOf(address, page, options),
    history: (address, filter, page, options) => readAccountHistory(scope, address, filter, page, options),
    moves: (address, filter, page, options) => readMoves(scope, address, filter, page, options),
    balanceAt: (address, asset, position, options) => cache.balanceAt(address, asset, position, options),
    spans: (spans, page, options) => readSpans(scope, spans, page, options),
    openings: (places, options) => readOpenings(scope, places, options),
    counterparties: (address, page, options) => readAccountCounterparties(scope, address, page, options),
    activity: (address, asset, period, options) => readAccountActivity(scope, address, asset, period, options),
    firstFunders: (addresses, options) => readFirstFunders(scope, addresses, options),
    mentions: (address, page, options) => readMentions(scope, address, page, options),
    collections: (limit, options) => readCollections(scope, limit, options),
    itemPositions: (contract, tokenId, limit, options) => readItemPositions(scope, contract, tokenId, limit, options),
    contractPositions: (contract, page, options) => readContractPositions(scope, contract, page, options),
    transfersAmong: (addresses, assets, limit, options) => readTransfersAmong(scope, addresses, assets, limit, options),
    tokens: (contracts, options) => readTokens(scope, contracts, options),
    addressCoverage: async (address, options) =>
      (await readAddressCoverages(scope, [address], options)).get(address) ?? [],
    addressCoverages: (addresses, options) => readAddressCoverages(scope, addresses, options),
  };
}
