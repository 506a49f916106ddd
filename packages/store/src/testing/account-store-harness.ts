import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountLedger, MovePlace } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { type Position, toPosition } from '@trailmark/core/position';
import type { AccountChainStore } from '../account-facts/account-store.ts';
import { ACCOUNT_TABLES } from '../account-facts/account-tables.ts';
import type { FactsClient } from '../facts/client.ts';
import { ledgerDatabase } from '../facts/tables.ts';
import { type FactsStore, type OpenStoreOptions, openFactsStore } from '../open-store.ts';
import { LARGEST_AMOUNT, RANDOM_CONTRACTS, randomAddress } from './random-account-blocks.ts';

/** A store of one account chain in a folder of its own. */
export interface OpenAccountStore {
  readonly directory: string;
  readonly host: FactsStore;
  readonly store: AccountChainStore;
  reopen(options?: Partial<OpenStoreOptions>): Promise<OpenAccountStore>;
  close(): Promise<void>;
}

export async function openAccountStore(
  options: Partial<OpenStoreOptions> = {},
  directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'trailmark-accounts-')),
  chain: AccountChainId = 'eth',
): Promise<OpenAccountStore> {
  const host = await openFactsStore({ ...options, dataDirectory: directory });
  const store = await host.accountChain(chain);
  return {
    directory,
    host,
    store,
    async reopen(next = {}) {
      await host.close();
      return openAccountStore(next, directory, chain);
    },
    async close() {
      await host.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Every row of every table, sorted: two stores that hold the same say the same. */
export async function dumpAccountTables(facts: FactsClient, chain: AccountChainId = 'eth') {
  const dump: Record<string, string[]> = {};
  for (const { name, columns } of ACCOUNT_TABLES) {
    const list = columns.map((column) => (/String/.test(column.type) ? `hex(${column.name})` : column.name)).join(', ');
    const rows = await facts.query(`SELECT ${list} FROM ${ledgerDatabase(chain, facts.databasePrefix)}.${name}`);
    dump[name] = rows.map((row) => row.join('|')).sort();
  }
  return dump;
}

const PAGES = { offset: 0, limit: 1000 };

async function pageThrough<T, P>(ask: (after: P | undefined) => Promise<T[]>, place: (item: T) => P): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all[all.length - 1];
    const page = await ask(last === undefined ? undefined : place(last));
    if (page.length === 0) return all;
    all.push(...page);
  }
}

const ASSETS = ['', RANDOM_CONTRACTS[1] ?? '', 'trc10:1000000', 'usd'];

/**
 * The balance of an address at every place, each of one asset, and of every asset at every place, each of some addresses: what all of
 * them had before every place is queried from the openings, in one query per place.
 */
async function askBalances(reader: AccountLedger, address: string, number: number, positions: readonly Position[]) {
  const balances = [];
  for (const [j, asset] of ASSETS.entries()) {
    const places = positions.slice(0, 40).filter((_, i) => (i + j + number) % ASSETS.length === 0);
    for (const position of [0, ...places]) balances.push(await reader.balanceAt(address, asset, position));
  }
  return balances;
}

async function askAddress(reader: AccountLedger, address: string, number: number, positions: readonly Position[]) {
  const contract = RANDOM_CONTRACTS[1] ?? '';
  const filters = [
    { order: 'newest' },
    { order: 'oldest', direction: 'in' },
    { order: 'newest', direction: 'out', withoutZero: true },
    { order: 'newest', direction: 'self' },
    { order: 'oldest', asset: contract, minAmount: 5n, maxAmount: 2n ** 255n },
    { order: 'newest', kinds: ['internal', 'token'], counterparty: randomAddress(2) },
    { order: 'newest', fromHeight: 104, toHeight: 110 },
    { order: 'oldest', fromTime: 1_600_000_000 + 103 * 4_000, toTime: 1_600_000_000 + 107 * 4_000 },
  ] as const;
  const lists = [];
  for (const filter of filters) {
    lists.push({
      history: await pageThrough(
        (after: Position | undefined) => reader.history(address, filter, { after, limit: 5, movesEach: 2 }),
        (entry) => entry.position,
      ),
      moves: await pageThrough(
        (after: MovePlace | undefined) => reader.moves(address, filter, { after, limit: 7 }),
        ({ position, slot }) => ({ position, slot }),
      ),
    });
  }
  const counterparties = [];
  for (const sort of ['sent', 'received', 'count', 'last'] as const) {
    counterparties.push(await reader.counterparties(address, { sort, ...PAGES }));
    counterparties.push(await reader.counterparties(address, { sort, asset: '', offset: 1, limit: 2 }));
  }
  const activity = [];
  for (const period of [3600, 86_400, 7 * 86_400, 'month'] as const) {
    activity.push(await reader.activity(address, '', period), await reader.activity(address, contract, period));
  }
  return {
    lists,
    balances: await askBalances(reader, address, number, positions),
    counterparties,
    activity,
    assets: await reader.assetsOf(address, PAGES),
    page: await reader.assetsOf(address, { offset: 1, limit: 2 }),
    beyond: await reader.assetsOf(address, { offset: 50, limit: 2 }),
    mentions: await pageThrough(
      (before: Position | undefined) => reader.mentions(address, { before, limit: 100 }),
      (row) => row.position,
    ),
    coverage: await reader.addressCoverage(address),
  };
}

async function askSpans(reader: AccountLedger, addresses: readonly string[], positions: readonly Position[]) {
  const pairs = addresses.flatMap((address) => ASSETS.map((asset) => ({ address, asset })));
  const place = (index: number): MovePlace => ({
    position: positions[index % Math.max(1, positions.length)] ?? 5,
    slot: index % 3,
  });
  const wanted = addresses.flatMap((address, i) =>
    ASSETS.map((asset, j) => ({
      address,
      asset,
      from: (i + j) % 3 === 0 ? undefined : place(i + j),
      until: (i + j) % 4 === 1 ? place(2 * i + j + 3) : undefined,
    })),
  );
  const before = wanted.map(({ address, asset }, index) => ({ address, asset, before: place(3 * index) }));
  const sorted = <T>(found: Map<string, T>) => [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const balances = [];
  for (const position of positions.slice(0, 40)) {
    const places = pairs.map((pair) => ({ ...pair, before: { position, slot: 0 } }));
    balances.push(sorted(await reader.openings(places)));
  }
  return {
    balances,
    oldest: sorted(await reader.spans(wanted, { order: 'oldest', limitEach: 3 })),
    newest: sorted(await reader.spans(wanted, { order: 'newest', limitEach: 3 })),
    all: sorted(await reader.spans(wanted, { order: 'oldest', limitEach: 1_000 })),
    openings: sorted(await reader.openings(before)),
    none: [...(await reader.spans([], { order: 'oldest', limitEach: 3 })), ...(await reader.openings([]))],
  };
}

/** Collections, where their items moved, and what addresses paid each other. */
async function askItems(reader: AccountLedger, addresses: readonly string[]) {
  const collections = await reader.collections(100);
  const ids = [0n, 1n, 2n, 7n, 255n, 256n, LARGEST_AMOUNT];
  return {
    collections,
    largest: await reader.collections(1),
    byItem: await Promise.all(
      collections.flatMap(({ contract }) => ids.map((id) => reader.itemPositions(contract, id, 50))),
    ),
    byContract: await Promise.all(addresses.map((address) => reader.contractPositions(address, { limit: 100 }))),
    second: await reader.contractPositions(addresses.at(-1) ?? '', { after: 100 * 2 ** 20, limit: 2 }),
    among: await reader.transfersAmong(addresses, ['', ...RANDOM_CONTRACTS], 1_000),
    coin: await reader.transfersAmong(addresses.slice(0, 3), [''], 1_000),
  };
}

/** Everything a reader says about a random ledger, as plain data: two readers of the same facts say the same. */
export async function askEverything(reader: AccountLedger, heights: readonly number[]) {
  const addresses = [...Array.from({ length: 8 }, (_, i) => randomAddress(i)), ...RANDOM_CONTRACTS];
  const positions = (await Promise.all(heights.map((height) => reader.blockPositions(height)))).flat();
  const places = [...positions, ...heights.map((height) => toPosition(height, 2 ** 20 - 1)), 5];
  const transactions = await reader.transactions(places);
  const hashes = transactions.flatMap((transaction) => transaction?.hash ?? []);
  const byAddress = [];
  for (const [i, address] of addresses.entries()) byAddress.push(await askAddress(reader, address, i, positions));
  return {
    tip: reader.tip(),
    count: reader.transactionCount(),
    ranges: reader.heightRanges(),
    blocks: reader.blocksBefore(undefined, 1000),
    some: reader.blocksBefore(105, 2),
    byHash: reader.blocksBefore(undefined, 3).map(({ hash }) => reader.blockByHash(hash)),
    positions,
    transactions,
    hashesAt: await reader.hashes(places),
    moves: [...(await reader.movesOf(places, 100))].sort(([a], [b]) => a - b),
    first: [...(await reader.movesOf(places, 2))].sort(([a], [b]) => a - b),
    logs: [...(await reader.logsOf(places))].sort(([a], [b]) => a - b),
    places: [...(await reader.positionsOf([...hashes, 'ab'.repeat(32)]))].sort(([, a], [, b]) => a - b),
    hashes: await reader.hashesByPrefix((hashes[0] ?? '00').slice(0, 1), 100),
    exact: await reader.hashesByPrefix((hashes[0] ?? '00').slice(0, 20), 100),
    prefixes: await reader.addressesByPrefix(randomAddress(1).slice(0, 2), 100),
    lookAlikes: await reader.addressesByPrefix(randomAddress(1).slice(0, 16), 100),
    whole: await reader.addressesByPrefix(randomAddress(2), 100),
    totals: [...(await reader.totals(addresses))].sort(([a], [b]) => (a < b ? -1 : 1)),
    funders: [...(await reader.firstFunders(addresses))].sort(([a], [b]) => (a < b ? -1 : 1)),
    items: await askItems(reader, addresses),
    byAddress,
    spans: await askSpans(reader, addresses, positions),
  };
}
