import type { RecordInput, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, toPosition } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knowledgeOf, RecordLedger, requestOf, ScriptedOutputs, txidOf } from '../testing/output-ledger.ts';
import { randomLedger } from '../testing/random-output-ledger.ts';
import { openOutputTrace } from './open-output-trace.ts';

const PER_BLOCK = 6;

/** The transactions of a scripted ledger in blocks of six, in the order in which they spend each other or in that of their ids. */
function inBlocks(records: readonly TransactionRecord[], placeOf: (at: Position) => Position): RecordLedger {
  const placed = records.map((record): TransactionRecord => {
    const inputs = record.inputs.map(
      (input): RecordInput => ({ ...input, source: input.source === undefined ? undefined : placeOf(input.source) }),
    );
    return { ...record, position: placeOf(record.position), inputs };
  });
  const heights = Array.from({ length: Math.ceil(records.length / PER_BLOCK) + 1 }, (_, height) => height);
  return new RecordLedger(
    placed.toSorted((a, b) => a.position - b.position),
    heights,
  );
}

const numberOf = (position: Position): number => Math.floor(position / toPosition(1, 0));
const blockOf = (number: number): number => 1 + Math.floor(number / PER_BLOCK);
const parentsFirst = (at: Position) => toPosition(blockOf(numberOf(at)), numberOf(at) % PER_BLOCK);
/** As in blocks of Bitcoin Cash since November 2018: the order states nothing about who spends whom. */
const childrenFirst = (at: Position) => toPosition(blockOf(numberOf(at)), PER_BLOCK - 1 - (numberOf(at) % PER_BLOCK));

interface Walk {
  readonly method: string;
  readonly direction: TraceDirection;
  readonly seed: { readonly txid: string; readonly vout: number };
  readonly isBrief?: boolean;
}

async function walk(reader: RecordLedger, { method, direction, seed, isBrief = false }: Walk): Promise<Trace> {
  const request = requestOf({ method, direction, seeds: [{ kind: 'output', ...seed }] });
  const session = await openOutputTrace({ reader, knowledge: knowledgeOf() }, request);
  return await session.run(10_000, { isBrief });
}

/** What a trace states, whatever the order of transactions within a block. */
function stated({ leaves, sums, steps, peelChains }: Trace) {
  const ends = leaves.map(({ ref, amount, reason, hop }) => `${ref} ${amount} ${reason} ${hop}`).sort();
  const passed = steps.flatMap((step) =>
    step.family === 'outputs' ? [`${step.txid} ${step.feeTainted} ${step.hop}`] : [],
  );
  return { ends, sums, passed: passed.sort(), peels: peelChains.map(({ txids }) => txids.join(' ')).sort() };
}

const CHAIN = new ScriptedOutputs([
  { spends: [], pays: [{ to: 1, amount: 100n }] },
  {
    spends: [[0, 0]],
    pays: [
      { to: 2, amount: 90n },
      { to: 3, amount: 10n },
    ],
  },
  {
    spends: [[1, 0]],
    pays: [
      { to: 4, amount: 80n },
      { to: 5, amount: 10n },
    ],
  },
  {
    spends: [[2, 0]],
    pays: [
      { to: 6, amount: 75n },
      { to: 7, amount: 5n },
    ],
  },
]);

test('money spent several times within a block is followed, wherever in the block the spending transactions are', async () => {
  const reader = inBlocks(CHAIN.indexedRecords, childrenFirst);
  const forward = { method: 'fifo/1', direction: 'forward', seed: { txid: txidOf(0), vout: 0 } } as const;
  const trace = await walk(reader, forward);
  expect(trace.leaves.map(({ address, amount, reason }) => [address, amount, reason]).sort()).toEqual([
    ['a3', 10n, 'unspent'],
    ['a5', 10n, 'unspent'],
    ['a6', 75n, 'unspent'],
    ['a7', 5n, 'unspent'],
  ]);
  expect(trace.peelChains.map(({ txids }) => txids)).toEqual([[txidOf(1), txidOf(2), txidOf(3)]]);
  expect((await walk(reader, { ...forward, isBrief: true })).peelChains).toEqual(trace.peelChains);
  const back = await walk(reader, { method: 'fifo/1', direction: 'backward', seed: { txid: txidOf(3), vout: 0 } });
  expect(back.leaves.map(({ ref, amount, reason }) => [ref, amount, reason])).toEqual([
    [`${txidOf(0)}:0`, 75n, 'issued'],
  ]);
});

test('what a trace states does not depend on the order of transactions within a block', async () => {
  const anyWalk = fc.record({
    method: fc.constantFrom('exact/1', 'fifo/1', 'haircut/1', 'lifo/1', 'poison/1'),
    direction: fc.constantFrom<TraceDirection>('forward', 'backward'),
    pick: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(randomLedger(), anyWalk, async (drafts, { pick, ...how }) => {
      const { indexedRecords } = new ScriptedOutputs(drafts);
      const seeds = drafts.flatMap(({ pays }, number) =>
        pays.flatMap(({ to, amount }, vout) =>
          to !== undefined && amount > 0n ? [{ txid: txidOf(number), vout }] : [],
        ),
      );
      const seed = seeds[pick % Math.max(1, seeds.length)];
      if (!seed) return;
      const usual = await walk(inBlocks(indexedRecords, parentsFirst), { ...how, seed });
      const reversed = await walk(inBlocks(indexedRecords, childrenFirst), { ...how, seed });
      expect(stated(reversed)).toEqual(stated(usual));
      const brief = await walk(inBlocks(indexedRecords, childrenFirst), { ...how, seed, isBrief: true });
      expect(stated(brief).peels).toEqual(stated(usual).peels);
    }),
    { numRuns: 200 },
  );
});
