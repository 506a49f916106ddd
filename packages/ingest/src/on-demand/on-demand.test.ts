import { getAccountChain } from '@trailmark/chains/account-catalogue';
import {
  estimateIndex,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  MOVE_UNPLACED,
} from '@trailmark/core/account-block';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';
import { type FetchedHistory, fetchHistory } from './fetch-history.ts';
import { getAccountSource } from './on-demand-catalogue.ts';
import { HistoryAssembler, joinMoves, listedElsewhere, listedMove, toPartialBlocks } from './placed-transactions.ts';
import type { SendToSource } from './source-asker.ts';
import { answerAsBlockscout, answerAsEtherscan, heightOf, INVENTED } from './testing/invented-history.ts';
import type { ReplayAnswer, ReplayRequest } from './testing/replay-server.ts';

const MAX = 2n ** 256n - 1n;
const address = INVENTED.address.slice(2);
const other = INVENTED.other.slice(2);

type Answer = (request: ReplayRequest) => ReplayAnswer;

let waits: number[];
let asked: string[];
beforeEach(() => {
  waits = [];
  asked = [];
});
let controller = new AbortController();
afterEach(() => {
  controller = new AbortController();
});

/** Without a network: what a request would say, straight to what would answer. */
function toSend(answer: Answer): SendToSource {
  return async ({ path, query, body }) => {
    const params = new URLSearchParams(query);
    asked.push(`${path}?${params}`);
    const request = { method: body ? 'POST' : 'GET', path, query: params, headers: {}, body, number: asked.length - 1 };
    const { status = 200, headers, json, text } = answer(request);
    const bytes = new TextEncoder().encode(text ?? JSON.stringify(json ?? null));
    return { status, retryAfter: headers?.['retry-after'], body: bytes };
  };
}

function fetchFrom(id: string, answer: Answer, { maxRequests = 40 } = {}): Promise<FetchedHistory> {
  return fetchHistory({
    source: getAccountSource(id),
    chain: getAccountChain('eth'),
    address,
    addressText: INVENTED.address,
    description: 'Test explorer',
    asking: {
      send: toSend(answer),
      maxRequests,
      signal: controller.signal,
      wait: async (ms) => {
        waits.push(ms);
      },
    },
    now: 1_700_000_000,
  });
}

const KINDS: readonly (readonly [string, Answer])[] = [
  ['blockscout-eth', answerAsBlockscout(INVENTED)],
  ['etherscan-eth', answerAsEtherscan(INVENTED)],
];

test.each([
  ['etherscan-eth', answerAsEtherscan({ ...INVENTED, token: '' })],
  ['blockscout-eth', answerAsBlockscout({ ...INVENTED, token: '' })],
] as const)(
  '%s: a token transfer without its contract is none of the coin, and its list is not whole',
  async (id, answer) => {
    const { blocks, coverage } = await fetchFrom(id, answer);
    const moves = blocks.flatMap(({ transactions }) => transactions.flatMap((transaction) => transaction.moves));
    expect(moves.filter(({ kind, amount }) => kind === 'token' || amount === MAX)).toEqual([]);
    expect(coverage).toMatchObject({ isComplete: false });
    expect(coverage.note).toContain('where the contract of a token is expected');
  },
);

describe.each(KINDS)('%s', (id, answer) => {
  test('gives every transaction, token transfer and internal call once, in ascending blocks', async () => {
    const { blocks, coverage, tokens, tip } = await fetchFrom(id, answer);
    expect(blocks.map(({ height }) => height)).toEqual([0, 1, 2, 3, 4, 5, 6].map(heightOf));
    const moves = blocks.flatMap(({ transactions }) => transactions.flatMap((tx) => tx.moves));
    const kinds = (kind: string) => moves.filter((move) => move.kind === kind);
    expect([kinds('native').length, kinds('fee').length, kinds('token').length, kinds('internal').length]).toEqual([
      7, 7, 3, 2,
    ]);
    expect(kinds('token')[0]).toMatchObject({ asset: INVENTED.token.slice(2), from: address, to: other, amount: MAX });
    expect(kinds('internal')[0]).toMatchObject({ from: other, to: address, amount: 5n });
    expect(kinds('fee')[0]).toMatchObject({ from: address, to: '', amount: 21_000n * 10n ** 9n });
    expect(blocks.every(({ holds, transactionTotal }) => holds === 0 && transactionTotal === undefined)).toBe(true);
    expect(blocks[0]?.transactions[0]).toMatchObject({ index: 4, indexEstimated: false, holds: HAS_CALL | HAS_FEE });
    expect(coverage).toEqual({
      address,
      source: 'Test explorer',
      fetchedAt: 1_700_000_000,
      fromHeight: 0,
      toHeight: INVENTED.tip - 64,
      holds: HAS_CALL | HAS_FEE | HAS_LOGS | HAS_INTERNALS,
      isComplete: true,
      note: undefined,
    });
    expect(tokens).toMatchObject([{ contract: INVENTED.token.slice(2), symbol: 'USDX', decimals: 6 }]);
    expect(tip).toBe(INVENTED.tip - 64);
  });

  test('is queried again where it is busy, after the time it names', async () => {
    const busy: Answer = (request) =>
      request.number === 2 ? { status: 429, headers: { 'retry-after': '7' }, json: {} } : answer(request);
    const { coverage } = await fetchFrom(id, busy);
    expect(coverage.isComplete).toBe(true);
    expect(waits).toEqual([7_000]);
  });

  test.each([
    ['fails', { status: 500, json: {} }],
    ['answers half of it', { text: '{"items":[{"hash":"0x12' }],
    ['answers an error page', { text: '<html>Bad gateway</html>' }],
  ] as const)('that %s for good leaves what came before, marked as part', async (_, fault) => {
    const failing: Answer = (request) => (request.number >= 3 ? fault : answer(request));
    const { blocks, coverage, requests } = await fetchFrom(id, failing);
    expect(blocks.length).toBeGreaterThan(0);
    expect(coverage.isComplete).toBe(false);
    expect(coverage.note).toMatch(/Not read to the end/);
    expect(requests).toBe(3 + 4);
  });

  test('stops at the number of requests, and says from where its history is sure', async () => {
    const { coverage, requests } = await fetchFrom(id, answer, { maxRequests: 3 });
    expect(requests).toBe(3);
    expect(coverage.isComplete).toBe(false);
    expect(coverage.note).toMatch(/The limit of 3 requests was reached/);
    expect(coverage.holds & HAS_INTERNALS).toBe(0);
  });

  test('of another chain is refused, and nothing is taken from it', async () => {
    const strange = id.startsWith('blockscout')
      ? answerAsBlockscout({ ...INVENTED, genesisHash: '0'.repeat(64) })
      : answerAsEtherscan({ ...INVENTED, genesisHash: '0'.repeat(64) });
    await expect(fetchFrom(id, strange)).rejects.toMatchObject({
      kind: 'inconsistent',
      message: expect.stringMatching(/Ethereum: its block 0 is another one\. Nothing was taken/),
    });
    expect(asked).toHaveLength(1);
  });

  test('that answers for another address loses that page, and the answer says so', async () => {
    const swapped = id.startsWith('blockscout')
      ? answerAsBlockscout({ ...INVENTED, address: `0x${'d4'.repeat(20)}` })
      : answerAsEtherscan({ ...INVENTED, address: `0x${'d4'.repeat(20)}` });
    await expect(fetchFrom(id, swapped)).rejects.toMatchObject({
      message: expect.stringContaining('not of the address'),
    });
  });

  test('that is cancelled keeps what came', async () => {
    const cancelling: Answer = (request) => {
      if (request.number === 2) controller.abort();
      return answer(request);
    };
    const { blocks, coverage } = await fetchFrom(id, cancelling);
    expect(blocks.length).toBeGreaterThan(0);
    expect(coverage.note).toMatch(/cancelled/);
  });

  test('leaves out blocks that may still go away', async () => {
    const low = { ...INVENTED, tip: heightOf(3) + 64 };
    const { blocks, coverage } = await fetchFrom(
      id,
      id.startsWith('blockscout') ? answerAsBlockscout(low) : answerAsEtherscan(low),
    );
    expect(blocks.at(-1)?.height).toBe(heightOf(3));
    expect(coverage.toHeight).toBe(heightOf(3));
    expect(coverage.note).toMatch(/not final yet/);
  });
});

test('Etherscan reads a block that a full page breaks off again from its start', async () => {
  const many = { ...INVENTED, count: 2_500 };
  const { blocks, coverage } = await fetchFrom('etherscan-eth', answerAsEtherscan(many));
  expect(blocks).toHaveLength(2_500);
  expect(coverage.isComplete).toBe(true);
  expect(asked.filter((url) => url.includes('action=txlist&')).map((url) => /startblock=(\d+)/.exec(url)?.[1])).toEqual(
    ['0', '1099', '2098'],
  );
});

test('Etherscan’s words state whether the rate limit was reached or the key is refused', async () => {
  const answer = answerAsEtherscan(INVENTED);
  const limited: Answer = (request) =>
    request.number === 1
      ? { json: { status: '0', message: 'NOTOK', result: 'Max rate limit reached' } }
      : answer(request);
  expect((await fetchFrom('etherscan-eth', limited)).coverage.isComplete).toBe(true);
  expect(waits).toEqual([1_000]);
  const refused: Answer = () => ({ json: { status: '0', message: 'NOTOK', result: 'Invalid API Key' } });
  await expect(fetchFrom('etherscan-eth', refused)).rejects.toMatchObject({ kind: 'forbidden' });
});

test('Blockscout that names the same next page for ever is stopped', async () => {
  const answer = answerAsBlockscout(INVENTED);
  const looping: Answer = (request) => {
    const given = answer(request);
    if (!request.path.endsWith('/transactions')) return given;
    return { json: { ...(given.json as object), next_page_params: { block_number: heightOf(4), index: 4 } } };
  };
  const { coverage } = await fetchFrom('blockscout-eth', looping);
  expect(coverage.note).toMatch(/same next page twice/);
  expect(coverage.isComplete).toBe(false);
});

test('an address that Blockscout never saw has an empty history that is whole', async () => {
  const answer = answerAsBlockscout(INVENTED);
  const unknown: Answer = (request) =>
    request.path.includes('/addresses/') ? { status: 404, json: { message: 'Not found' } } : answer(request);
  const { blocks, coverage } = await fetchFrom('blockscout-eth', unknown);
  expect(blocks).toEqual([]);
  expect(coverage.isComplete).toBe(true);
});

describe('moves of one transaction', () => {
  const move = listedMove({ kind: 'token', asset: 'aa', from: address, to: other, amount: 1n });
  test('are distinguished within a page, and not counted again where pages overlap', () => {
    expect(joinMoves([move, move], [move])).toHaveLength(2);
    expect(joinMoves([move], [move, move])).toHaveLength(2);
    expect(joinMoves([move], [{ ...move, amount: 2n }])).toHaveLength(2);
  });
  test('without a log index have no place', () => {
    expect(move.flags).toBe(MOVE_UNPLACED);
    expect(listedMove({ ...move, flags: 0, logIndex: 2 }).flags).toBe(0);
  });
});

test('a transaction that one list calls failed keeps only its fee, whichever list came first', () => {
  const hash = 'ab'.repeat(32);
  const place = { height: 5, blockHash: '', time: 9, index: 1 };
  const plain = { asset: '', tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0 };
  const fee = { ...plain, kind: 'fee', from: address, to: '', amount: 3n } as const;
  const call = {
    ...listedElsewhere(hash, [fee]),
    ...({ from: address, to: other, status: 'failed', fee: 3n, feePayer: address } as const),
    holds: HAS_CALL | HAS_FEE,
  };
  const inner = listedElsewhere(hash, [{ ...plain, kind: 'internal', from: other, to: address, amount: 7n }]);
  for (const order of [
    [call, inner],
    [inner, call],
  ]) {
    const assembler = new HistoryAssembler();
    for (const transaction of order) assembler.add(toPartialBlocks([{ ...place, transaction }], 'test'));
    expect(assembler.finish()[0]?.transactions).toMatchObject([{ status: 'failed', moves: [fee] }]);
  }
});

test('an index that no source states is above those that blocks reach, and is the same each time', () => {
  expect(estimateIndex('f'.repeat(64))).toBe(2 ** 20 - 2);
  expect(estimateIndex('0'.repeat(64))).toBe(2 ** 19);
});

test('numbers beyond 2^53 are kept to the last digit', () => {
  const bytes = new TextEncoder().encode('{"a":9007199254740993,"b":12,"c":1.5,"__proto__":{"x":1}}');
  const value = parseExactJson(bytes, 'It') as Record<string, unknown>;
  expect([value.a, value.b, value.c]).toEqual([9_007_199_254_740_993n, 12, '1.5']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});
