import type { WashFindingAnswer } from '@trailmark/api/contract/nft-wire';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPart } from '../../testing/open-screen.tsx';
import { RingPicture } from './ring-picture.tsx';

const walletOf = (digit: string) => ({ address: `0x${digit.repeat(40)}`, name: null, category: null });
const [ANNA, BERT, CARL] = ['a', 'b', 'c'].map(walletOf) as [
  ReturnType<typeof walletOf>,
  ReturnType<typeof walletOf>,
  ReturnType<typeof walletOf>,
];

function ringOf(
  prices: readonly (readonly [amount: bigint, symbol: string, decimals: number | null])[],
): WashFindingAnswer {
  const around = [ANNA, BERT, CARL];
  const sales = prices.map(([amount, symbol, decimals], index) => ({
    ...{ index, txid: null, height: 1, time: 1_600_000_000 + index, market: 'Seaport', rule: 'seaport/1' },
    ...{ basis: 'fact' as const, tokens: ['7'], tokenCount: 1, itemCount: 1, seller: ANNA, buyer: BERT },
    ...{
      price: { amount, symbol, decimals, value: null, isStated: false },
      costs: null,
      weight: 1,
      flags: [],
      note: '',
    },
  }));
  return {
    ...{ rule: 'ring', title: 'Ring', index: 0, token: '7', saleCount: sales.length, sales, payments: [], funding: [] },
    steps: around.map((from, i) => ({
      ...{ time: 1_600_000_000 + i, from, to: around[(i + 1) % 3] ?? ANNA, kind: 'sale' as const, sale: i },
    })),
    wallets: around.map((wallet) => ({ wallet, paid: 0n, received: 0n, net: 100n, sides: 0n })),
  };
}

test('a ring names each price in the places of its own asset, and loses no zero of a whole number', async () => {
  const ring = ringOf([
    [1_500_000_000_000_000_000n, 'ETH', 18],
    [100_000_000n, 'USDC', 6],
    [100n, 'token 0xabcdef…', null],
  ]);
  openPart(<RingPicture ring={ring} unit={{ symbol: 'PTS', decimals: 0 }} />);
  await expect.element(page.getByText('1. 1.5 ETH')).toBeVisible();
  await expect.element(page.getByText('2. 100 USDC')).toBeVisible();
  await expect.element(page.getByText('3. 100 token 0xabcdef…')).toBeVisible();
  expect(page.getByText('net +100 PTS').elements()).toHaveLength(3);
});
