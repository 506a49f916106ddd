import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineEvmChain } from '@trailmark/chains/account/chain-definition';
import {
  type AccountBlock,
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
} from '@trailmark/core/account-block';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { afterEach, describe, expect, test } from 'vitest';
import { type EvmRpcOptions, openEvmRpc } from './evm-rpc.ts';

/** Invented blocks do not hash to what they say, so that this chain's are not recomputed; a node's are, elsewhere. */
const CHAIN = defineEvmChain({
  id: 'base',
  name: 'Base',
  symbol: 'ETH',
  ticker: 'ETH',
  chainId: 8453,
  genesisHash: '00'.repeat(31).concat('a0'),
  feeRule: 'recipients-unknown',
  hasL1Fee: false,
  wrappedNative: undefined,
  hasEthereumHashes: false,
  cancunTime: undefined,
  finalityDepth: 1,
});
const TIP = 9;
const EMPTY_BLOOM = `0x${'0'.repeat(512)}`;
const hashAt = (height: number): string => `0x${'00'.repeat(31)}${(0xa0 + height).toString(16)}`;
const transactionAt = (height: number): string => `0x${'bb'.repeat(31)}${(0xa0 + height).toString(16)}`;
const address = (digit: string): string => `0x${digit.repeat(40)}`;
const hex = (value: number): string => `0x${value.toString(16)}`;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
type Reply = { result: unknown } | { error: { code: number; message: string } };
type Answer = (call: Call) => Reply | undefined;
type Handler = (calls: readonly Call[], response: ServerResponse) => void;

function block(height: number): object {
  const transaction = {
    blockHash: hashAt(height),
    blockNumber: hex(height),
    transactionIndex: '0x0',
    hash: transactionAt(height),
    from: address('1'),
    to: address('2'),
    value: '0x7',
    nonce: hex(height),
    gas: '0x5208',
    gasPrice: '0x2',
    type: '0x0',
    input: '0x',
  };
  return {
    number: hex(height),
    hash: hashAt(height),
    parentHash: height === 0 ? `0x${'0'.repeat(64)}` : hashAt(height - 1),
    timestamp: hex(1_700_000_000 + height),
    miner: address('3'),
    difficulty: '0x0',
    gasLimit: '0x1c9c380',
    gasUsed: height === 0 ? '0x0' : '0x5208',
    baseFeePerGas: '0x1',
    logsBloom: EMPTY_BLOOM,
    transactions: height === 0 ? [] : [transaction],
    withdrawals: [],
  };
}

function receipt(height: number): object {
  return {
    transactionHash: transactionAt(height),
    transactionIndex: '0x0',
    blockHash: hashAt(height),
    blockNumber: hex(height),
    from: address('1'),
    to: address('2'),
    status: '0x1',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x2',
    contractAddress: null,
    logsBloom: EMPTY_BLOOM,
    logs: [],
    type: '0x0',
  };
}

const trace = (height: number): object => ({
  txHash: transactionAt(height),
  result: { type: 'CALL', from: address('1'), to: address('2'), value: '0x7', calls: [] },
});

function heightOf(param: unknown): number {
  return param === 'latest' ? TIP : Number(param);
}

const NOT_FOUND = { error: { code: -32601, message: 'the method does not exist' } };

/** An honest node that offers block receipts and the call tracer, not trace_block. */
const honest: Answer = ({ method, params }) => {
  const height = heightOf(params[0]);
  if (method === 'eth_chainId') return { result: hex(CHAIN.chainId) };
  if (method === 'eth_getBlockByNumber') return { result: height > TIP ? null : block(height) };
  if (method === 'eth_getBlockReceipts') return { result: height === 0 ? [] : [receipt(height)] };
  if (method === 'eth_getTransactionReceipt')
    return { result: receipt(Number(`0x${String(params[0]).slice(-2)}`) - 0xa0) };
  if (method === 'debug_traceBlockByNumber') return { result: height === 0 ? [] : [trace(height)] };
  return NOT_FOUND;
};

/** The honest node but for what `change` answers instead. */
const but =
  (change: Answer): Handler =>
  (calls, response) => {
    const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...(change(call) ?? honest(call)) }));
    response.end(JSON.stringify(answers));
  };
const unchanged = but(() => undefined);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Each request takes the next handler; the last one stays. */
async function openFake(handlers: readonly Handler[], options: Partial<EvmRpcOptions> = {}) {
  let count = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const handler = handlers[Math.min(count++, handlers.length - 1)]!;
      handler(JSON.parse(text) as Call[], response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = openEvmRpc({
    url,
    chain: CHAIN,
    depth: 'traces',
    attempts: 3,
    pauseMs: 1,
    timeoutMs: 60_000,
    ...options,
  });
  cleanUps.push(
    () => source.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { source, url, count: () => count };
}

async function readAll(source: ReturnType<typeof openEvmRpc>, from = 0, to = TIP): Promise<AccountBlock[]> {
  const blocks: AccountBlock[] = [];
  for await (const batch of source.blocks({ from, to })) blocks.push(...batch);
  return blocks;
}

async function expectFailure(action: Promise<unknown>, kind: ErrorKind, ...texts: string[]): Promise<void> {
  const error = await action.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(AppError);
  for (const text of texts) expect((error as AppError).message).toContain(text);
  expect((error as AppError).kind).toBe(kind);
}

describe('a node of an EVM chain', () => {
  test('is read in order, whole, with everything it offers', async () => {
    const { source } = await openFake([unchanged]);
    expect(await source.head()).toEqual({ height: TIP, hash: hashAt(TIP).slice(2) });
    expect(await source.hashAt(3)).toBe(hashAt(3).slice(2));
    expect(await source.hashAt(TIP + 1)).toBeUndefined();
    const blocks = await readAll(source);
    expect(blocks.map(({ height }) => height)).toEqual(Array.from({ length: TIP + 1 }, (_, height) => height));
    const held = BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS;
    expect((blocks[5]?.holds ?? 0) & held).toBe(held);
    expect((blocks[5]?.holds ?? 0) & BLOCK_FOREIGN_GENESIS).toBe(0);
    const [transaction] = blocks[5]?.transactions ?? [];
    expect(transaction?.fee).toBe(42_000n);
    expect(transaction?.moves.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', 42_000n],
      ['native', 7n],
    ]);
  });

  test('of another chain is refused with the names of both', async () => {
    const other = await openFake([but(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined))]);
    await expectFailure(
      other.source.head(),
      'inconsistent',
      'serves Ethereum (chain id 1): use eth',
      'Base (base) has chain id 8453',
    );
    const unknown = await openFake([but(({ method }) => (method === 'eth_chainId' ? { result: '0x539' } : undefined))]);
    await expectFailure(unknown.source.head(), 'inconsistent', 'chain id 1337, which is not known here');
    const silent = await openFake([but(({ method }) => (method === 'eth_chainId' ? { result: 7 } : undefined))]);
    await expectFailure(silent.source.head(), 'unavailable', 'does not say which chain it serves');
  });

  test('gives what the first block of Ethereum gave to accounts, which no node states, and nothing to a chain of another block', async () => {
    const genesisHash = 'd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';
    const chain = { ...CHAIN, id: 'eth', genesisHash } as const;
    const asked = but(({ method, params }) =>
      method === 'eth_getBlockByNumber' && heightOf(params[0]) === 0
        ? { result: { ...block(0), hash: `0x${genesisHash}` } }
        : undefined,
    );
    const [first] = await readAll((await openFake([asked], { chain })).source, 0, 0);
    const given = first?.moves.filter(({ kind }) => kind === 'genesis') ?? [];
    // Two of its 8,893 accounts got nothing.
    expect(given).toHaveLength(8891);
    expect(given.reduce((sum, { amount }) => sum + amount, 0n) / 10n ** 18n).toBe(72_009_990n);
    const [other] = await readAll((await openFake([unchanged], { chain })).source, 0, 0);
    expect(other?.moves).toEqual([]);
  });

  test('with another first block is read, and every block says so', async () => {
    const chain = { ...CHAIN, genesisHash: 'ee'.repeat(32) };
    const { source } = await openFake([unchanged], { chain });
    for (const { holds } of await readAll(source)) expect(holds & BLOCK_FOREIGN_GENESIS).toBe(BLOCK_FOREIGN_GENESIS);
  });

  test('that offers no traces leaves the calls inside transactions unknown', async () => {
    const { source } = await openFake([but(({ method }) => (method.startsWith('debug_') ? NOT_FOUND : undefined))]);
    const [, first] = await readAll(source);
    expect((first?.holds ?? 0) & BLOCK_HOLDS_INTERNALS).toBe(0);
    expect((first?.holds ?? 0) & BLOCK_HOLDS_FEES).toBe(BLOCK_HOLDS_FEES);
  });

  test('that has pruned the state of a block leaves the calls of that block unknown', async () => {
    const pruned = { error: { code: -32000, message: 'missing trie node' } };
    const { source } = await openFake([
      but(({ method, params }) => (method.startsWith('debug_') && params[0] === '0x4' ? pruned : undefined)),
    ]);
    const blocks = await readAll(source);
    const without = blocks.filter(({ holds }) => (holds & BLOCK_HOLDS_INTERNALS) === 0).map(({ height }) => height);
    // The first block is never traced: it has nothing to run.
    expect(without.filter((height) => height > 0)).toEqual([4]);
  });

  test('whose traces of one block are larger than the limit leaves the calls of that block unknown', async () => {
    const padded = (height: number) => [{ ...trace(height), padding: 'x'.repeat(300_000) }];
    const { source } = await openFake(
      [
        but(({ method, params }) =>
          method.startsWith('debug_') && params[0] === '0x4' ? { result: padded(4) } : undefined,
        ),
      ],
      { maxResponseBytes: 200_000 },
    );
    const blocks = await readAll(source);
    expect(blocks.map(({ height }) => height)).toEqual(Array.from({ length: TIP + 1 }, (_, height) => height));
    const without = blocks.filter(({ holds }) => (holds & BLOCK_HOLDS_INTERNALS) === 0).map(({ height }) => height);
    expect(without.filter((height) => height > 0)).toEqual([4]);
  });

  test('that has no receipts of whole blocks is queried for each', async () => {
    const { source } = await openFake([
      but(({ method }) => (method === 'eth_getBlockReceipts' ? NOT_FOUND : undefined)),
    ]);
    const blocks = await readAll(source);
    expect(blocks.at(-1)?.transactions[0]?.fee).toBe(42_000n);
  });

  test('that counts our requests is queried again, then reported as busy', async () => {
    const limited = but(() => ({ error: { code: -32005, message: 'limit exceeded' } }));
    const once = await openFake([unchanged, unchanged, unchanged, unchanged, limited, unchanged]);
    await once.source.head();
    await expectFailure(readAll(once.source), 'unavailable', 'too busy');
    const throttled: Handler = (_, response) => response.writeHead(429).end();
    const patient = await openFake([unchanged, throttled, unchanged]);
    expect((await patient.source.head()).height).toBe(TIP);
  });

  test.each<[string, Answer, ErrorKind, string]>([
    [
      'a receipt of another transaction',
      ({ method }) =>
        method === 'eth_getBlockReceipts' ? { result: [{ ...receipt(3), blockHash: hashAt(2) }] } : undefined,
      'inconsistent',
      'Block',
    ],
    [
      'too few receipts',
      ({ method, params }) =>
        method === 'eth_getBlockReceipts' && heightOf(params[0]) > 0 ? { result: [] } : undefined,
      'inconsistent',
      'receipts',
    ],
    [
      'a block of another height',
      ({ method, params }) =>
        method === 'eth_getBlockByNumber' && params[1] === true
          ? { result: block(heightOf(params[0]) === 4 ? 5 : heightOf(params[0])) }
          : undefined,
      'inconsistent',
      'Block 5',
    ],
    [
      'a log that no bloom holds',
      ({ method, params }) =>
        method === 'eth_getBlockReceipts' && heightOf(params[0]) === 2
          ? {
              result: [
                {
                  ...receipt(2),
                  logs: [
                    {
                      address: address('4'),
                      topics: [],
                      data: '0x',
                      blockHash: hashAt(2),
                      transactionHash: transactionAt(2),
                      transactionIndex: '0x0',
                      logIndex: '0x0',
                    },
                  ],
                },
              ],
            }
          : undefined,
      'inconsistent',
      'logsBloom',
    ],
    [
      'an amount beyond 256 bits',
      ({ method, params }) =>
        method === 'eth_getBlockByNumber' && heightOf(params[0]) === 1 && params[1] === true
          ? {
              result: {
                ...block(1),
                transactions: [
                  { ...(block(1) as { transactions: object[] }).transactions[0], value: `0x1${'0'.repeat(64)}` },
                ],
              },
            }
          : undefined,
      'inconsistent',
      'value',
    ],
    [
      'half a block',
      ({ method, params }) =>
        method === 'eth_getBlockByNumber' && params[1] === true ? { result: { hash: hashAt(1) } } : undefined,
      'inconsistent',
      'number',
    ],
  ])('that answers %s is stopped at, naming it', async (_, change, kind, word) => {
    const { source } = await openFake([but(change)]);
    await source.head();
    await expectFailure(readAll(source), kind, word);
  });

  test.each<[string, Handler, number?]>([
    ['text that is no JSON', (_, response) => response.end('<html>busy</html>')],
    ['half of an answer', (_, response) => response.end('[{"jsonrpc":"2.0","id":1,"res')],
    ['nothing', () => undefined, 2_000],
    ['to other questions', (_, response) => response.end('[{"jsonrpc":"2.0","id":999,"result":"0x1"}]')],
  ])('that answers with %s is queried again', async (_, handler, timeoutMs = 60_000) => {
    const { source, count } = await openFake([handler, unchanged], { timeoutMs });
    expect((await source.head()).height).toBe(TIP);
    expect(count()).toBeGreaterThan(1);
  });

  test('is left alone once the reader stops', async () => {
    const { source, count } = await openFake([unchanged]);
    await source.head();
    const stop = new AbortController();
    const reading = (async () => {
      for await (const _ of source.blocks({ from: 0, to: TIP, signal: stop.signal })) stop.abort(new Error('enough'));
    })();
    await reading.catch(() => undefined);
    // What was under way may still arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const after = count();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(count()).toBe(after);
  });
});
