import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { Trace } from '@trailmark/core/trace/trace';
import { describe, expect, test } from 'vitest';
import { type PlainMove, tracePlain, transferAt } from './accounts/testing/plain-chain.ts';
import * as ofAuditRows from './audit-rows.ts';
import { toAuditGroups } from './audit-rows.ts';
import * as ofTransactionAudit from './transaction-audit.ts';

const recorded = new WatchedResults();
const { differenceOf } = recorded.watch(ofAuditRows);
const { toTransactionGroups } = recorded.watch(ofTransactionAudit);

function pay(height: number, from: string, to: string, amount: bigint, kind: PlainMove['kind'] = 'native'): PlainMove {
  return { height, from, to, amount, kind };
}

// 60 of its own, 100 stolen, 15 more of its own later; it pays 80 with a fee of 5, then 40.
const moves = [
  pay(0, '', 'victim', 100n, 'genesis'),
  pay(0, '', 'a', 60n, 'genesis'),
  pay(0, '', 'friend', 15n, 'genesis'),
  pay(1, 'victim', 'a', 100n),
  pay(2, 'a', '', 5n, 'fee'),
  pay(2, 'a', 'b', 80n),
  pay(3, 'friend', 'a', 15n),
  pay(4, 'a', 'c', 40n),
];
const run = (method: string) => tracePlain({ moves }, { seeds: [transferAt(1)], method });

function linesOf(trace: Trace): unknown[] {
  return toTransactionGroups(trace).map(({ height, lines }) => [
    height,
    ...lines.map(({ side, ref, amount, tainted }) => [side, ref.includes('#') ? 'transfer' : ref, amount, tainted]),
  ]);
}

describe('a transaction of an account chain', () => {
  test('takes up what its accounts had of traced money and leaves what they have after it', async () => {
    expect(linesOf(await run('haircut/1'))).toEqual([
      [1, ['in', 'transfer', 100n, 100n], ['out', 'held after', 160n, 100n]],
      [
        2,
        ['in', 'held before', 160n, 100n],
        ['out', 'held after', 75n, 47n],
        ['fee', '', 3n, 3n],
        ['out', 'held after', 80n, 50n],
      ],
      [4, ['in', 'held before', 90n, 47n], ['out', 'held after', 50n, 27n], ['out', 'held after', 40n, 20n]],
    ]);
  });

  test('says what poison added, and the opening balance with the receipts shows the same', async () => {
    const trace = await run('poison/1');
    const groups = toTransactionGroups(trace);
    expect(
      groups.map((group) => group.lines.filter(({ side }) => side === 'added').map(({ tainted }) => tainted)),
    ).toEqual([[], [], [25n]]);
    const [own] = trace.statement?.own ?? [];
    expect(own).toMatchObject({ opening: 60n, cameIn: 15n, wentOut: 0n, added: 25n, closing: 50n, held: 0n });
  });

  test('differs where a figure is another one: nothing is what the rest lacks', async () => {
    const trace = await run('poison/1');
    const [first, ...steps] = (trace.statement?.steps ?? []).toReversed();
    if (!first || !trace.statement) throw new Error('The trace has no books.');
    const entries = first.entries.map((entry) => ({ ...entry, added: entry.added + (entry.added > 0n ? 1n : 0n) }));
    const wrong = { ...trace, statement: { ...trace.statement, steps: [...steps, { ...first, entries }] } };
    for (const list of [toTransactionGroups, toAuditGroups]) {
      expect(list(trace).every((group) => differenceOf(group) === 0n)).toBe(true);
      expect(list(wrong).filter((group) => differenceOf(group) !== 0n)).toHaveLength(1);
    }
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/transaction-audit.txt');
});
