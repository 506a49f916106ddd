import type { Trace } from '@trailmark/core/trace/trace';
import { expect, test } from 'vitest';
import { openAccountTrace } from './open-account-trace.ts';
import { assertStatement } from './testing/assert-statement.ts';
import { type HubPayment, openHubChain } from './testing/hub-chain.ts';
import { keyOf, plainKnowledge, requestOf, transferAt } from './testing/plain-chain.ts';

const PAYEES = 500;

/** Money of a victim goes into a hub, which pays many, some of whom pay back, and itself. */
function hubPayments(count: number): HubPayment[] {
  const list: HubPayment[] = [
    { from: 'victim', to: 'a', amount: 1_000_000n },
    { from: 'a', to: 'hub', amount: 1_000_000n },
  ];
  for (let i = 0; list.length < count; i++) {
    list.push({ from: 'hub', to: `p${i % PAYEES}`, amount: BigInt(1 + (i % 97)) });
    if (i % 10 === 0) list.push({ from: `p${i % PAYEES}`, to: 'hub', amount: 1n });
    if (i % 1_000 === 0) list.push({ from: 'hub', to: 'hub', amount: 7n });
  }
  return list;
}

async function run(
  payments: readonly HubPayment[],
  ask: Parameters<typeof requestOf>[0],
  budget = 100_000,
): Promise<{ trace: Trace; rows: number }> {
  const { reader, counts } = openHubChain(payments);
  const context = { chain: 'eth', reader, knowledge: plainKnowledge() } as const;
  const trace = await (await openAccountTrace(context, requestOf({ ...ask, budget }))).run(budget);
  return { trace, rows: counts.rows };
}

test('a hub ends its trail without its transfers being read', async () => {
  const { trace, rows } = await run(hubPayments(200_000), { seeds: [transferAt(1)] });
  expect(trace.leaves).toMatchObject([{ address: keyOf('hub'), amount: 1_000_000n, reason: 'hub' }]);
  expect(trace.state).toBe('complete');
  expect(rows).toBeLessThan(2_010);
});

test.each(['fifo/1', 'haircut/1', 'libr/1'])(
  '%s through a hub follows the largest payments, and the others are one exact remainder',
  async (method) => {
    const stops = { hubTransfers: 20_000, maxFanOut: 40, maxHops: 3 };
    const { trace } = await run(hubPayments(8_000), { seeds: [transferAt(1)], method, stops });
    const cuts = trace.cuts.filter(({ at }) => at === keyOf('hub'));
    expect(cuts).toMatchObject([{ kind: 'fan-out' }]);
    const followed = trace.steps.flatMap((step) =>
      step.family === 'accounts' ? step.transfers.filter(({ from }) => from === keyOf('hub')) : [],
    );
    expect(followed).toHaveLength(40);
    const sum = followed.reduce((all, { tainted }) => all + tainted, 0n) + (cuts[0]?.amount ?? 0n);
    expect(sum).toBe(trace.accounts.find(({ address }) => address === keyOf('hub'))?.taintedOut);
    for (const { difference } of trace.sums) expect(difference).toBe(0n);
    assertStatement(trace);
  },
);

test('five hundred seeds into large accounts read no more than the budget holds, and say where they stopped', async () => {
  const seeds = Array.from({ length: 500 }, (_, i) => transferAt(i + 1));
  const first = Array.from({ length: 500 }, (_, i) => ({ from: `v${i}`, to: `s${i}`, amount: 1_000n }));
  const later = Array.from({ length: 100_000 }, (_, i) => ({ from: `s${i % 500}`, to: `t${i % 77}`, amount: 3n }));
  const { trace, rows } = await run([...first, ...later], { seeds, stops: { hubTransfers: 2_000 } }, 5_000);
  expect(trace.state).toBe('partial');
  expect(trace.counts.transactionsRead).toBeLessThanOrEqual(5_000);
  expect(trace.leaves.some(({ reason }) => reason === 'budget')).toBe(true);
  expect(trace.sums[0]).toMatchObject({ began: 500_000n, difference: 0n });
  expect(rows).toBeLessThan(110_000);
});
