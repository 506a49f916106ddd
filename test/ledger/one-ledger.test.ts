import { type AddressKey, coinOf, type LedgerReader, type Transfer, type TransferFilter } from '@trailmark/core/ledger';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { randomAccountBlocks, randomAddress } from '@trailmark/store/testing/random-account-blocks';
import { readAccountsAsTransfers } from '@trailmark/store/transfers/account-transfers';
import { readOutputsAsTransfers } from '@trailmark/store/transfers/output-transfers';
import { describe, expect, test } from 'vitest';
import { allPositions, allRecords, buildModel, listOwners } from './ledger-harness.ts';

// What a tool may rely on, whatever the family: the same laws over random ledgers of both.

const ALL = 1_000_000;
const OLDEST = { order: 'oldest' } as const;

interface World {
  readonly reader: LedgerReader;
  readonly addresses: readonly AddressKey[];
}

async function outputWorld(seed: number): Promise<World> {
  const model = buildModel(new RandomChain({ seed, scripts: 7 }).extend(24).blocks);
  return {
    reader: readOutputsAsTransfers('btc-regtest', model),
    addresses: (await listOwners(model)).map(ownerId),
  };
}

async function accountWorld(seed: number): Promise<World> {
  const blocks = randomAccountBlocks({ seed, blocks: 12, addresses: 8 });
  return {
    reader: readAccountsAsTransfers('eth', createArrayAccountReader(blocks)),
    addresses: Array.from({ length: 8 }, (_, index) => randomAddress(index)),
  };
}

async function readAll(reader: LedgerReader, address: AddressKey, filter: TransferFilter): Promise<Transfer[]> {
  return reader.transfers(address, filter, { limit: ALL });
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

describe.each([
  ['outputs', outputWorld],
  ['accounts', accountWorld],
])('a ledger of %s read as transfers', (_, open) => {
  test.each([1, 2, 3])('gives the same transfers by pages of any size, in both orders (seed %i)', async (seed) => {
    const { reader, addresses } = await open(seed);
    let seen = 0;
    for (const address of addresses) {
      for (const order of ['newest', 'oldest'] as const) {
        const whole = await readAll(reader, address, { order });
        seen += whole.length;
        for (const limit of [1, 3, 7]) {
          const paged: Transfer[] = [];
          for (;;) {
            const page = await reader.transfers(address, { order }, { after: paged.at(-1), limit });
            paged.push(...page);
            if (page.length < limit) break;
          }
          expect(paged).toEqual(whole);
        }
      }
      const [newest, oldest] = [
        await readAll(reader, address, { order: 'newest' }),
        await readAll(reader, address, OLDEST),
      ];
      expect(newest.toReversed()).toEqual(oldest);
    }
    expect(seen).toBeGreaterThan(50);
  });

  test('names who takes part: every transfer of an address pays it or is paid by it, as its direction says', async () => {
    const { reader, addresses } = await open(4);
    for (const address of addresses) {
      for (const { from, to, amount, chain } of await readAll(reader, address, OLDEST)) {
        expect(from.includes(address) || to === address).toBe(true);
        expect(amount >= 0n).toBe(true);
        expect(chain).toBe(reader.chain);
      }
      for (const direction of ['in', 'out', 'self'] as const) {
        for (const { from, to } of await readAll(reader, address, { ...OLDEST, direction })) {
          expect([from.includes(address), to === address]).toEqual([direction !== 'in', direction !== 'out']);
        }
      }
    }
  });

  test('adds up: the changes of a history are the sums of an address', async () => {
    const { reader, addresses } = await open(5);
    for (const address of addresses) {
      const history = await reader.history(address, OLDEST, { limit: ALL });
      expect(history.some(({ isCut }) => isCut)).toBe(false);
      const { items, total } = await reader.balances(address, { offset: 0, limit: ALL });
      expect(items.length).toBe(total);
      for (const { asset, received, sent, firstPosition, lastPosition } of items) {
        const changes = history.flatMap((entry) => entry.changes.filter((change) => change.asset === asset));
        const stated = (await readAll(reader, address, { ...OLDEST, asset })).filter(({ basis }) => basis === 'stated');
        if (stated.length > 0) continue;
        expect(sum(changes.map((change) => change.received))).toBe(received);
        expect(sum(changes.map((change) => change.sent))).toBe(sent);
        const places = history.filter((entry) => entry.changes.some((change) => change.asset === asset));
        expect(places[0]?.position).toBe(firstPosition);
        expect(places.at(-1)?.position).toBe(lastPosition);
      }
      const coin = items.find(({ asset }) => asset === coinOf(reader.chain));
      expect((await reader.coinBalances([address])).get(address)).toEqual(coin);
    }
  });

  test('gives whole transactions as it gives the transfers of their addresses', async () => {
    const { reader, addresses } = await open(6);
    for (const address of addresses) {
      const own = await readAll(reader, address, OLDEST);
      const positions = [...new Set(own.map(({ position }) => position))];
      const whole = await reader.transfersAt(positions, ALL);
      for (const transfer of own) expect(whole.get(transfer.position)).toContainEqual(transfer);
      const cut = await reader.transfersAt(positions, 1);
      for (const position of positions) expect(cut.get(position)).toEqual(whole.get(position)?.slice(0, 1));
    }
    expect(await reader.transfersAt([2 ** 20 * 900_000], ALL)).toEqual(new Map());
  });

  test('links two addresses by exactly the transfers between them, newest first, by pages of any size', async () => {
    const { reader, addresses } = await open(7);
    let seen = 0;
    for (const [index, a] of addresses.entries()) {
      const b = addresses[(index + 1) % addresses.length] as AddressKey;
      const all = await readAll(reader, a, { order: 'newest' });
      const expected = all.filter(({ from, to }) => (from.includes(a) && to === b) || (from.includes(b) && to === a));
      const paged: Transfer[] = [];
      for (;;) {
        const page = await reader.links(a, b, { before: paged.at(-1), limit: 2 });
        paged.push(...page);
        if (page.length < 2) break;
      }
      expect(paged).toEqual(expected);
      seen += paged.length;
    }
    expect(seen).toBeGreaterThan(3);
  });

  test('keeps to heights, times and kinds', async () => {
    const { reader, addresses } = await open(8);
    const middle = Math.floor((reader.tip()?.height ?? 0) / 2);
    for (const address of addresses) {
      const all = await readAll(reader, address, OLDEST);
      const late = all.filter(({ position }) => positionHeight(position) > middle);
      expect(await readAll(reader, address, { ...OLDEST, fromHeight: middle + 1 })).toEqual(late);
      expect(await readAll(reader, address, { ...OLDEST, kinds: ['native'] })).toEqual(
        all.filter(({ kind }) => kind === 'native'),
      );
      const time = reader.block(middle)?.time ?? 0;
      expect(await readAll(reader, address, { ...OLDEST, toTime: time })).toEqual(
        all.filter(({ position }) => (reader.block(positionHeight(position))?.time ?? 0) <= time),
      );
    }
  });

  test('knows no asset of another chain, and refuses what is no address', async () => {
    const { reader, addresses } = await open(9);
    const [address] = addresses as [AddressKey];
    expect(await readAll(reader, address, { ...OLDEST, asset: 'doge' })).toEqual([]);
    expect(await reader.history(address, { ...OLDEST, asset: 'doge' }, { limit: 5 })).toEqual([]);
    const page = { asset: 'doge', sort: 'sent', offset: 0, limit: 5 } as const;
    expect(await reader.counterparties(address, page)).toEqual({ items: [], total: 0 });
    for (const wrong of ['', 'zz', 'AB'.repeat(20), 'ff'.repeat(21)]) {
      await expect(reader.history(wrong, OLDEST, { limit: 1 })).rejects.toMatchObject({ kind: 'invalid' });
    }
  });

  test('counts activity as the history does', async () => {
    const { reader, addresses } = await open(10);
    const asset = coinOf(reader.chain);
    for (const address of addresses) {
      const { points, weekdayHours } = await reader.activity(address, asset, 86_400);
      const coin = (await reader.coinBalances([address])).get(address);
      expect(sum(points.map(({ received }) => received))).toBe(coin?.received ?? 0n);
      expect(sum(points.map(({ sent }) => sent))).toBe(coin?.sent ?? 0n);
      expect(weekdayHours.flat().reduce((total, count) => total + count, 0)).toBe(
        points.reduce((total, { count }) => total + count, 0),
      );
    }
  });
});

test('the transfers of a transaction of outputs are its inputs to the last unit, the fee included', async () => {
  const model = buildModel(new RandomChain({ seed: 11, scripts: 9 }).extend(24).blocks);
  const reader = readOutputsAsTransfers('btc-regtest', model);
  const records = await allRecords(model);
  const transfers = await reader.transfersAt(await allPositions(model), ALL);
  const isKnown = ({ inputs, isCoinbase }: TransactionRecord): boolean =>
    !isCoinbase && inputs.every(({ value }) => value !== undefined);
  const known = records.filter(isKnown);
  expect(known.length).toBeGreaterThan(20);
  for (const { position, inputs } of known) {
    const paid = transfers.get(position) ?? [];
    expect(sum(paid.map(({ amount }) => amount))).toBe(sum(inputs.map(({ value }) => value ?? 0n)));
    expect(paid.filter(({ kind }) => kind === 'fee').length).toBeLessThan(2);
    expect(new Set(paid.map(({ slot }) => slot)).size).toBe(paid.length);
  }
});
