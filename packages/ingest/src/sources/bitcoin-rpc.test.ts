import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { afterEach, expect, test } from 'vitest';
import { type BitcoinRpcOptions, openBitcoinRpc } from './bitcoin-rpc.ts';

const GENESIS = '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9';
const EXPECT = {
  chainId: 'ltc-regtest',
  name: 'Litecoin regtest',
  rpcChainName: 'regtest',
  genesisHash: GENESIS,
} as const;

interface Call {
  id: number;
  method: string;
  params: unknown[];
}
type Reply = { result: unknown } | { error: { code: number; message: string } };
type Handler = (calls: Call[], response: ServerResponse, request: IncomingMessage) => void;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

function makeRaw(height: number): Buffer {
  const raw = Buffer.alloc(200, height + 1);
  raw.writeUInt32LE(height, 0);
  return raw;
}

function hashOf(raw: Buffer): string {
  const once = createHash('sha256').update(raw.subarray(0, 80)).digest();
  return createHash('sha256').update(once).digest().reverse().toString('hex');
}

const CHAIN = Array.from({ length: 60 }, (_, height) => makeRaw(height));
const HASHES = CHAIN.map((raw, height) => (height === 0 ? GENESIS : hashOf(raw)));
const TXID = 'aa'.repeat(32);

/** An honest node. */
function reply({ method, params }: Call): Reply {
  const [param] = params as [never];
  if (method === 'getblockchaininfo') return { result: { chain: 'regtest', blocks: 59, bestblockhash: HASHES[59] } };
  if (method === 'getblockhash') {
    const hash = HASHES[param];
    return hash ? { result: hash } : { error: { code: -8, message: 'Block height out of range' } };
  }
  if (method === 'getblock') return { result: CHAIN[HASHES.indexOf(param)]!.toString('hex') };
  if (method === 'getrawmempool') return { result: [TXID, 'bb'.repeat(32), 'cc'.repeat(32)] };
  if (method !== 'getrawtransaction') return { error: { code: -32601, message: 'Method not found' } };
  return param === TXID ? { error: { code: -5, message: 'No such transaction' } } : { result: String(param) };
}

function send(response: ServerResponse, calls: Call[], change: (call: Call) => Reply = reply): void {
  // In reverse: answers may come in any order.
  response.end(JSON.stringify([...calls].reverse().map((call) => ({ id: call.id, error: null, ...change(call) }))));
}

/** Each request takes the next handler; the last one stays. */
async function openFake(handlers: Handler[], options: Partial<BitcoinRpcOptions> = {}) {
  let count = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const handler = handlers[Math.min(count++, handlers.length - 1)]!;
      handler(JSON.parse(Buffer.concat(parts).toString()) as Call[], response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = openBitcoinRpc({ url, expectChain: EXPECT, attempts: 3, pauseMs: 1, timeoutMs: 60_000, ...options });
  cleanUps.push(
    () => source.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { source, url, count: () => count };
}

const honest: Handler = (calls, response) => send(response, calls);
const status =
  (code: number, body = ''): Handler =>
  (_calls, response) => {
    response.writeHead(code, { location: 'http://127.0.0.1:1/' }).end(body);
  };

async function expectFailure(action: Promise<unknown>, kind: ErrorKind, text: string): Promise<void> {
  const error = await action.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).message).toContain(text);
  expect((error as AppError).kind).toBe(kind);
}

async function readHeights(source: ReturnType<typeof openBitcoinRpc>, from: number, to: number, batchBytes = 1000) {
  const heights: number[] = [];
  for await (const batch of source.blocks({ from, to, batchBytes })) {
    for (const block of batch) {
      expect(Buffer.from(block.raw).equals(CHAIN[block.height]!)).toBe(true);
      heights.push(block.height);
    }
  }
  return heights;
}

test('an honest node: head, hashes, blocks in order and in batches, mempool', async () => {
  const { source, url } = await openFake([honest], { user: 'name', password: 'secret word' });
  expect(source.description).toBe(`node ${url}`);
  expect(await source.head()).toEqual({ height: 59, hash: HASHES[59] });
  expect(await source.hashAt(5)).toBe(HASHES[5]);
  expect(await source.hashAt(60)).toBeUndefined();
  expect(await readHeights(source, 1, 59)).toEqual(Array.from({ length: 59 }, (_, i) => i + 1));
  const mempool = await source.mempool(new Set(['cc'.repeat(32)]));
  expect(mempool.txids).toHaveLength(3);
  expect([...mempool.raw.keys()]).toEqual(['bb'.repeat(32)]);
  expect(mempool.notFetched).toBe(0);
});

test('a mempool above the limit is fetched in part, and says so', async () => {
  const txids = Array.from({ length: 20_005 }, (_, i) => i.toString(16).padStart(64, '0'));
  const { source } = await openFake([
    (calls, response) =>
      send(response, calls, (call) => (call.method === 'getrawmempool' ? { result: txids } : reply(call))),
  ]);
  const mempool = await source.mempool(new Set());
  expect([mempool.txids.length, mempool.raw.size, mempool.notFetched]).toEqual([20_005, 20_000, 5]);
});

test('what passes is tried again: busy, starting, broken off, garbage, wrong ids', async () => {
  const starting = JSON.stringify({ result: null, error: { code: -28, message: 'Loading block index…' }, id: null });
  const passing: Record<string, Handler> = {
    busy: status(503, 'Work queue depth exceeded'),
    starting: status(500, starting),
    'bad gateway': status(502),
    'broken off': (_calls, response) =>
      response.writeHead(200, { 'content-length': 99 }).write('[', () => response.destroy()),
    garbage: status(200, '<html>'),
    'no JSON-RPC': status(200, '{"hello":1}'),
    'wrong id': (calls, response) =>
      send(
        response,
        calls.map((call) => ({ ...call, id: call.id + 1 })),
      ),
    'too few': (calls, response) => send(response, calls.slice(1)),
    twice: (calls, response) => send(response, [calls[0]!, calls[0]!]),
    'text for a hash': (calls, response) =>
      send(response, calls, () => ({ error: { code: -28, message: 'Rewinding' } })),
  };
  for (const [name, handler] of Object.entries(passing)) {
    const { source, count } = await openFake([handler, honest]);
    expect(await source.head(), name).toEqual({ height: 59, hash: HASHES[59] });
    expect(count(), name).toBe(2);
  }
  const { source, count } = await openFake([passing.starting!]);
  await expectFailure(source.head(), 'unavailable', 'Loading block index');
  expect(count()).toBe(3);
});

test('answers of a wrong shape never pass', async () => {
  const shapes: [string, unknown][] = [
    ['getblockhash', 'xyz'],
    ['getblockhash', null],
    ['getblockchaininfo', null],
    ['getblock', 'ab'.repeat(100).replace('ab', 'zz')],
    ['getblock', 'ab'.repeat(10)],
    ['getblock', 7],
    ['getrawmempool', { a: 1 }],
  ];
  for (const [method, result] of shapes) {
    const { source } = await openFake([
      (calls, response) => send(response, calls, (call) => (call.method === method ? { result } : reply(call))),
    ]);
    const use = async () => [await source.head(), await source.mempool(new Set()), await readHeights(source, 1, 2)];
    await expectFailure(use(), 'unavailable', 'where');
  }
});

test('a node that hangs or drips is given up in time', async () => {
  const drip: Handler = (_calls, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  for (const handler of [() => undefined, drip]) {
    const { source } = await openFake([handler], { timeoutMs: 120, attempts: 2 });
    await expectFailure(source.head(), 'unavailable', 'has not answered in full within 0.1 seconds');
  }
});

test('nothing listening is unavailable and says so', async () => {
  const { source, url } = await openFake([honest]);
  await source.close();
  const gone = openBitcoinRpc({ url: 'http://127.0.0.1:1', expectChain: EXPECT, attempts: 2, pauseMs: 1 });
  await expectFailure(gone.head(), 'unavailable', 'nothing listens there');
  expect(url).toContain('127.0.0.1');
});

test('an answer above the limit is requested in halves, and refused when one call is too large', async () => {
  const { source } = await openFake([honest], { maxResponseBytes: 2000 });
  expect(await readHeights(source, 1, 59, 1e6)).toHaveLength(59);
  const flood: Handler = (_calls, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(1000, 32)), 1);
    response.on('close', () => clearInterval(timer));
  };
  const flooded = await openFake([flood], { maxResponseBytes: 2000 });
  await expectFailure(flooded.source.hashAt(1), 'inconsistent', 'more than 2000 bytes');
});

test('redirects, refusals and other servers are not tried again', async () => {
  for (const [code, text] of [
    [302, 'Redirects are not followed'],
    [401, 'refuses us (HTTP 401)'],
    [403, 'rpcallowip'],
    [405, 'not a node'],
  ] as const) {
    const { source, count } = await openFake([status(code)], { user: 'u', password: 'p' });
    await expectFailure(source.head(), 'invalid', text);
    expect(count()).toBe(1);
  }
});

test('a cookie that changed with a restart is read again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cookie-'));
  cleanUps.push(() => rm(directory, { recursive: true }));
  const cookieFile = join(directory, '.cookie');
  let valid = '__cookie__:first';
  const handler: Handler = (calls, response, request) => {
    const isValid = request.headers.authorization === `Basic ${Buffer.from(valid).toString('base64')}`;
    if (isValid) send(response, calls);
    else response.writeHead(401).end();
  };
  const { source, count } = await openFake([handler], { cookieFile });
  await expectFailure(source.head(), 'unavailable', 'exists only while the node runs');
  await writeFile(cookieFile, `${valid}\n`);
  await source.head();
  valid = '__cookie__:second';
  await writeFile(cookieFile, valid);
  const before = count();
  expect(await Promise.all([source.head(), source.hashAt(3), source.hashAt(4)])).toHaveLength(3);
  expect(count() - before).toBeGreaterThan(3);
  valid = '__cookie__:third';
  await expectFailure(source.head(), 'invalid', 'HTTP 401');
});

test('addresses and credentials that cannot be are refused without repeating them', () => {
  const open = (more: Partial<BitcoinRpcOptions>) =>
    openBitcoinRpc({ url: 'http://h:1', expectChain: EXPECT, ...more });
  expect(() => open({ url: 'http://name:hidden@127.0.0.1:8332' })).toThrow(/^(?!.*hidden).*--rpc-user/);
  expect(() => open({ url: 'http://name:hid den@:x' })).toThrow(/^(?!.*hid den).*--rpc-user/);
  expect(() => open({ url: 'file:///etc/passwd' })).toThrow('must look like');
  expect(() => open({ url: 'http://127.0.0.1:8332/?key=hidden' })).toThrow('query');
  expect(() => open({ user: 'u', cookieFile: 'c' })).toThrow('not both');
});

test('a node of another chain is named with the chain it serves', async () => {
  const litecoin = await openFake([honest], {
    expectChain: { ...EXPECT, chainId: 'ltc', name: 'Litecoin', rpcChainName: 'main', genesisHash: '12'.repeat(32) },
  });
  await expectFailure(
    litecoin.source.head(),
    'inconsistent',
    'serves Litecoin regtest; you asked for Litecoin (ltc): use ltc-regtest',
  );
  const unknown = await openFake([
    (calls, response) =>
      send(response, calls, (call) => (call.method === 'getblockhash' ? { result: 'cd'.repeat(32) } : reply(call))),
  ]);
  await expectFailure(
    unknown.source.head(),
    'inconsistent',
    `serves "regtest", whose first block is ${'cd'.repeat(32)}`,
  );
});

test('a block that is not the requested one stops the ingest', async () => {
  const { source } = await openFake([
    (calls, response) =>
      send(response, calls, (call) =>
        call.method === 'getblock' && call.params[0] === HASHES[9]
          ? { result: CHAIN[8]!.toString('hex') }
          : reply(call),
      ),
  ]);
  await expectFailure(readHeights(source, 1, 20), 'inconsistent', `sent the block ${HASHES[8]} for height 9`);
});

test('a pruned node says from where it has blocks', async () => {
  const { source } = await openFake([
    (calls, response) =>
      send(response, calls, (call) => {
        if (call.method === 'getblock') return { error: { code: -1, message: 'Block not available (pruned data)' } };
        return call.method === 'getblockchaininfo' ? { result: { pruned: true, pruneheight: 44 } } : reply(call);
      }),
  ]);
  await expectFailure(readHeights(source, 3, 5), 'unavailable', 'pruneheight 44; height 3 is needed');
});

test('an abort ends requests under way', async () => {
  const { source } = await openFake([() => undefined], { timeoutMs: 60_000 });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  await expect(source.head(stop.signal)).rejects.toThrow('abort');
});
