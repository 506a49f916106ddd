import { EVENTS } from '@trailmark/analysis/protocols/event-signatures';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { BLOCK_HOLDS_ALL, BLOCK_HOLDS_TOKENS, BLOCK_TIME_ESTIMATED, HAS_LOGS } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { describe, expect, test } from 'vitest';
import {
  blockOf,
  createSampleAccountReader,
  ETHER,
  HOSTILE,
  HUGE,
  hashOf,
  KEY,
  moveOf,
  SAMPLE_ACCOUNT_BLOCKS,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_METADATA,
  SAMPLE_TOKENS,
  transactionOf,
} from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';

const eth = getAccountChain('eth');
const chain = 'eth';
const address = (key: string) => formatAccount(eth, key);
const FEE = 21_000n * 10n ** 9n;
const TETHER = `eth:0x${KEY.tether}`;

function open(readers: Partial<Record<AccountChainId, AccountLedger>> = { eth: createSampleAccountReader() }) {
  return createSampleApp({
    readers: new Map(Object.entries(readers) as [AccountChainId, AccountLedger][]),
    knowledge: { tokens: SAMPLE_TOKENS, prices: () => SAMPLE_ACCOUNT_PRICES },
  });
}

const { client, request } = open();
const of = (key: string) => ({ params: { chain, address: address(key) } }) as const;

describe('an address', () => {
  test('has the balance that its moves add up to, where everything from the first block on is indexed', async () => {
    const answer = await client.call('getAddress', of(KEY.alice));
    expect(answer).toMatchObject({ status: 'seen', address: address(KEY.alice), isContract: false, otherChains: [] });
    expect(answer.asOf).toMatchObject({ chain, height: 4, hash: hashOf(0xb0000004), software: 'Trailmark test' });
    expect(answer.coverage).toMatchObject({ complete: true, gaps: [] });
    const balance = 100n * ETHER - 10n * ETHER - ETHER + 2n * ETHER - 5n * FEE;
    expect(answer.coin).toMatchObject({
      balance,
      balanceNote: null,
      asset: { id: 'eth', kind: 'coin', symbol: 'ETH' },
    });
    expect(answer.coin?.fiat).toMatchObject({ day: '2022-09-15', micro: (balance * 1_500_000_000n) / ETHER });
    expect(answer.totals).toMatchObject({
      transactionCount: 9,
      blockPaymentCount: 1,
      sentCount: 5,
      firstHeight: 0,
      lastHeight: 4,
    });
  });

  test('was funded first by whom the ledger says, for certain where nothing before is missing', async () => {
    expect((await client.call('getAddress', of(KEY.carol))).firstFunder).toMatchObject({
      address: address(KEY.bob),
      amount: 3n * ETHER,
      hash: hashOf(2),
      isCertain: true,
    });
    const late = open({ eth: createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS.slice(1)) });
    expect((await late.client.call('getAddress', of(KEY.carol))).firstFunder).toMatchObject({ isCertain: false });
  });

  test('has no balance where heights are missing, and the answer says which', async () => {
    const late = open({ eth: createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS.slice(2)) });
    const answer = await late.client.call('getAddress', of(KEY.bob));
    expect(answer.coin).toMatchObject({ balance: null, balanceNote: expect.stringMatching(/from its first block on/) });
    expect(answer.coverage.complete).toBe(false);
    expect(answer.coverage.gaps[0]).toMatchObject({ kind: 'heights-missing', fromHeight: 0, toHeight: 1 });
    const early = open({ eth: createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS.slice(2, 3)) });
    const spent = await early.client.call('getAddress', of(KEY.alice));
    expect(spent.coin).toMatchObject({
      balance: null,
      balanceNote: expect.stringMatching(/earlier receipts are missing/),
    });
  });

  test('has no balance where the gifts of the first block are not known', async () => {
    const [first, ...rest] = SAMPLE_ACCOUNT_BLOCKS;
    const reader = createArrayAccountReader([{ ...first!, moves: [] }, ...rest]);
    const { coin } = await open({ eth: reader }).client.call('getAddress', of(KEY.bob));
    expect(coin).toMatchObject({ balance: null, balanceNote: expect.stringMatching(/first block of the chain gave/) });
  });

  test('never seen is not an address with nothing', async () => {
    const answer = await client.call('getAddress', of(KEY.unseen));
    expect(answer).toMatchObject({ status: 'not-seen', totals: null, coin: null, isContract: null, firstFunder: null });
  });

  test('is distinguished from the same bytes on other chains, and never summed with them', async () => {
    const base = createArrayAccountReader([blockOf(7, [])]);
    const polygon = createArrayAccountReader([
      blockOf(7, [transactionOf({ number: 1, from: KEY.alice, to: KEY.bob, moves: [] })]),
    ]);
    const both = open({ eth: createSampleAccountReader(), base, polygon });
    const answer = await both.client.call('getAddress', of(KEY.alice));
    expect(answer.otherChains).toEqual([{ chain: 'polygon', name: getAccountChain('polygon').name, moveCount: 1 }]);
    expect(answer.totals?.transactionCount).toBe(9);
  });

  test('is a contract where something shows it, and otherwise not known', async () => {
    expect(await client.call('getAddress', of(KEY.router))).toMatchObject({ isContract: true });
    expect(await client.call('getAddress', of(KEY.carol))).toMatchObject({ isContract: null });
  });

  test('in any letter case that its checksum allows is the same one', async () => {
    const lower = `0x${KEY.alice}`;
    expect((await client.call('getAddress', { params: { chain, address: lower } })).address).toBe(address(KEY.alice));
    const wrong = address(KEY.alice).replace(/[a-fA-F]/, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    await expect(client.call('getAddress', { params: { chain, address: wrong } })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/EIP-55/),
    });
  });

  test('of a chain that is not indexed is not found', async () => {
    const call = client.call('getAddress', { params: { chain: 'base', address: address(KEY.alice) } });
    await expect(call).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/Base.*Held: btc, eth/),
    });
  });
});

describe('what a log states about an address', () => {
  const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';
  const frozen = {
    logIndex: 4,
    address: USDT,
    topics: [EVENTS.TETHER_ADDED.topic],
    data: KEY.unseen.padStart(64, '0'),
  };
  const spoof = { ...frozen, logIndex: 5, address: KEY.fake };
  const logs = [frozen, spoof];
  const mentions = [frozen, spoof].map(({ logIndex }) => ({ address: KEY.unseen, logIndex }));
  const reader = createArrayAccountReader([
    ...SAMPLE_ACCOUNT_BLOCKS,
    blockOf(5, [transactionOf({ number: 12, from: KEY.dave, to: USDT, logs, mentions })]),
  ]);
  const site = open({ eth: reader });

  test('is an event on it, although it moved nothing, and only where the issuer wrote it', async () => {
    const answer = await site.client.call('getAddress', of(KEY.unseen));
    expect(answer).toMatchObject({ status: 'seen', totals: null });
    expect(answer.events).toMatchObject([
      {
        kind: 'freeze',
        protocol: 'Tether USDT',
        account: address(KEY.unseen),
        hash: hashOf(12),
        height: 5,
        evidence: [4],
      },
    ]);
  });

  test('is in the transaction with the name of the event', async () => {
    const answer = await site.client.call('getTransaction', { params: { chain, txid: hashOf(12) } });
    expect(answer.logs.map(({ name }) => name)).toEqual([EVENTS.TETHER_ADDED.signature, EVENTS.TETHER_ADDED.signature]);
    expect(answer.actions.map(({ kind }) => kind)).toEqual(['freeze']);
  });
});

describe('noise', () => {
  test('is listed and folded with the reason, and what the address sent itself never is', async () => {
    const spoof = moveOf({ kind: 'token', asset: KEY.tether, from: KEY.alice, to: KEY.dave, amount: 0n, logIndex: 1 });
    const reader = createArrayAccountReader(
      [
        ...SAMPLE_ACCOUNT_BLOCKS,
        blockOf(5, [transactionOf({ number: 12, from: KEY.dave, to: KEY.fake, moves: [spoof] })]),
      ],
      { tokens: SAMPLE_METADATA },
    );
    const { items } = await open({ eth: reader }).client.call('listAddressTransactions', of(KEY.alice));
    const rowOf = (number: number) => items.find(({ hash }) => hash === hashOf(number));
    expect(rowOf(12)).toMatchObject({
      folded: expect.stringMatching(/nothing/),
      moves: [{ flags: ['zero-value', 'spoofed'] }],
    });
    expect(rowOf(6)?.moves[0]).toMatchObject({
      flags: expect.arrayContaining(['imitation']),
      folded: expect.any(String),
    });
    for (const number of [1, 3, 4, 5, 9, 11]) expect(rowOf(number)?.folded).toBeNull();
    expect(items).toHaveLength(11);
  });
});

test('a page asks the store as often for a hundred rows as for two', async () => {
  const many = Array.from({ length: 120 }, (_, i) =>
    blockOf(i, [
      transactionOf({
        number: i,
        from: KEY.alice,
        to: KEY.bob,
        moves: [
          moveOf({ kind: 'token', asset: i.toString(16).padStart(40, '9'), from: KEY.alice, to: KEY.bob, amount: 1n }),
        ],
      }),
    ]),
  );
  let asked = 0;
  // A reader of its own for each page: what the first page learned of the chain helps no other.
  const openCounted = () =>
    new Proxy(createArrayAccountReader(many), {
      get(target, name: keyof AccountLedger) {
        const method = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          const answer = method.apply(target, args);
          if (answer instanceof Promise) asked++;
          return answer;
        };
      },
    });
  for (const route of [
    'listAddressTransactions',
    'listAddressTransfers',
    'listAddressAssets',
    'listAddressCounterparties',
  ] as const) {
    const counts: number[] = [];
    for (const limit of [2, 100]) {
      asked = 0;
      const { items } = await open({ eth: openCounted() }).client.call(route, { ...of(KEY.alice), query: { limit } });
      expect(items.length).toBeGreaterThanOrEqual(route === 'listAddressCounterparties' ? 1 : limit);
      counts.push(asked);
    }
    expect(counts[0]).toBe(counts[1]);
    expect(counts[0]).toBeLessThanOrEqual(9);
  }
});

describe('history', () => {
  test('lists base transactions with the moves of the address in them', async () => {
    const { items } = await client.call('listAddressTransactions', of(KEY.alice));
    expect(items.map(({ hash }) => hash)).toEqual([...[11, 9, 8, 7, 6, 5, 4, 3, 1].map(hashOf), null]);
    expect(items.at(-1)).toMatchObject({ height: 0, from: null, moves: [{ kind: 'genesis', direction: 'in' }] });
  });

  test('nets by asset and names who is on the other side', async () => {
    const { items } = await client.call('listAddressTransactions', of(KEY.alice));
    const router = items.find(({ hash }) => hash === hashOf(4));
    expect(router?.net?.map(({ asset, amount }) => [asset.id, amount])).toEqual([
      ['eth', -ETHER - FEE],
      [TETHER, 5_000_000n],
    ]);
    expect(router).toMatchObject({ paysFee: true, method: { selector: 'deadbeef' }, moveCount: 3 });
    const paid = items.find(({ hash }) => hash === hashOf(11));
    expect(paid).toMatchObject({ paysFee: false, counterparties: [{ address: address(KEY.bob), amount: 2n * ETHER }] });
    const failed = items.find(({ hash }) => hash === hashOf(9));
    expect(failed).toMatchObject({ status: 'failed', net: [{ amount: -FEE }] });
  });

  test('gives the same rows whatever the page size and order', async () => {
    for (const route of ['listAddressTransactions', 'listAddressTransfers'] as const) {
      const whole = await client.call(route, of(KEY.alice));
      for (const order of ['newest', 'oldest'] as const) {
        const rows: unknown[] = [];
        let cursor: string | undefined;
        do {
          const query = { order, limit: 2, ...(cursor ? { cursor } : {}) };
          const page = await client.call(route, { ...of(KEY.alice), query });
          rows.push(...page.items);
          cursor = page.next ?? undefined;
        } while (cursor);
        expect(order === 'newest' ? rows : rows.reverse()).toEqual(whole.items);
      }
    }
  });

  test('refuses a cursor of another list', async () => {
    const { next } = await client.call('listAddressTransactions', { ...of(KEY.alice), query: { limit: 1 } });
    const cursor = next ?? '';
    for (const call of [
      client.call('listAddressTransactions', { ...of(KEY.bob), query: { cursor } }),
      client.call('listAddressTransactions', { ...of(KEY.alice), query: { cursor, direction: 'in' } }),
      client.call('listAddressTransfers', { ...of(KEY.alice), query: { cursor } }),
    ])
      await expect(call).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('filters, and shows no net where moves are left out', async () => {
    const ask = async (query: object) =>
      (await client.call('listAddressTransactions', { ...of(KEY.alice), query })).items;
    const asset = await ask({ asset: TETHER });
    expect(asset.map(({ hash }) => hash)).toEqual([5, 4, 3].map(hashOf));
    expect(await ask({ asset: TETHER, withoutZero: '1' })).toHaveLength(2);
    expect((await ask({ direction: 'in' })).every(({ net }) => net === null)).toBe(true);
    expect((await ask({ asset: 'eth', minAmount: 10n * ETHER })).map(({ height }) => height)).toEqual([1, 0]);
    expect((await ask({ counterparty: address(KEY.dave) })).map(({ hash }) => hash)).toEqual([8, 7, 6].map(hashOf));
    expect(await ask({ fromHeight: 2, toHeight: 2 })).toHaveLength(2);
  });

  test('refuses bounds without an asset, and assets and addresses of other chains', async () => {
    for (const query of [
      { minAmount: 1n },
      { asset: 'trx' },
      { asset: 'eth:0x1' },
      { counterparty: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    ])
      await expect(client.call('listAddressTransactions', { ...of(KEY.alice), query })).rejects.toMatchObject({
        kind: 'invalid',
      });
  });

  test('values the coin and known tokens at the close of the day, and nothing else', async () => {
    const { items } = await client.call('listAddressTransfers', of(KEY.alice));
    const fiatOf = (number: number, kind: string) =>
      items.find(({ hash, kind: own }) => hash === hashOf(number) && own === kind)?.fiat;
    expect(fiatOf(11, 'native')).toMatchObject({ micro: 3_000_000_000n, day: '2022-09-15', source: 'invented' });
    expect(fiatOf(5, 'token')).toMatchObject({ micro: 2_000_000n });
    expect(fiatOf(6, 'token')).toBeNull();
    expect(fiatOf(8, 'nft')).toBeNull();
  });
});

describe('moves', () => {
  test('show the balance after each, where one asset is listed and nothing is left out', async () => {
    const query = { asset: TETHER } as const;
    const { items } = await client.call('listAddressTransfers', { ...of(KEY.alice), query });
    expect(items.map(({ direction, amount, runningBalance }) => [direction, amount, runningBalance])).toEqual([
      ['out', 2_000_000n, 3_000_000n],
      ['in', 5_000_000n, 5_000_000n],
      ['out', 0n, 0n],
    ]);
    const coin = await client.call('listAddressTransfers', { ...of(KEY.alice), query: { asset: 'eth', limit: 3 } });
    const { coin: held } = await client.call('getAddress', of(KEY.alice));
    expect(coin.items[0]?.runningBalance).toBe(held?.balance);
    const next = await client.call('listAddressTransfers', {
      ...of(KEY.alice),
      query: { asset: 'eth', limit: 3, cursor: coin.next ?? '' },
    });
    const last = coin.items[2]!;
    const before =
      last.runningBalance! + (last.direction === 'out' ? last.amount : last.direction === 'in' ? -last.amount : 0n);
    expect(next.items[0]?.runningBalance).toBe(before);
    for (const hidden of [{}, { asset: TETHER, direction: 'in' }, { asset: TETHER, toHeight: 3 }] as const) {
      const { items: rows } = await client.call('listAddressTransfers', { ...of(KEY.alice), query: hidden });
      expect(rows.every(({ runningBalance }) => runningBalance === null)).toBe(true);
    }
  });

  test('of a block itself have no hash', async () => {
    const { items } = await client.call('listAddressTransfers', of(KEY.miner));
    expect(items[0]).toMatchObject({ kind: 'reward', hash: null, from: null, direction: 'in' });
  });
});

describe('assets', () => {
  test('are named by the list of known tokens, and others by what they state about themselves, capped and marked', async () => {
    const { items, total } = await client.call('listAddressAssets', of(KEY.alice));
    expect(total).toBe(5);
    const byId = new Map(items.map((item) => [item.asset.id, item]));
    expect(byId.get(TETHER)).toMatchObject({
      balance: 3_000_000n,
      asset: { symbol: 'USDT', decimals: 6, isVerified: true, imitates: null, standard: 'ERC-20' },
      fiat: { micro: 3_000_000n },
    });
    const fake = byId.get(`eth:0x${KEY.fake}`);
    expect(fake).toMatchObject({
      balance: HUGE,
      fiat: null,
      asset: { isVerified: false, imitates: 'USDT', decimals: 255 },
    });
    expect(fake?.asset.name).toHaveLength(128);
    expect(fake?.balanceNote).toMatch(/not on the list of known tokens/);
    expect(byId.get(`eth:0x${KEY.rebasing}`)).toMatchObject({
      balance: null,
      balanceNote: expect.stringMatching(/rebases/),
    });
    expect(byId.get(`eth:0x${KEY.nft}`)?.asset).toMatchObject({ symbol: HOSTILE, decimals: null, isVerified: false });
  });

  test('have a balance where only tokens are completely indexed, and where a list of all transfers was fetched', async () => {
    const holds = BLOCK_HOLDS_ALL | BLOCK_HOLDS_TOKENS;
    const tokensOnly = createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS.map((block) => ({ ...block, holds })));
    const [coin, token] = (await open({ eth: tokensOnly }).client.call('listAddressAssets', of(KEY.alice))).items;
    expect([coin?.balance, token?.balance]).toEqual([null, 3_000_000n]);
    const some = SAMPLE_ACCOUNT_BLOCKS.slice(2);
    const coverage = { address: KEY.alice, source: 'Blockscout', fetchedAt: 1_700_000_000, fromHeight: 0, toHeight: 9 };
    for (const isComplete of [true, false]) {
      const reader = createArrayAccountReader(some, {
        coverage: [{ ...coverage, holds: HAS_LOGS, isComplete, note: 'the page limit' }],
      });
      const answer = await open({ eth: reader }).client.call('listAddressAssets', of(KEY.alice));
      expect(answer.items[1]?.balance).toBe(isComplete ? 3_000_000n : null);
      expect(answer.coverage.gaps[0]).toMatchObject({ kind: 'fetched-part', fromHeight: 0, toHeight: 9 });
    }
  });
});

describe('a transaction', () => {
  test('shows moves in their order, and what each address gained and lost', async () => {
    const answer = await client.call('getTransaction', { params: { chain, txid: hashOf(4) } });
    expect(answer.moves.map(({ kind }) => kind)).toEqual(['fee', 'native', 'internal', 'token']);
    expect(answer.moves[2]).toMatchObject({ tracePath: '0', direction: null, from: address(KEY.router) });
    expect(answer.transaction).toMatchObject({ confirmations: 3, finality: 'pending', feePayer: address(KEY.alice) });
    const sums = new Map<string, bigint>();
    for (const { changes } of answer.net)
      for (const { asset, amount } of changes) sums.set(asset.id, (sums.get(asset.id) ?? 0n) + amount);
    // What was burned went to nobody, what was minted came from nobody.
    expect(sums).toEqual(
      new Map([
        ['eth', -FEE],
        [TETHER, 5_000_000n],
      ]),
    );
  });

  test('that failed moves nothing but its fee, and says why in its own words', async () => {
    const { transaction, moves } = await client.call('getTransaction', { params: { chain, txid: hashOf(9) } });
    expect(transaction).toMatchObject({ status: 'failed', failure: HOSTILE, value: 9n * ETHER });
    expect(moves.map(({ kind }) => kind)).toEqual(['fee']);
  });

  test('that is not indexed is not found, with what is indexed', async () => {
    const call = client.call('getTransaction', { params: { chain, txid: 'ab'.repeat(32) } });
    await expect(call).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('states what its source did not report', async () => {
    const bare = transactionOf({ number: 1, from: KEY.alice, to: KEY.bob, holds: 1, fee: undefined });
    const reader = createArrayAccountReader([blockOf(50, [bare], { holds: 0 })]);
    const { coverage } = await open({ eth: reader }).client.call('getTransaction', {
      params: { chain, txid: hashOf(1) },
    });
    expect(coverage.gaps.map(({ kind }) => kind)).toEqual([
      'internal-missing',
      'token-missing',
      'fee-missing',
      'heights-missing',
      'block-partial',
      'internal-missing',
      'token-missing',
      'fee-missing',
      'reward-missing',
    ]);
  });
});

describe('relations, activity and blocks', () => {
  test('transfers are listed by kinds that people look for together: tokens without items, and items by themselves', async () => {
    const kindsOf = async (kind: 'tokens' | 'items' | 'nft') => {
      const { items } = await client.call('listAddressTransfers', { ...of(KEY.alice), query: { kind } });
      return [...new Set(items.map((item) => item.kind))].sort();
    };
    expect(await kindsOf('items')).toEqual(['nft']);
    expect(await kindsOf('nft')).toEqual(['nft']);
    expect(await kindsOf('tokens')).not.toContain('nft');
    expect(await kindsOf('tokens')).toContain('token');
  });

  test('counterparties are listed by asset', async () => {
    const { items } = await client.call('listAddressCounterparties', { ...of(KEY.alice), query: { asset: 'eth' } });
    const bob = items.find((item) => item.address === address(KEY.bob));
    expect(bob).toMatchObject({ asset: { id: 'eth' }, sentTo: 10n * ETHER, receivedFrom: 2n * ETHER });
  });

  test('links are the moves between two addresses', async () => {
    const params = { chain, address: address(KEY.alice), other: address(KEY.bob) } as const;
    const { items } = await client.call('listAddressLinks', { params });
    expect(items.map(({ hash, kind }) => [hash, kind])).toEqual([
      [hashOf(11), 'native'],
      [hashOf(5), 'token'],
      [hashOf(3), 'token'],
      [hashOf(1), 'native'],
    ]);
    const self = client.call('listAddressLinks', { params: { ...params, other: params.address } });
    await expect(self).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('activity ends with the balance', async () => {
    const { points, period, asset } = await client.call('getAddressActivity', of(KEY.alice));
    const { coin } = await client.call('getAddress', of(KEY.alice));
    expect(period).toBe('hour');
    expect(asset.id).toBe('eth');
    expect(points.at(-1)?.balance).toBe(coin?.balance);
  });

  test('blocks are paged downwards, with what they themselves moved', async () => {
    const first = await client.call('listBlocks', { params: { chain }, query: { limit: 3 } });
    expect(first.items.map(({ height }) => height)).toEqual([4, 3, 2]);
    const rest = await client.call('listBlocks', {
      params: { chain },
      query: { limit: 3, before: first.next ?? 0 },
    });
    expect([rest.items.map(({ height }) => height), rest.next]).toEqual([[1, 0], null]);
    const { block, moves, transactions } = await client.call('getBlock', { params: { chain, block: '3' } });
    expect(block).toMatchObject({ hash: hashOf(0xb0000003), producer: address(KEY.miner), verified: false });
    expect(moves).toMatchObject([{ kind: 'reward', amount: 2n * ETHER, to: address(KEY.miner) }]);
    expect(transactions.map(({ hash }) => hash)).toEqual([5, 6, 7, 8].map(hashOf));
    const byHash = await client.call('getBlock', {
      params: { chain, block: hashOf(0xb0000003) },
      query: { limit: 1 },
    });
    expect([byHash.block.height, byHash.transactions.length, byHash.next === null]).toEqual([3, 1, false]);
    await expect(client.call('getBlock', { params: { chain, block: '9' } })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('the list of chains says what each holds', async () => {
    const { items } = await client.call('listChains', { query: { family: 'accounts' } });
    expect(items).toMatchObject([
      { id: 'eth', symbol: 'ETH', decimals: 18, tip: { height: 4 }, coverage: { complete: true }, ingest: null },
    ]);
  });
});

describe('coverage', () => {
  test('of single transactions all over a chain stays short', async () => {
    const blocks = Array.from({ length: 500 }, (_, i) =>
      blockOf(10 * i, [transactionOf({ number: i, from: KEY.alice, to: KEY.bob })], {
        holds: i % 2 === 0 ? 0 : BLOCK_TIME_ESTIMATED,
      }),
    );
    const { coverage } = await open({ eth: createArrayAccountReader(blocks) }).client.call('getAddress', of(KEY.alice));
    expect(coverage.ranges.map((range) => range.blocks)).toEqual([250, 250]);
    expect(coverage.gaps.length).toBeLessThan(10);
    expect(coverage.gaps[0]?.message).toMatch(/Of the heights 0 to 4,990 this index has 500 blocks/);
    expect(coverage.gaps.find(({ kind }) => kind === 'time-estimated')?.message).toMatch(/250 blocks/);
  });

  test('of stated values counts them, and they are part of no balance', async () => {
    const stated = moveOf({ kind: 'stated', asset: 'usd', from: KEY.alice, to: KEY.bob, amount: 1_250_000n });
    const reader = createArrayAccountReader([
      blockOf(5, [transactionOf({ number: 1, from: KEY.alice, to: KEY.bob, moves: [stated] })]),
    ]);
    const { items, coverage } = await open({ eth: reader }).client.call('listAddressTransactions', of(KEY.bob));
    expect(items[0]).toMatchObject({
      net: [],
      moves: [{ kind: 'stated', fiat: { micro: 1_250_000n, currency: 'USD' } }],
    });
    expect(coverage.gaps[0]).toMatchObject({ kind: 'value-stated', count: 1 });
  });
});

describe('an export', () => {
  const path = `/api/v1/account-ledger/eth/addresses/${address(KEY.alice)}/export`;

  test('holds every move, with what it is true of and its digest, the same in every format', async () => {
    const { request: paged } = createSampleApp({
      readers: new Map([['eth', createSampleAccountReader()]]),
      knowledge: { tokens: SAMPLE_TOKENS, prices: () => SAMPLE_ACCOUNT_PRICES },
      limits: { exportPage: 2 },
    });
    const csv = await (await paged(path)).text();
    const json = await (await paged(`${path}?format=json`)).json();
    const { items } = await client.call('listAddressTransfers', of(KEY.alice));
    expect(json.rowCount).toBe(items.length);
    expect(csv).toContain(json.sha256OfRows);
    expect(csv).toContain('coverage_complete,yes\r\n');
    expect(json.rows.map((row: { hash: string }) => row.hash)).toEqual(items.map(({ hash }) => hash));
    expect((await paged(`${path}?format=xlsx`)).headers.get('content-type')).toMatch(/spreadsheetml/);
  });

  test('starts no formula from what a contract calls itself', async () => {
    const formula = '=HYPERLINK("http://x")';
    const metadata = SAMPLE_METADATA.map((said) => ({ ...said, symbol: formula, name: formula }));
    const reader = createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS, { tokens: metadata });
    const csv = await (await open({ eth: reader }).request(path)).text();
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv).not.toContain(`,${formula}`);
  });
});

test('what contracts and nodes say travels as text, whatever it is', async () => {
  const answers = await Promise.all(
    ['', '/transactions', '/moves', '/assets', '/counterparties', '/activity'].map((part) =>
      request(`/api/v1/account-ledger/eth/addresses/${address(KEY.alice)}${part}`),
    ),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
  }
});
