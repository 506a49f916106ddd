import { coinOf } from '@trailmark/core/ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { WatchFold } from '@trailmark/core/watch';
import { expect, test } from 'vitest';
import type { Knowledge } from '../knowledge/knowledge.ts';
import * as ofEvaluateHit from './evaluate-hit.ts';
import type { RuleWorld } from './rules/watch-rule.ts';

const recorded = new WatchedResults();
const { evaluateHit } = recorded.watch(ofEvaluateHit);

const COIN = coinOf('eth');
const TOKEN = `eth:0x${'11'.repeat(20)}`;
const KNOWN = `eth:0x${'22'.repeat(20)}`;
const PLACES: Readonly<Record<string, number>> = { [COIN]: 18, [KNOWN]: 6 };
const ETHER = 10n ** 18n;

const knowledge = {
  tokens: { find: (_: string, key: string) => (KNOWN.endsWith(key) ? { symbol: 'KNO', decimals: 6 } : undefined) },
} as unknown as Knowledge;
const world = {
  isOwn: (key: string) => key === 'own',
  decimals: (asset: string) => PLACES[asset],
  format: (amount: bigint) => String(amount),
  labelsOf: () => [{ label: 'Shop', category: 'exchange', pack: 'p' }],
  balanceAfter: async () => undefined,
} as unknown as RuleWorld;

interface Change {
  readonly asset: string;
  readonly received?: bigint;
  readonly sent?: bigint;
}

function evaluate(
  changes: readonly Change[],
  conditions: readonly { rule: string; setting?: Record<string, string> }[] = [],
  folds: readonly WatchFold[] = [],
) {
  const transaction = {
    ...{ position: 1, height: 1, time: 1, touched: ['own'] },
    transfers: [{ asset: COIN, from: ['own'], to: 'shop' }],
    changes: changes.map((change) => ({ received: 0n, sent: 0n, ...change })),
  };
  const watch = { conditions: conditions.map(({ rule, setting = {} }) => ({ rule, setting })), folds };
  return evaluateHit(transaction as never, watch, { chain: 'eth', knowledge, world });
}

test('the largest change that meets every condition is what a transaction is to a watch', async () => {
  const changes = [
    { asset: COIN, sent: 5n },
    { asset: KNOWN, received: 900n },
    { asset: COIN, received: 70n },
  ];
  expect(await evaluate(changes)).toMatchObject({ kind: 'met', hit: { change: { asset: KNOWN } } });
  const out = [{ rule: 'direction', setting: { is: 'out' } }];
  expect(await evaluate(changes, out)).toMatchObject({ kind: 'met', hit: { change: { sent: 5n } } });
  expect(await evaluate([{ asset: COIN, received: 5n }], out)).toEqual({ kind: 'not-met' });
  expect(await evaluate([])).toEqual({ kind: 'not-met' });
});

test('an answer is as certain as its least certain condition, and each says its rule and version', async () => {
  const conditions = [{ rule: 'category' }, { rule: 'direction' }];
  const outcome = await evaluate([{ asset: COIN, sent: 5n }], conditions);
  expect(outcome).toMatchObject({ kind: 'met', mark: 'claim', unknown: [] });
  expect(outcome.kind === 'met' && outcome.lines).toEqual([
    { mark: 'fact', name: 'In or out', text: 'out (direction v1)' },
    { mark: 'claim', name: 'Counterparty is any service', text: expect.stringMatching(/“Shop” .* \(category v1\)$/) },
  ]);
  expect(await evaluate([{ asset: COIN, sent: 5n }], [{ rule: 'direction' }])).toMatchObject({ mark: 'fact' });
});

test('what cannot be known counts as met and is named', async () => {
  expect(await evaluate([{ asset: COIN, sent: 5n }], [{ rule: 'balance' }])).toMatchObject({
    ...{ kind: 'met', unknown: ['Balance crossed: the balance is not known: blocks are missing.'] },
  });
});

test('a rule that there is no more meets nothing', async () => {
  expect(await evaluate([{ asset: COIN, sent: 5n }], [{ rule: 'gone' }])).toEqual({ kind: 'not-met' });
});

test('dust is what arrives below three ten-thousandths of a coin, and only that', async () => {
  const dust = (change: Change) => evaluate([change], [], ['dust']);
  const line = (3n * ETHER) / 10_000n;
  expect(await dust({ asset: COIN, received: line - 1n })).toEqual({ kind: 'folded', reason: 'dust' });
  expect((await dust({ asset: COIN, received: line })).kind).toBe('met');
  expect((await dust({ asset: COIN, received: 2n, sent: 1n })).kind).toBe('met');
  expect((await dust({ asset: KNOWN, received: 1n })).kind).toBe('met');
  expect((await evaluate([{ asset: COIN, received: 1n }], [], ['spam', 'zero-value'])).kind).toBe('met');
});

test('spam is a token that nobody knows and that arrived, never one that was paid out', async () => {
  const spam = (change: Change) => evaluate([change], [], ['spam']);
  expect(await spam({ asset: TOKEN, received: 5n })).toEqual({ kind: 'folded', reason: 'spam' });
  expect((await spam({ asset: TOKEN, sent: 5n })).kind).toBe('met');
  expect((await spam({ asset: KNOWN, received: 5n })).kind).toBe('met');
  expect((await spam({ asset: COIN, received: 5n })).kind).toBe('met');
});

test('a transfer of nothing is folded where that was requested, and another change of it still alerts', async () => {
  const nothing = { asset: KNOWN };
  expect(await evaluate([nothing], [], ['zero-value'])).toEqual({ kind: 'folded', reason: 'zero-value' });
  expect((await evaluate([nothing])).kind).toBe('met');
  expect((await evaluate([{ asset: KNOWN, sent: 1n }], [], ['zero-value'])).kind).toBe('met');
  const both = [{ asset: TOKEN, received: 9n }, { asset: COIN, received: ETHER }, nothing];
  expect(await evaluate(both, [], ['zero-value', 'spam'])).toMatchObject({
    kind: 'met',
    hit: { change: { asset: COIN } },
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/evaluate-hit.txt');
});
