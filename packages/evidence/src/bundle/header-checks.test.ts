import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { getChain } from '@trailmark/chains/catalogue';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { AccountRun } from './account-ledger.ts';
import type { HeaderRun } from './header-chain.ts';
import * as ofHeaderChecks from './header-checks.ts';

const recorded = new WatchedResults();
const { checkAccountHeaders, checkHeaders } = recorded.watch(ofHeaderChecks);

const last = (count: number) => ({ hash: `hash ${count}` });

/** Sentences on a run of headers from block 100: how many, the highest block that is known or has enough work, and what is used. */
function say(
  count: number,
  run: Pick<HeaderRun, 'known' | 'anchored'>,
  used: readonly number[] = [],
  isWorkChecked = true,
) {
  const headers = Array.from({ length: count }, (_, index) => last(index + 1));
  const runs = [{ path: 'headers', from: 100, headers, ...run }] as unknown as HeaderRun[];
  const no = () => false;
  const chain = { runs, faults: [], isWorkChecked, at: () => undefined, isAnchored: no, hasAnchored: no };
  const places = used.map((height) => ({ txid: '', height, index: 0, branch: [] }));
  return checkHeaders({ chain: getChain('btc'), headers: chain, places }).map(
    ({ state, sentence }) => `${state}: ${sentence}`,
  );
}
const known = (height: number) => ({ known: height, anchored: height });

test('headers that lead to a known block pass, others ask for another source, one and several in their own words', () => {
  expect(say(1, known(100))).toEqual([
    'passed: The header of Bitcoin block 100 carries its work and leads to block 100, which is known.',
  ]);
  expect(say(3, known(102))).toEqual([
    'passed: 3 headers of Bitcoin, blocks 100 to 102, carry their work and lead to block 102, which is known.',
  ]);
  expect(say(2, { known: undefined, anchored: undefined })[0]).toMatch(
    /^stated: 2 headers of Bitcoin, blocks 100 to 101, carry their work\. No block known .*compare hash 2 with/,
  );
  expect(say(1, known(100), [], false)[0]).toContain('fit; the work (scrypt) is not recomputed here');
});

test('a block after the last known one is shown by the work on it alone', () => {
  const run = { known: 100, anchored: 102 };
  expect(say(5, run, [101, 103])[0]).toMatch(/^stated: .*Block 100 is known, which says nothing .*compare hash 5 with/);
  expect(say(5, run, [101, 102])[0]).toMatch(/^passed: .*from block 102 on more than 3 × 10²³ hashes/);
  expect(say(5, run, [100])[0]).toMatch(/^passed: .*lead to block 100, which is known/);
});

function describeAccounts(chain: 'eth' | 'trx', count: number, known?: number): string {
  const headers = Array.from({ length: count }, (_, index) => ({ height: 100 + index, hash: `hash ${100 + index}` }));
  const runs = [{ headers, known, signed: count }] as unknown as AccountRun[];
  return checkAccountHeaders({ chain: getAccountChain(chain), runs })
    .map(({ state, sentence }) => `${state}: ${sentence}`)
    .join();
}

test('headers of an account chain pass where the last of them is known, and say what a block before the last proves', () => {
  expect(describeAccounts('eth', 1, 100)).toBe(
    'passed: The header of Ethereum block 100 fits its hash, and block 100 is known.',
  );
  expect(describeAccounts('eth', 3, 102)).toBe(
    'passed: 3 headers of Ethereum, blocks 100 to 102, follow each other by hash, and block 102 is known.',
  );
  expect(describeAccounts('eth', 3, 101)).toMatch(
    /^stated: .*Block 101 is known, which says nothing .*compare hash 102 with/,
  );
  expect(describeAccounts('eth', 2)).toMatch(/^stated: .*No block known to this program .*compare hash 101 with/);
  expect(describeAccounts('trx', 1, 100)).toContain('; 1 signed by the producer they name, and block 100 is known.');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/header-checks.txt');
});
