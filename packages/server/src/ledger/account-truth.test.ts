import { createHash } from 'node:crypto';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import {
  type AccountTransaction,
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_LOGS,
  UNKNOWN_TYPE,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { describe, expect, test } from 'vitest';
import {
  blockOf,
  createSampleAccountReader,
  ETHER,
  HUGE,
  hashOf,
  KEY,
  moveOf,
  SAMPLE_ACCOUNT_BLOCKS,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_TOKENS,
  transactionOf,
} from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';

const address = (key: string, on: AccountChainId = 'eth') => formatAccount(getAccountChain(on), key);
const of = (key: string, chain: AccountChainId = 'eth') =>
  ({ params: { chain, address: address(key, chain) } }) as const;

function open(readers: Partial<Record<AccountChainId, AccountLedger>>) {
  return createSampleApp({
    readers: new Map(Object.entries(readers) as [AccountChainId, AccountLedger][]),
    knowledge: { tokens: SAMPLE_TOKENS, prices: () => SAMPLE_ACCOUNT_PRICES },
  });
}

/** A transaction of which a list of transfers reported one transfer and nothing else. */
function listed(number: number, move: ValueMove, rest: Partial<AccountTransaction> = {}): AccountTransaction {
  const unknown = { fee: undefined, feePayer: '', gasUsed: undefined, gasPrice: undefined, nonce: undefined };
  return {
    ...transactionOf({ number, from: '', to: '', ...unknown, type: UNKNOWN_TYPE, holds: 0 }),
    moves: [move],
    ...rest,
  };
}

describe('what is not indexed', () => {
  const move = moveOf({ kind: 'token', asset: KEY.tether, from: KEY.alice, to: KEY.bob, amount: 5n });
  const blocks = [
    blockOf(
      9,
      [
        listed(1, move),
        listed(2, moveOf({ kind: 'native', from: KEY.alice, to: KEY.bob, amount: 7n }), {
          from: KEY.alice,
          to: KEY.bob,
          value: 7n,
          holds: HAS_CALL | HAS_LOGS,
        }),
      ],
      { holds: 0, moves: [], transactionTotal: undefined },
    ),
  ];
  const { client } = open({ eth: createArrayAccountReader(blocks) });

  test('of a call is not known: neither value, nor type, nor data, nor parties, nor fee', async () => {
    const { transaction } = await client.call('getTransaction', { params: { chain: 'eth', txid: hashOf(1) } });
    expect(transaction).toMatchObject({ value: null, type: null, inputLength: null, method: null });
    expect(transaction).toMatchObject({ from: null, to: null, fee: null, feePayer: null, nonce: null });
    expect(transaction.holds.call).toBe(false);
    const [, row] = (await client.call('listAddressTransactions', of(KEY.alice))).items;
    expect(row).toMatchObject({ hash: hashOf(1), value: null, fee: null, paysFee: false });
    const { transactions } = await client.call('getBlock', { params: { chain: 'eth', block: '9' } });
    expect(transactions.map(({ value }) => value)).toEqual([null, 7n]);
  });

  test('of a call that only its trace reports is its data and its type', async () => {
    const { transaction } = await client.call('getTransaction', { params: { chain: 'eth', txid: hashOf(2) } });
    expect(transaction).toMatchObject({ value: 7n, type: null, inputLength: null, from: address(KEY.alice) });
  });

  test('of a balance is not derived where only receipts are indexed, whatever adds up', async () => {
    const holds = BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS;
    const reader = createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS.map((block) => ({ ...block, holds })));
    const { client: receipts } = open({ eth: reader });
    const { items } = await receipts.call('listAddressAssets', of(KEY.alice));
    expect(items.map(({ asset, balance }) => [asset.id === 'eth', balance === null])).toContainEqual([true, true]);
    expect(items.find(({ asset }) => asset.symbol === 'USDT')?.balance).toBe(3_000_000n);
    const { items: rows } = await receipts.call('listAddressTransfers', { ...of(KEY.alice), query: { asset: 'eth' } });
    expect(rows.every(({ runningBalance }) => runningBalance === null)).toBe(true);
  });
});

describe('a block that pays an address', () => {
  test('is no transaction, and is still in its history', async () => {
    const { client } = open({ eth: createSampleAccountReader() });
    const { totals, firstFunder } = await client.call('getAddress', of(KEY.miner));
    expect(totals).toMatchObject({ transactionCount: 0, blockPaymentCount: 4, moveCount: 4 });
    expect(firstFunder).toBeNull();
    const { items } = await client.call('listAddressTransactions', of(KEY.miner));
    expect(items.map(({ hash, value }) => [hash, value])).toEqual(items.map(() => [null, null]));
    expect(items).toHaveLength(4);
    const { hits } = await client.call('search', { query: { q: address(KEY.miner) } });
    expect(hits[0]).toMatchObject({ transactionCount: 0, detail: expect.stringMatching(/4 blocks that paid it/) });
  });

  test('funds it where it is the first one, and a later reward does not', async () => {
    const { client } = open({ eth: createSampleAccountReader() });
    expect((await client.call('getAddress', of(KEY.alice))).firstFunder).toMatchObject({
      kind: 'genesis',
      address: null,
      hash: null,
      height: 0,
    });
  });

  test.each(['fee', 'tip', 'reward'] as const)('or a %s funds nobody, and the payment after it does', async (kind) => {
    const earned = moveOf({ kind, from: kind === 'reward' ? '' : KEY.dave, to: KEY.carol, amount: 9n });
    const paid = moveOf({ kind: 'native', from: KEY.bob, to: KEY.carol, amount: 1n });
    const first = transactionOf({ number: 1, from: KEY.dave, to: KEY.dave, moves: kind === 'reward' ? [] : [earned] });
    const reader = createArrayAccountReader([
      blockOf(1, [first], { moves: kind === 'reward' ? [earned] : [] }),
      blockOf(2, [transactionOf({ number: 2, from: KEY.bob, to: KEY.carol, moves: [paid] })]),
    ]);
    const { firstFunder } = await open({ eth: reader }).client.call('getAddress', of(KEY.carol));
    expect(firstFunder).toMatchObject({ kind: 'native', address: address(KEY.bob), height: 2 });
  });
});

describe('blocks of a development node under the number of a real chain', () => {
  const foreign = SAMPLE_ACCOUNT_BLOCKS.map((block) => ({ ...block, holds: block.holds | BLOCK_FOREIGN_GENESIS }));
  const real = blockOf(15_000_000, [
    transactionOf({
      number: 99,
      from: KEY.dave,
      to: KEY.carol,
      moves: [moveOf({ kind: 'native', from: KEY.dave, to: KEY.carol, amount: 1n })],
    }),
  ]);
  const { client, request } = open({ eth: createArrayAccountReader([...foreign, real]) });

  test('are confirmed by their own tip, and every answer about them says what they are', async () => {
    const answers = await Promise.all([
      client.call('getAddress', of(KEY.alice)),
      client.call('listAddressTransactions', of(KEY.alice)),
      client.call('listAddressTransfers', of(KEY.alice)),
      client.call('listAddressAssets', of(KEY.alice)),
      client.call('listAddressCounterparties', of(KEY.alice)),
      client.call('getAddressActivity', of(KEY.alice)),
      client.call('getTransaction', { params: { chain: 'eth', txid: hashOf(1) } }),
      client.call('getBlock', { params: { chain: 'eth', block: '1' } }),
    ]);
    for (const { asOf, coverage } of answers) {
      expect(asOf.height).toBe(4);
      expect(coverage.gaps.map(({ kind }) => kind)).toContain('foreign-genesis');
      expect(coverage.complete).toBe(false);
    }
    expect(answers[6].transaction).toMatchObject({ confirmations: 4, finality: 'pending' });
    expect(answers[0].coin?.balance).toBeNull();
    expect(answers[2].items.map(({ fiat }) => fiat)).toEqual(answers[2].items.map(() => null));
    const csv = await (await request(`/api/v1/account-ledger/eth/addresses/${address(KEY.alice)}/export`)).text();
    expect(csv).toMatch(/as_of,.*height 4,/);
    expect(csv).toMatch(/gap,.*not that of Ethereum/);
  });

  test('confirm no block of the chain itself, which has its own tip', async () => {
    const answer = await client.call('getTransaction', { params: { chain: 'eth', txid: hashOf(99) } });
    expect(answer.asOf.height).toBe(15_000_000);
    expect(answer.transaction.confirmations).toBe(1);
    expect(answer.coverage.gaps.map(({ kind }) => kind)).not.toContain('foreign-genesis');
  });
});

describe('look-alikes', () => {
  /** Ends like bob's on either end, in digits. */
  const twin = `b2b${'0'.repeat(33)}b2b2`;
  const send = (number: number, asset: string, from: string, to: string, amount: bigint, sender = from) =>
    transactionOf({
      number,
      from: sender,
      to: asset,
      moves: [moveOf({ kind: 'token', asset, from, to, amount, logIndex: 0 })],
    });

  test('do not become counterparties by tokens they made themselves, nor make the genuine one suspect', async () => {
    const reader = createArrayAccountReader([
      blockOf(1, [send(1, KEY.tether, KEY.alice, KEY.bob, 500_000_000n)]),
      blockOf(2, [send(2, KEY.fake, twin, KEY.alice, 10n ** 30n, KEY.dave)]),
      blockOf(3, [send(3, KEY.tether, KEY.bob, KEY.alice, 100_000_000n)]),
    ]);
    const { client } = open({ eth: reader });
    const { items } = await client.call('listAddressTransfers', { ...of(KEY.alice), query: { order: 'oldest' } });
    const tokens = items.filter(({ kind }) => kind === 'token');
    expect(tokens.map(({ flags }) => flags.includes('look-alike'))).toEqual([false, true, false]);
    const [, row] = (await client.call('listAddressTransactions', of(KEY.alice))).items;
    expect(row?.moves[0]?.folded).toMatch(/same first and last digits/);
  });

  test('are recognised by how addresses are spelled on their chain', async () => {
    const [one, other] = [`abc${'1'.repeat(33)}abcd`, `abc${'2'.repeat(33)}abcd`];
    const pay = (number: number, to: string) =>
      transactionOf({
        number,
        from: KEY.alice,
        to,
        moves: [moveOf({ kind: 'native', from: KEY.alice, to, amount: ETHER })],
      });
    const reader = createArrayAccountReader([blockOf(1, [pay(1, one), pay(2, other)])]);
    const { client } = open({ eth: reader, trx: reader });
    const flagged = async (chain: AccountChainId) => {
      const { items } = await client.call('listAddressTransfers', of(KEY.alice, chain));
      return items.filter(({ kind, flags }) => kind === 'native' && flags.includes('look-alike')).length;
    };
    expect([await flagged('eth'), await flagged('trx')]).toEqual([2, 0]);
  });
});

describe('the largest amount twice', () => {
  const token = (number: number, from: string, to: string) =>
    transactionOf({
      number,
      from: KEY.dave,
      to: KEY.fake,
      moves: [
        moveOf({ kind: 'token', asset: KEY.fake, from, to, amount: HUGE, logIndex: 0 }),
        moveOf({ kind: 'token', asset: KEY.fake, from, to, amount: HUGE, logIndex: 1 }),
      ],
    });
  const reader = createArrayAccountReader([blockOf(1, [token(1, KEY.dave, KEY.alice)])]);
  const { client, request } = open({ eth: reader });
  const path = `/api/v1/account-ledger/eth/addresses/${address(KEY.alice)}/export`;

  test('is one sum of 78 digits everywhere', async () => {
    const { items } = await client.call('listAddressAssets', of(KEY.alice));
    expect(items[0]?.received).toBe(2n * HUGE);
    const { items: rows } = await client.call('listAddressTransactions', of(KEY.alice));
    expect(rows[0]?.net?.[0]?.amount).toBe(2n * HUGE);
    const { net } = await client.call('getTransaction', { params: { chain: 'eth', txid: hashOf(1) } });
    const dave = net.find((row) => row.address === address(KEY.dave));
    expect(dave?.changes.find(({ asset }) => asset.kind === 'token')?.amount).toBe(-2n * HUGE);
    expect((await client.call('listAddressCounterparties', of(KEY.alice))).items[0]?.receivedFrom).toBe(2n * HUGE);
    const { points } = await client.call('getAddressActivity', {
      ...of(KEY.alice),
      query: { asset: `eth:0x${KEY.fake}` },
    });
    expect(points[0]?.received).toBe(2n * HUGE);
  });

  test('is exported digit by digit, with a digest that anybody can compute', async () => {
    const csv = await (await request(path)).text();
    const lines = csv.split('\r\n');
    const first = lines.findIndex((line) => line.startsWith('time_utc,')) + 1;
    const last = lines.findIndex((line) => line.startsWith('rows,'));
    expect(lines[last]).toBe('rows,2');
    expect(lines.slice(first, last).every((line) => line.includes(`,${HUGE},`))).toBe(true);
    expect(lines[first]).toMatch(/,0x[0-9a-f]{64},/);
    const digest = createHash('sha256').update(
      lines
        .slice(first, last)
        .map((line) => `${line}\r\n`)
        .join(''),
    );
    expect(lines[last + 1]).toBe(`sha256_of_rows,${digest.digest('hex')}`);
    const json = (await (await request(`${path}?format=json`)).json()) as { rows: { amount: string }[] };
    expect(json.rows.map(({ amount }) => amount)).toEqual([`${HUGE}`, `${HUGE}`]);
  });
});

describe('questions that make no sense', () => {
  const { client, request } = open({ eth: createSampleAccountReader(), base: createSampleAccountReader() });

  test('a cursor of one list is refused by every other, and on another chain', async () => {
    const { next } = await client.call('listAddressTransfers', { ...of(KEY.alice), query: { limit: 1 } });
    const cursor = next ?? '';
    const asks = [
      client.call('listAddressTransfers', { ...of(KEY.bob), query: { cursor } }),
      client.call('listAddressTransfers', { ...of(KEY.alice, 'base'), query: { cursor } }),
      client.call('listAddressTransfers', { ...of(KEY.alice), query: { cursor, asset: 'eth' } }),
      client.call('listAddressTransfers', { ...of(KEY.alice), query: { cursor, order: 'oldest' } }),
      client.call('listAddressTransactions', { ...of(KEY.alice), query: { cursor } }),
      client.call('listAddressAssets', { ...of(KEY.alice), query: { cursor } }),
      client.call('listAddressCounterparties', { ...of(KEY.alice), query: { cursor } }),
      client.call('getBlock', { params: { chain: 'eth', block: '1' }, query: { cursor } }),
    ];
    for (const ask of asks) await expect(ask).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('the asset of another chain is refused wherever one is requested', async () => {
    const asset = `base:0x${KEY.tether}`;
    for (const ask of [
      client.call('listAddressTransfers', { ...of(KEY.alice), query: { asset } }),
      client.call('listAddressTransactions', { ...of(KEY.alice), query: { asset } }),
      client.call('listAddressCounterparties', { ...of(KEY.alice), query: { asset } }),
      client.call('getAddressActivity', { ...of(KEY.alice), query: { asset } }),
    ])
      await expect(ask).rejects.toMatchObject({ kind: 'invalid', message: expect.stringMatching(/asset of eth/) });
    const file = await request(`/api/v1/account-ledger/eth/addresses/${address(KEY.alice)}/export?asset=${asset}`);
    expect(file.status).toBe(400);
  });

  test('an address as its own counterparty has the moves to itself', async () => {
    const { items } = await client.call('listAddressTransfers', {
      ...of(KEY.bob),
      query: { counterparty: address(KEY.bob) },
    });
    expect(items.map(({ direction, amount }) => [direction, amount])).toEqual([['self', ETHER]]);
  });

  test('precompiles and the zero address are addresses like others', async () => {
    for (const key of ['0'.repeat(40), `${'0'.repeat(39)}1`]) {
      const answer = await client.call('getAddress', of(key));
      expect(answer).toMatchObject({ status: 'not-seen', totals: null, coin: null, findings: [] });
    }
  });
});

test('an account of TRON is the same one in Base58 and in hexadecimal, and never the one of Ethereum', async () => {
  const readers = { eth: createSampleAccountReader(), trx: createSampleAccountReader(SAMPLE_ACCOUNT_BLOCKS.slice(1)) };
  const { client } = open(readers);
  const base58 = await client.call('getAddress', of(KEY.alice, 'trx'));
  const hex = await client.call('getAddress', { params: { chain: 'trx', address: `41${KEY.alice}` } });
  expect(hex).toEqual(base58);
  expect(base58.otherChains).toEqual([]);
  expect((await client.call('getAddress', of(KEY.alice))).otherChains).toEqual([]);
  await expect(
    client.call('getAddress', { params: { chain: 'trx', address: address(KEY.alice) } }),
  ).rejects.toMatchObject({ kind: 'invalid' });
});

test('a transaction of many moves is reported in full in sums and counts, or its sums are left out and that is stated', async () => {
  const most = 100_000;
  const moves = Array.from({ length: most + 1 }, (_, i) =>
    moveOf({ kind: 'token', asset: KEY.fake, from: KEY.dave, to: KEY.alice, amount: 1n, logIndex: i }),
  );
  const flood = (number: number, count: number) => ({
    ...transactionOf({ number, from: KEY.dave, to: KEY.fake }),
    moves: moves.slice(0, count),
  });
  const reader = createArrayAccountReader([blockOf(1, [flood(1, most), flood(2, most + 1)])]);
  const { client } = open({ eth: reader });
  const { items } = await client.call('listAddressTransactions', of(KEY.alice));
  expect(items.map(({ moveCount, net, folded }) => [moveCount, net, folded])).toEqual([
    [most + 1, null, null],
    [most, null, null],
  ]);
  expect(items[0]?.moves).toHaveLength(20);
  const ask = (number: number) => client.call('getTransaction', { params: { chain: 'eth', txid: hashOf(number) } });
  const whole = await ask(1);
  expect([whole.moveCount, whole.moves.length]).toEqual([most, 2_000]);
  expect(whole.net.find((row) => row.address === address(KEY.alice))?.changes[0]?.amount).toBe(BigInt(most));
  const cut = await ask(2);
  expect([cut.net, cut.actions]).toEqual([[], []]);
  expect(cut.coverage.gaps[0]).toMatchObject({
    kind: 'stopped-early',
    message: expect.stringMatching(/more than 100,000/),
  });
});
