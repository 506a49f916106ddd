import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPositions, buildModel, ingest, lookupDirectory, type OpenLedger, openLedger } from './ledger-harness.ts';

const chain = new RandomChain({ seed: 80, scripts: 11 }).extend(90);
const model = buildModel(chain.blocks);
const SLOT = 16;
let ledger: OpenLedger;

beforeAll(async () => {
  ledger = await openLedger();
  await ingest(ledger, new MemorySource(chain.blocks));
});

afterAll(() => ledger.close());

function file(name: 'records.dat' | 'heights.dat'): string {
  return join(lookupDirectory(ledger.directory), name);
}

async function expectAllRecords(): Promise<void> {
  const positions = await allPositions(model);
  const records = await ledger.store.reader.records(positions);
  expect(records.map((record) => (record?.isCoinbase ? { ...record, inputs: [] } : record))).toEqual(
    await model.records(positions),
  );
  for (const height of [0, 1, 45, 90]) {
    expect(await ledger.store.reader.blockPositions(height)).toEqual(await model.blockPositions(height));
  }
  const coinbases = positions.filter((position) => position % 2 ** 20 === 0);
  const own = (await ledger.store.reader.records(coinbases)).map((record) => record?.inputs.length);
  expect(own).toEqual(coinbases.map(() => 1));
}

/** Damages the files of the closed store, opens it again and expects everything to be there. */
async function expectRepair(damage: () => void): Promise<void> {
  await ledger.reopen().then(async (open) => {
    ledger = open;
    damage();
    // The damage was done behind the back of the open store; this restart is the one that finds it.
    ledger = await ledger.reopen();
  });
  await expectAllRecords();
}

test('txids and records are the same in the order of the chain, against it, scattered, and next to places that are not indexed', async () => {
  const positions = await allPositions(model);
  const holed = positions.flatMap((position, i) =>
    i % 3 === 0 ? [position, position + 2 ** 19, 2 ** 50] : [position],
  );
  const scattered = positions.map((_, i) => positions[(i * 7919) % positions.length] ?? 0);
  for (const asked of [positions, positions.toReversed(), holed, scattered]) {
    const expected = (await model.records(asked)).map((record) => record?.txid);
    expect(await ledger.store.reader.txids(asked)).toEqual(expected);
    const records = await ledger.store.reader.records(asked);
    expect(records.map((record) => record?.txid)).toEqual(expected);
    expect(records.map((record) => record?.position)).toEqual(
      asked.map((position, i) => (expected[i] === undefined ? undefined : position)),
    );
  }
});

test('deleted records are made again from the facts', async () => {
  const size = statSync(file('records.dat')).size;
  await expectRepair(() => rmSync(file('records.dat')));
  expect(statSync(file('records.dat')).size).toBe(size);
});

test('deleted slots are made again from the facts', async () => {
  const size = statSync(file('records.dat')).size;
  await expectRepair(() => rmSync(file('heights.dat')));
  expect(statSync(file('records.dat')).size).toBe(size);
});

test('both files deleted are made again from the facts', async () => {
  await expectRepair(() => {
    rmSync(file('records.dat'));
    rmSync(file('heights.dat'));
  });
});

test('truncated records are completed', async () => {
  await expectRepair(() => truncateSync(file('records.dat'), Math.floor(statSync(file('records.dat')).size / 3)));
});

test('slots cut in the middle are completed', async () => {
  await expectRepair(() => truncateSync(file('heights.dat'), 40 * SLOT + 5));
});

test.each([
  ['offset', 0],
  ['high half of the offset', 4],
  ['length', 8],
  ['check', 12],
])('a slot with a damaged %s is found and made again', async (_, at) => {
  await expectRepair(() => {
    const slots = readFileSync(file('heights.dat'));
    slots[30 * SLOT + at] = (slots[30 * SLOT + at] ?? 0) ^ 0x11;
    slots.fill(0, 50 * SLOT, 51 * SLOT);
    writeFileSync(file('heights.dat'), slots);
  });
});

test('a slot that points at the region of another block is found and made again', async () => {
  await expectRepair(() => {
    const slots = readFileSync(file('heights.dat'));
    slots.copy(slots, 20 * SLOT, 21 * SLOT, 22 * SLOT);
    writeFileSync(file('heights.dat'), slots);
  });
});

test('a tail that was never committed is cut off at the next start', async () => {
  ledger = await ledger.reopen();
  const size = statSync(file('records.dat')).size;
  appendFileSync(file('records.dat'), Buffer.alloc(50_000, 7));
  ledger = await ledger.reopen();
  expect(statSync(file('records.dat')).size).toBe(size);
  await expectAllRecords();
});

test('records that are damaged inside are refused, never shown', async () => {
  ledger = await ledger.reopen();
  const records = readFileSync(file('records.dat'));
  const whole = Buffer.from(records);
  records.fill(0xff, 4 + 8 + 40, 4 + 8 + 60);
  writeFileSync(file('records.dat'), records);
  await expect(ledger.store.reader.records([0])).rejects.toMatchObject({ kind: 'inconsistent' });
  writeFileSync(file('records.dat'), whole);
  await expectAllRecords();
});
