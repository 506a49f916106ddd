import { expect, test } from 'vitest';
import { findScales } from './range-line.tsx';

const method = (id: string) => ({ id, began: 0n, ended: 0n, cut: 0n, fees: 0n, added: 0n, difference: 0n });
const exit = (asset: string, ...amounts: readonly bigint[]) => ({
  ...{ key: 'k', name: 'n', address: null, reason: 'unspent' as const, least: 0n, most: 0n, ranks: [] },
  ...{ asset, amounts: [...amounts] },
});

test('each asset has its own scale, and what poison counts does not stretch it', () => {
  const methods = [method('fifo/1'), method('poison/1')];
  const scales = findScales({ methods, exits: [exit('', 5n, 900n), exit('', 7n, 7n), exit('usd', 1_000n, 1_000n)] });
  expect([...scales]).toEqual([
    ['', 7n],
    ['usd', 1_000n],
  ]);
});

test('poison alone has the scale of its own amounts', () => {
  expect(findScales({ methods: [method('poison/1')], exits: [exit('', 900n)] }).get('')).toBe(900n);
});
