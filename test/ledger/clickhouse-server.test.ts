import { rmSync } from 'node:fs';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { openServerFacts } from '@trailmark/store/facts/client';
import { type ClickHouseFront, startClickHouseFront } from '@trailmark/store/testing/clickhouse-front';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSameAnswers } from './compare-readers.ts';
import {
  buildModel,
  createEngine,
  dumpTables,
  ingest,
  type OpenLedger,
  openLedger,
  temporaryDirectory,
} from './ledger-harness.ts';

const DATABASE = 'agency_seven';
const chain = new RandomChain({ seed: 95, scripts: 5 }).extend(20);
const directory = temporaryDirectory();
let front: ClickHouseFront;

beforeAll(async () => {
  front = await startClickHouseFront({ directory });
});

afterAll(async () => {
  await front.kill();
  rmSync(directory, { recursive: true, force: true });
});

function open(database: string): Promise<OpenLedger> {
  const { url, username, password } = front;
  return openLedger({ server: { url, username, password, database } });
}

test('over the HTTP interface the store answers everything as the model does', async () => {
  const ledger = await open(DATABASE);
  try {
    await ingest(ledger, new MemorySource(chain.blocks), {
      limits: { transactions: 1e6, bytes: 1e9, blocks: 9, groupTransactions: 1 },
    });
    await expectSameAnswers(ledger.store.reader, buildModel(chain.blocks));
  } finally {
    await ledger.close();
  }
});

test('the tables on a server are those of the embedded engine', async () => {
  const embedded = await openLedger();
  await ingest(embedded, new MemorySource(chain.blocks));
  const expected = await dumpTables(embedded.facts);
  await embedded.close();
  const ledger = await open(DATABASE);
  expect(await dumpTables(ledger.facts, `${DATABASE}_btc_regtest`)).toEqual(expected);
  // Nothing local was there: the lookup files for the server's facts were made again.
  await expectSameAnswersOfRecords(ledger);
  await ledger.close();
});

async function expectSameAnswersOfRecords(ledger: OpenLedger): Promise<void> {
  const model = buildModel(chain.blocks);
  for (const height of [0, 13, 20]) {
    const positions = await ledger.store.reader.blockPositions(height);
    expect(positions).toEqual(await model.blockPositions(height));
    const [own, expected] = [await ledger.store.reader.records(positions), await model.records(positions)];
    expect(own.map((record) => record?.txid)).toEqual(expected.map((record) => record?.txid));
  }
}

test('a reorganisation on a server keeps the lost blocks as orphans only', async () => {
  const fork = chain.fork(12, 96).extend(10);
  const ledger = await open('agency_eight');
  const source = new MemorySource(chain.blocks);
  const engine = createEngine(ledger, source);
  await engine.catchUp();
  source.chain = fork.blocks;
  expect(await engine.catchUp()).toBe(10);
  // The same blocks come back: a server that drops repeated inserts would lose them.
  source.chain = chain.fork(20, 97).extend(4).blocks;
  expect(await engine.catchUp()).toBe(12);
  expect(ledger.store.reader.tip()?.height).toBe(24);
  const rows = await ledger.facts.query('SELECT count() FROM agency_eight_btc_regtest.orphans');
  expect(rows).toEqual([['18']]);
  engine.close();
  await ledger.close();
});

test('searches for twenty thousand txids fit into what a server takes', async () => {
  const ledger = await open(DATABASE);
  const wanted = buildModel(chain.blocks);
  const [first = ''] = await wanted.blockTxids(18);
  const strangers = Array.from({ length: 20_000 }, (_, i) =>
    (i * 7919 + 1).toString(16).padStart(16, 'e').padEnd(64, '0'),
  );
  const found = await ledger.store.reader.positionsOf([...strangers, first]);
  expect(found).toEqual(await wanted.positionsOf([first]));
  await ledger.close();
});

test('parameters are bound on a server, whatever they hold', async () => {
  const facts = openServerFacts(front);
  const odd = "it's\n\t\\ a {x:String} -- \u0000é🙂; DROP TABLE t";
  expect(await facts.query('SELECT {value:String}, length({value:String})', { parameters: { value: odd } })).toEqual([
    [odd, String(Buffer.byteLength(odd))],
  ]);
  await facts.close();
});

test('a wrong password, a dead server and limits say unavailable', async () => {
  const stranger = openServerFacts({ ...front, password: 'guess' });
  await expect(stranger.query('SELECT 1')).rejects.toMatchObject({ kind: 'unavailable' });
  await stranger.close();
  const nobody = openServerFacts({ url: 'http://127.0.0.1:9' });
  await expect(nobody.query('SELECT 1')).rejects.toMatchObject({ kind: 'unavailable' });
  await nobody.close();
  const facts = openServerFacts(front);
  await expect(facts.query('SELECT sleep(3) FROM numbers(9)', { seconds: 1 })).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('time limit'),
  });
  await expect(facts.query('DROP DATABASE agency_seven_btc_regtest')).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(facts.query("SELECT * FROM file('/etc/passwd', 'LineAsString')")).rejects.toMatchObject({
    kind: 'unavailable',
  });
  const controller = new AbortController();
  const slow = facts.query('SELECT sleep(3) FROM numbers(3)', { signal: controller.signal });
  setTimeout(() => controller.abort(), 100);
  await expect(slow).rejects.toMatchObject({ kind: 'unavailable', message: 'The request was cancelled.' });
  await facts.close();
});

test('a user who may not set readonly can read', async () => {
  const other = temporaryDirectory();
  const pinned = await startClickHouseFront({ directory: other, pinsReadonly: true });
  const facts = openServerFacts(pinned);
  expect(await facts.query('SELECT 1')).toEqual([[1]]);
  expect(await facts.query('SELECT {n:UInt8}', { parameters: { n: 2 } })).toEqual([[2]]);
  await facts.close();
  await pinned.kill();
  rmSync(other, { recursive: true, force: true });
});

test('an ingest continues automatically after the server was killed and came back', async () => {
  const other = temporaryDirectory();
  let server = await startClickHouseFront({ directory: other });
  const port = Number(new URL(server.url).port);
  const { url, username, password } = server;
  let commits = 0;
  const ledger = await openLedger({
    server: { url, username, password },
    onWriteStep: async (step) => {
      if (step === 'rows' && ++commits === 5) await server.kill();
    },
  });
  const limits = { transactions: 1e6, bytes: 1e9, blocks: 6, groupTransactions: 1 };
  const engine = createEngine(ledger, new MemorySource(chain.blocks), { limits });
  await expect(engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable' });
  server = await startClickHouseFront({ directory: other, port });
  await engine.catchUp();
  expect(ledger.store.reader.tip()?.hash).toBe(chain.tip.hash);
  const whole = await dumpTables(ledger.facts);
  expect(whole.blocks?.length).toBe(21);
  expect(whole.transactions?.length).toBe(ledger.store.reader.transactionCount());
  expect(new Set(whole.entries).size).toBe(whole.entries?.length);
  engine.close();
  await ledger.close();
  await server.kill();
  rmSync(other, { recursive: true, force: true });
});
