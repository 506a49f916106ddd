import { expect, test } from 'vitest';
import { measureClusters } from '../../scripts/accuracy/measure-accuracy.ts';
import {
  inputWallets,
  type OwnedLedger,
  readRecordedLedger,
  toOwnedLedger,
} from '../../scripts/accuracy/owned-ledger.ts';
import { simulateWallets } from '../../scripts/accuracy/wallet-simulator.ts';
import { describeWith } from '../needs.ts';

function conservativePairs(ledger: OwnedLedger, variant: string) {
  const row = measureClusters(ledger).find((each) => each.variant === variant && each.view === 'conservative');
  if (!row) throw new Error(`There is no measurement "${variant}".`);
  return row.pairs;
}

test.each(['tuning', 'reporting'])(
  'the conservative view of the recorded %s run joins no two owners but by PayJoins',
  (seed) => {
    const ledger = readRecordedLedger(seed);
    const without = conservativePairs(ledger, 'PayJoins left out');
    expect(without.largestFalseMerge).toBeUndefined();
    expect(without.truePairs).toBe(without.joinedPairs);
    expect(without.joinedPairs).toBeGreaterThan(1_000);
  },
);

test('PayJoins do mislead the conservative view, and unrecognised CoinJoins would mislead it further', () => {
  const ledger = readRecordedLedger('reporting');
  const product = conservativePairs(ledger, 'as in the product');
  const blind = conservativePairs(ledger, 'CoinJoins not recognised');
  expect(product.truePairs).toBeLessThan(product.joinedPairs);
  expect(blind.truePairs / blind.joinedPairs).toBeLessThan(product.truePairs / product.joinedPairs);
});

test.each(['tuning', 'reporting'])('in the recorded %s run only joint transactions have several signers', (seed) => {
  const ledger = readRecordedLedger(seed);
  const kinds = new Map<string, Set<boolean>>();
  for (const record of ledger.records) {
    const wallets = inputWallets(ledger, record);
    const kind = ledger.kinds.get(record.txid);
    if (record.isCoinbase || kind === undefined) continue;
    expect(wallets?.size).toBeGreaterThan(0);
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add((wallets?.size ?? 0) > 1));
  }
  const joint = [...kinds].filter(([, several]) => several.has(true)).map(([kind]) => kind);
  expect(joint.sort()).toEqual(['joinmarket', 'payjoin']);
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(['payment', 'peel', 'sweep', 'batch', 'equal-batch', 'changeless']),
  );
});

describeWith('litecoind', (path) => {
  test('wallets played afresh are joined by co-spending with their own addresses only', async () => {
    const simulation = await simulateWallets(path, 'test', 10);
    const ledger = toOwnedLedger('test', simulation);
    const pairs = conservativePairs(ledger, 'PayJoins left out');
    expect(pairs.joinedPairs).toBeGreaterThan(20);
    expect(pairs.truePairs).toBe(pairs.joinedPairs);
    const spendable = simulation.transactions.flatMap(({ owners }) => owners).filter((owner) => owner !== undefined);
    expect(spendable.length).toBeGreaterThan(200);
  });
});
