import { findActions } from '@trailmark/analysis/protocols/catalogue';
import { netChange } from '@trailmark/analysis/protocols/net-change';
import type { ProtocolInput } from '@trailmark/analysis/protocols/protocol';
import type { AccountBlock } from '@trailmark/core/account-block';
import { toPosition } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { readAccountTable } from '@trailmark/ingest/account-bundled/account-table';
import { beforeAll, describe, expect, test } from 'vitest';

interface Read {
  readonly input: ProtocolInput;
  readonly actions: readonly ProtocolAction[];
}

function toInputs({ height, transactions }: AccountBlock): ProtocolInput[] {
  return transactions.map(({ moves, logs, mentions: _, ...transaction }) => {
    const position = toPosition(height, transaction.index);
    return {
      chain: 'eth',
      transaction: { ...transaction, position },
      moves: moves.map((move, slot) => ({ ...move, position, slot })),
      logs,
    };
  });
}

async function readSet(id: string): Promise<Read[]> {
  const found: Read[] = [];
  const file = new URL(`../data/eth/${id}/facts.jsonl.gz`, import.meta.url);
  for await (const blocks of readAccountTable(file, 'test')) {
    for (const input of blocks.flatMap(toInputs)) found.push({ input, actions: findActions(input) });
  }
  return found;
}

function ofKind(reads: readonly Read[], kind: ProtocolAction['kind']): ProtocolAction[] {
  return reads.flatMap(({ actions }) => actions.filter((action) => action.kind === kind));
}

/** Sum of every account's net change by asset, wrapping and fees left out: zero but for what came into being or was burned. */
function sumOfChanges({ chain, moves }: ProtocolInput): bigint {
  const plain = moves.filter(({ from, to, flags }) => from !== '' && to !== '' && flags === 0);
  const accounts = new Set(plain.flatMap(({ from, to }) => [from, to]));
  let sum = 0n;
  for (const account of accounts) {
    const { given, got } = netChange(chain, plain, account);
    for (const { amount } of got) sum += amount;
    for (const { amount } of given) sum -= amount;
  }
  return sum;
}

/** What the log of a v2 pair states as paid out, in whichever of its two tokens. */
function statedOut({ logs }: ProtocolInput, logIndex: number): bigint[] {
  const data = logs.find((log) => log.logIndex === logIndex)?.data ?? '';
  return [2, 3].map((word) => BigInt(`0x${data.slice(word * 64, word * 64 + 64)}`));
}

describe.each([
  ['eth-17173049', 68],
  ['eth-15000000', 98],
] as const)('the blocks of %s', (id, expected) => {
  let reads: Read[] = [];
  beforeAll(async () => {
    reads = await readSet(id);
  });

  test('have the swaps that were counted, one per transaction at most', () => {
    const swaps = reads.map(({ actions }) => actions.filter(({ rule }) => rule === 'dex-swap/1').length);
    expect(Math.max(...swaps)).toBe(1);
    expect(swaps.filter((count) => count === 1)).toHaveLength(expected);
  });

  test('conserve value in every swap: what accounts lost others gained', () => {
    for (const { input, actions } of reads) {
      if (actions.some(({ kind }) => kind === 'swap')) expect(sumOfChanges(input)).toBe(0n);
    }
  });

  test('give nobody a swap that has the fee in it', () => {
    for (const { input, actions } of reads) {
      const swap = actions.find(({ kind }) => kind === 'swap');
      const coin = swap?.given.find(({ asset }) => asset === '');
      if (coin && input.transaction.value > 0n) expect(coin.amount).toBeLessThanOrEqual(input.transaction.value);
    }
  });
});

describe('swaps of block 17173049', () => {
  test('agree with what single pools log as paid out, which the rule does not read', async () => {
    const single = (await readSet('eth-17173049')).flatMap(({ input, actions }) => {
      const swap = actions.find(({ kind, given, got }) => kind === 'swap' && given.length === 1 && got.length === 1);
      if (swap?.evidence.length !== 1 || swap.protocol !== 'Uniswap v2 shape') return [];
      return [{ got: swap.got[0]?.amount ?? 0n, stated: statedOut(input, swap.evidence[0] ?? -1) }];
    });
    const equal = single.filter(({ got, stated }) => stated.includes(got));
    const less = single.filter(({ got, stated }) => !stated.includes(got) && stated.some((amount) => amount > got));
    expect(single.length).toBeGreaterThan(20);
    expect(equal.length).toBeGreaterThan(single.length / 2);
    // Tokens that keep a part of each transfer pay out less than the pool says; nothing pays out more.
    expect(equal.length + less.length).toBe(single.length);
  });

  test.each([
    // Checked by hand against the transfers of each receipt: through the universal router, by way of USDT and WETH, by 1inch v4.
    [
      'ec7cc4df1ff542793053335700f18d59c3f870e1e4820a42d558c76db832bd14',
      { asset: '', amount: 7_400_000_000_000_000_000n },
      { asset: '1ce270557c1f68cfb577b856766310bf8b47fd9c', amount: 151_553_041_876_899_159_101_915_312_117n },
    ],
    [
      'b559b7027cdc452cc05be1c65fe930a1abb6c4796d7b141d4f6d7826f9e9fa92',
      { asset: 'dac17f958d2ee523a2206206994597c13d831ec7', amount: 300_000_000n },
      { asset: 'd87d72248093597df8d56d2a53c1ab7c1a0cc8da', amount: 3_181_817_370_169_481_489_040_062n },
    ],
    [
      '6761a31a06976573cc262b9288f4d5b5dd149fdab2e2e6fca7fc0011afd38bb8',
      { asset: '15f20f9dfdf96ccf6ac96653b7c0abfe4a9c9f0f', amount: 4_038_835_056_560_270_382_964_284_802n },
      { asset: 'dac17f958d2ee523a2206206994597c13d831ec7', amount: 988_636_993n },
    ],
  ])('net %s to one asset for one other', async (hash, given, got) => {
    const read = (await readSet('eth-17173049')).find(({ input }) => input.transaction.hash === hash);
    expect(read?.actions.filter(({ kind }) => kind === 'swap')).toMatchObject([{ given: [given], got: [got] }]);
  });

  test('are next to one sale through Seaport, at the value of its transaction', async () => {
    const read = (await readSet('eth-17173049')).find(({ actions }) => actions.some(({ kind }) => kind === 'nft-sale'));
    const [sale] = read?.actions.filter(({ kind }) => kind === 'nft-sale') ?? [];
    expect(sale?.given).toEqual([{ asset: '', amount: read?.input.transaction.value, tokenId: undefined }]);
  });
});

describe('the bundled cases', () => {
  test('every payment of the Nomad exploit is a payment of the bridge, stated and not proven', async () => {
    const payments = ofKind(await readSet('nomad'), 'bridge-in');
    expect(payments).toHaveLength(1175);
    expect(new Set(payments.map(({ counterpart }) => counterpart?.certainty))).toEqual(new Set(['stated']));
  });

  test('every CryptoPunk sale of the table is a sale, with its stated price where the table has one', async () => {
    const sales = ofKind(await readSet('cryptopunks-sales'), 'nft-sale');
    const priced = sales.filter(({ given }) => given.length > 0);
    expect([sales.length, priced.length]).toEqual([10_233, 10_224]);
    expect(new Set(priced.map(({ given }) => given[0]?.asset))).toEqual(new Set(['price']));
  });
});
