import { compactToTarget } from '@trailmark/chains/utxo/block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofHeaderChain from './header-chain.ts';

const recorded = new WatchedResults();
const { nextBits } = recorded.watch(ofHeaderChain);

// Times and targets of real periods, from src/test/pow_tests.cpp of Bitcoin Core (MIT).
test.each([
  ['the first that got harder, block 32,256', 1_261_130_161, 1_262_152_739, 0x1d00ffff, 0x1d00d86a],
  ['never easier than the limit, block 2,016', 1_231_006_505, 1_233_061_996, 0x1d00ffff, 0x1d00ffff],
  ['never a quarter of the time or less, block 68,544', 1_279_008_237, 1_279_297_671, 0x1c05a3f4, 0x1c0168fd],
  ['never four times the time or more, block 46,368', 1_263_163_443, 1_269_211_443, 0x1c387f6f, 0x1d00e1fd],
])('the target that is due after 2,016 blocks is %s', (_name, from, to, bits, due) => {
  const limit = compactToTarget(0x1d00ffff) ?? 0n;
  expect(nextBits({ time: from }, { time: to, bits }, limit).toString(16)).toBe(due.toString(16));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/header-chain.txt');
});
