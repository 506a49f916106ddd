import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SampleBlock, sampleBlock, sampleTransaction } from '@trailmark/chains/testing/tron-answers';
import { tron } from '@trailmark/chains/tron';
import { type AccountBlock, BLOCK_HOLDS_FEES, BLOCK_HOLDS_INTERNALS } from '@trailmark/core/account-block';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { afterEach, expect, test } from 'vitest';
import { openTronHttp, type TronHttpOptions, type TronHttpSource } from './tron-http.ts';

interface Call {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}
type Handler = (call: Call, response: ServerResponse) => void;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const hex = (digit: string): string => `41${digit.repeat(40)}`;
const ascii = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const LAST = 79;

/** Every fifth block is empty, the others send coins, and one sends a token by its old name. */
function makeChain(): SampleBlock[] {
  const genesis = { ...sampleBlock({ height: 0, parentHash: '0'.repeat(64), time: 0 }), blockID: tron.genesisHash };
  const chain = [genesis];
  for (let height = 1; height <= LAST; height++) {
    const value = { owner_address: hex('1'), to_address: hex('2'), amount: height };
    const contract =
      height === 7
        ? { type: 'TransferAssetContract', value: { ...value, asset_name: ascii('SEED') } }
        : { type: 'TransferContract', value };
    const calls = height < 60 ? [contract] : [{ type: 'TriggerSmartContract', value: callValue(height) }];
    const transactions = height % 5 === 0 ? [] : calls.map((call) => sampleTransaction(call, height));
    chain.push(
      sampleBlock({ height, parentHash: chain[height - 1]!.blockID, time: 1_700_000_000 + height, transactions }),
    );
  }
  return chain;
}
const callValue = (height: number) => ({ owner_address: hex('1'), contract_address: hex('c'), call_value: height });
const CHAIN = makeChain();

function infosOf(height: number): unknown {
  const transactions = CHAIN[height]?.transactions;
  if (!transactions) return {};
  const inner = {
    caller_address: hex('c'),
    transferTo_address: hex('3'),
    callValueInfo: [{ callValue: 1 }],
    note: ascii('call'),
  };
  return transactions.map(({ txID }) => ({
    id: txID,
    blockNumber: height,
    fee: 1000,
    receipt: height < 60 ? {} : { result: 'SUCCESS' },
    ...(height === 71 && { internal_transactions: [inner] }),
  }));
}

/** An honest node's answer. */
function answer({ path, body }: Call): unknown {
  const height = Number(body.num);
  if (path === '/wallet/getnowblock') return CHAIN[LAST];
  if (path === '/walletsolidity/getnowblock') return CHAIN[LAST - 19];
  if (path === '/wallet/getblockbynum') return CHAIN[height] ?? {};
  if (path === '/wallet/gettransactioninfobyblocknum') return infosOf(height);
  if (path === '/wallet/getassetissuelistbyname') {
    return {
      assetIssue: [
        { id: '1000777', name: body.value },
        { id: '1000123', name: body.value, num: 1, trx_num: 1 },
      ],
    };
  }
  if (path === '/wallet/triggerconstantcontract') return tokenAnswer(body);
  return { Error: `no ${path}` };
}

function tokenAnswer({ contract_address, function_selector }: Call['body']): unknown {
  if (contract_address !== hex('e')) return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: ascii('none') } };
  const text = (words: string): string =>
    '20'.padStart(64, '0') + words.length.toString(16).padStart(64, '0') + ascii(words).padEnd(64, '0');
  const results: Record<string, string> = {
    'symbol()': text('USDT'),
    'name()': text('Tether USD'),
    'decimals()': '6'.padStart(64, '0'),
  };
  return { result: { result: true }, constant_result: [results[String(function_selector)]] };
}

const send = (response: ServerResponse, value: unknown): void => void response.end(JSON.stringify(value));
const honest: Handler = (call, response) => send(response, answer(call));
const status =
  (code: number, text = ''): Handler =>
  (_call, response) =>
    void response.writeHead(code).end(text);
/** Answers one path in another way. */
const except =
  (path: string, change: (call: Call) => unknown): Handler =>
  (call, response) =>
    send(response, call.path === path ? change(call) : answer(call));

/** Each request takes the next handler; the last one stays. */
async function openFake(handlers: Handler[], options: Partial<TronHttpOptions> = {}) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const handler = handlers[Math.min(calls.length, handlers.length - 1)]!;
      const call = { path: request.url ?? '', body: JSON.parse(Buffer.concat(parts).toString()) as Call['body'] };
      calls.push(call);
      handler(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = await openTronHttp({ url, attempts: 3, pauseMs: 1, ...options });
  cleanUps.push(
    () => source.close(),
    () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  );
  return { source, url, calls };
}

async function expectFailure(work: Promise<unknown>, kind: ErrorKind, words: string): Promise<void> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(AppError.is(error, kind), `${kind}, but got ${String(error)}`).toBe(true);
  expect((error as AppError).message).toContain(words);
}

async function read(source: TronHttpSource, from: number, to: number, signal?: AbortSignal): Promise<AccountBlock[]> {
  const blocks: AccountBlock[] = [];
  for await (const batch of source.blocks({ from, to, ...(signal && { signal }) })) blocks.push(...batch);
  return blocks;
}

test('an honest node: head, solid block, hashes, blocks in order, tokens', async () => {
  const { source, url, calls } = await openFake([honest]);
  expect(source.description).toBe(`node ${url}`);
  expect(calls).toHaveLength(0);
  expect(await source.head()).toEqual({ height: LAST, hash: CHAIN[LAST]!.blockID });
  expect(await source.solid()).toEqual({ height: LAST - 19, hash: CHAIN[LAST - 19]!.blockID });
  expect(await source.hashAt(5)).toBe(CHAIN[5]!.blockID);
  expect(await source.hashAt(LAST + 1)).toBeUndefined();
  const blocks = await read(source, 0, LAST);
  expect(blocks.map(({ height }) => height)).toEqual(CHAIN.map((_, height) => height));
  expect(blocks[7]!.transactions[0]!.moves.at(-1)).toMatchObject({ asset: 'trc10:1000123', amount: 7n });
  expect(blocks[8]!.transactions[0]).toMatchObject({ fee: 1000n, value: 8n });
  expect(blocks.every(({ holds }) => (holds & BLOCK_HOLDS_FEES) !== 0)).toBe(true);
  const known = { contract: 'e'.repeat(40), symbol: 'USDT', name: 'Tether USD', decimals: 6, height: undefined };
  const unknown = {
    contract: 'f'.repeat(40),
    symbol: undefined,
    name: undefined,
    decimals: undefined,
    height: undefined,
  };
  expect(await source.tokens?.(['e'.repeat(40), 'f'.repeat(40)])).toEqual([known, unknown]);
});

test('internal transactions are a gap until the node shows that it keeps them', async () => {
  const indexedFrom = async (options: Partial<TronHttpOptions>): Promise<number[]> => {
    const { source } = await openFake([honest], options);
    const blocks = await read(source, 61, LAST);
    return blocks
      .filter(({ holds, transactions }) => transactions.length > 0 && holds & BLOCK_HOLDS_INTERNALS)
      .map(({ height }) => height);
  };
  expect(await indexedFrom({})).toEqual([71, 72, 73, 74, 76, 77, 78, 79]);
  expect(await indexedFrom({ hasInternals: false })).toEqual([71]);
  expect((await indexedFrom({ hasInternals: true }))[0]).toBe(61);
  const { source } = await openFake([honest]);
  const held = async (height: number) => (await read(source, height, height))[0]!.holds & BLOCK_HOLDS_INTERNALS;
  expect([await held(72), await held(71), await held(72), await held(69)].map((bit) => bit !== 0)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('what passes is tried again: too many requests, busy, broken off, garbage, refusals in words', async () => {
  const passing: Record<string, Handler> = {
    'too many requests': status(429),
    busy: status(503),
    'bad gateway': status(502, '<html>'),
    'broken off': (_call, response) =>
      response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
    garbage: status(200, '<html>'),
    nothing: status(200, ''),
    'in words': status(200, '{"Error":"class java.lang.NullPointerException : null"}'),
    'no block': status(200, '{"block":1}'),
  };
  for (const [name, handler] of Object.entries(passing)) {
    const { source, calls } = await openFake([handler, honest]);
    expect(await source.head(), name).toEqual({ height: LAST, hash: CHAIN[LAST]!.blockID });
    expect(calls.length, name).toBe(3);
  }
  const { source, calls } = await openFake([passing['too many requests']!]);
  await expectFailure(source.head(), 'unavailable', 'asks for fewer requests (HTTP 429)');
  expect(calls).toHaveLength(3);
});

test('a node of another chain is not read', async () => {
  const other = sampleBlock({ height: 0, parentHash: '12'.repeat(32), time: 0 });
  const foreign = except('/wallet/getblockbynum', ({ body }) => (body.num === 0 ? other : CHAIN[Number(body.num)]));
  for (const use of [(source: TronHttpSource) => source.head(), (source: TronHttpSource) => read(source, 1, 2)]) {
    const { source } = await openFake([foreign]);
    await expectFailure(use(source), 'inconsistent', `whose first block is ${other.blockID}; you asked for TRON (trx)`);
  }
});

test('lies stop the ingest: another block, a changed one, half a block, half its infos', async () => {
  const at = (height: number, change: (block: SampleBlock) => unknown): Handler =>
    except('/wallet/getblockbynum', ({ body }) =>
      body.num === height ? change(CHAIN[height]!) : CHAIN[Number(body.num)],
    );
  const twice = sampleTransaction(
    { type: 'TransferContract', value: { owner_address: hex('1'), to_address: hex('2'), amount: 1 } },
    99,
  );
  const lies: readonly [Handler, string][] = [
    [at(9, () => CHAIN[8]), 'sent the block 8 for height 9'],
    [at(9, (block) => ({ ...block, transactions: [] })), 'Block 9: it has 0 transactions that do not make the root'],
    [at(9, (block) => ({ ...block, transactions: [...block.transactions!, twice] })), 'do not make the root'],
    [at(9, (block) => ({ ...block, blockID: block.blockID.replace(/.{4}$/, '0000') })), 'its header hashes to'],
    [except('/wallet/gettransactioninfobyblocknum', () => [{ id: 'ab'.repeat(32) }]), 'transaction 0 has no info'],
    [except('/wallet/gettransactioninfobyblocknum', () => [{}, {}]), 'has 1 transactions, and infos for 2'],
  ];
  for (const [handler, words] of lies) {
    const { source } = await openFake([handler]);
    await expectFailure(read(source, 6, 12), 'inconsistent', words);
  }
});

test('a block the node does not give is requested again, then named', async () => {
  let missing = 2;
  const late = except('/wallet/getblockbynum', ({ body }) =>
    body.num === 9 && missing-- > 0 ? {} : CHAIN[Number(body.num)],
  );
  const { source } = await openFake([late]);
  expect(await read(source, 8, 10)).toHaveLength(3);
  const { source: never } = await openFake([honest]);
  await expectFailure(read(never, LAST, LAST + 1), 'unavailable', `does not give the block at height ${LAST + 1}`);
});

test('a node that keeps no infos leaves a gap', async () => {
  const { source } = await openFake([except('/wallet/gettransactioninfobyblocknum', () => [])]);
  const [block] = await read(source, 8, 8);
  expect([block!.transactions[0]!.fee, block!.holds & BLOCK_HOLDS_FEES]).toEqual([undefined, 0]);
});

test('a node that hangs or drips is given up in time', async () => {
  const drip: Handler = (_call, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  for (const handler of [() => undefined, drip]) {
    const { source } = await openFake([handler], { timeoutMs: 120, attempts: 2 });
    await expectFailure(source.head(), 'unavailable', 'has not answered in full within 0.1 seconds');
  }
});

test('an answer above the limit is refused', async () => {
  const { source } = await openFake([status(200, ' '.repeat(5000))], { maxResponseBytes: 2000 });
  await expectFailure(source.head(), 'inconsistent', 'more than 2000 bytes');
});

test('redirects, refusals and other servers are not tried again', async () => {
  for (const [code, text] of [
    [302, 'Redirects are not followed'],
    [401, 'refuses us (HTTP 401)'],
    [404, 'not the HTTP interface of a TRON node'],
  ] as const) {
    const { source, calls } = await openFake([status(code)]);
    await expectFailure(source.head(), 'invalid', text);
    expect(calls).toHaveLength(1);
  }
});

test('an abort ends requests under way', async () => {
  const silent: Handler = (call, response) => (call.body.num === 0 ? honest(call, response) : undefined);
  const { source } = await openFake([silent], { timeoutMs: 60_000 });
  for (const use of [
    (signal: AbortSignal) => source.head(signal),
    (signal: AbortSignal) => read(source, 1, 9, signal),
  ]) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    await expect(use(stop.signal)).rejects.toThrow('abort');
  }
});

test('blocks are read ahead by no more than the requested concurrency', async () => {
  let running = 0;
  let most = 0;
  const slow: Handler = (call, response) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      honest(call, response);
    }, 5);
  };
  const { source } = await openFake([slow], { concurrency: 3 });
  expect(await read(source, 1, 30)).toHaveLength(30);
  expect(most).toBe(3);
});
