import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { OutputStep, TraceChange } from '@trailmark/core/trace/trace';
import { expect, test } from 'vitest';
import * as ofPeelChains from './peel-chains.ts';

const recorded = new WatchedResults();
const { findPeelChains } = recorded.watch(ofPeelChains);

const NOBODY: TraceChange = { vout: null, by: 'nobody', rules: [], isDisputed: false };

/** A step that spends `from` and pays two outputs, all of it traced. */
function step(
  txid: string,
  from: string,
  outputs: readonly [bigint, bigint],
  change: Partial<TraceChange> = {},
): OutputStep {
  const parts = outputs.map((amount, vout) => ({
    ref: `${txid}:${vout}`,
    address: `${txid}${vout}`,
    amount,
    tainted: amount,
  }));
  const amount = outputs[0] + outputs[1];
  return {
    family: 'outputs',
    txid,
    height: 1,
    index: 0,
    time: txid.charCodeAt(0),
    timeEstimated: false,
    hop: 1,
    inputs: [{ ref: from, address: 'x', amount, tainted: amount }],
    outputs: parts,
    fee: 0n,
    feeTainted: 0n,
    added: 0n,
    change: { ...NOBODY, ...change },
    coinJoin: null,
  };
}

const RUN = [step('a', 's:0', [10n, 90n]), step('b', 'a:1', [80n, 10n]), step('c', 'b:0', [5n, 75n])];

test('three payments off one large rest are a peel chain, with what was peeled and what is left', () => {
  expect(findPeelChains(RUN)).toMatchObject([
    {
      txids: ['a', 'b', 'c'],
      entered: 's:0',
      left: 'c:1',
      enteredAmount: 100n,
      leftAmount: 75n,
      peeledAmount: 25n,
      peeled: [{ ref: 'a:0' }, { ref: 'b:1' }, { ref: 'c:0' }],
      firstTime: 97,
      lastTime: 99,
    },
  ]);
});

test('two are none', () => {
  expect(findPeelChains(RUN.slice(0, 2))).toEqual([]);
});

test('a run ends where neither output is clearly the rest, or where rules dispute it', () => {
  expect(findPeelChains([...RUN.slice(0, 2), step('c', 'b:0', [25n, 75n])])).toEqual([]);
  expect(findPeelChains([...RUN.slice(0, 2), step('c', 'b:0', [5n, 75n], { isDisputed: true })])).toEqual([]);
});

test('what is stated about change counts before size, the examiner’s word before the rules', () => {
  const [chain] = findPeelChains([...RUN.slice(0, 2), step('c', 'b:0', [60n, 20n], { vout: 1, by: 'rules' })]);
  expect(chain).toMatchObject({ left: 'c:1', leftAmount: 20n });
  const nobody = step('c', 'b:0', [5n, 75n], { vout: null, by: 'examiner' });
  expect(findPeelChains([...RUN.slice(0, 2), nobody])).toEqual([]);
});

test('a transaction with further inputs or outputs, or a CoinJoin, is no part of a run', () => {
  const [first, second, third] = RUN as [OutputStep, OutputStep, OutputStep];
  const joined = { ...second, inputs: [...second.inputs, ...first.inputs] };
  expect(findPeelChains([first, joined, third])).toEqual([]);
  const mixed = { ...second, coinJoin: { kind: 'wasabi-1', participants: 3, confidence: 90 } } as const;
  expect(findPeelChains([first, mixed, third])).toEqual([]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/peel-chains.txt');
});
