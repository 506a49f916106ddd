import { stateRoot } from '@trailmark/chains/evm/state-root';
import { encodeHex } from '@trailmark/core/hex';
import { expect, test } from 'vitest';
import { readGenesisAllocation } from './genesis-allocation.ts';

const ETHER = 10n ** 18n;

test('what Ethereum’s first block gave to accounts gives the state root its header states', () => {
  const gifts = readGenesisAllocation('eth') ?? [];
  expect(encodeHex(stateRoot(gifts))).toBe('d7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544');
  expect(gifts).toHaveLength(8893);
  const total = gifts.reduce((sum, { amount }) => sum + amount, 0n);
  expect(total / ETHER).toBe(72_009_990n);
});

test('a chain whose allocation is not bundled has none, which is not the same as an empty one', () => {
  expect(readGenesisAllocation('polygon')).toBeUndefined();
});
