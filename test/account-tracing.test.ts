import { beforeAll, describe, expect, test } from 'vitest';
import { least } from '../packages/analysis/src/tracing/accounts/account-apportioning.ts';
import { openAccountTrace } from '../packages/analysis/src/tracing/accounts/open-account-trace.ts';
import type { AccountBlock, ValueMove } from '../packages/core/src/account-block.ts';
import type { AccountLedger } from '../packages/core/src/account-ledger.ts';
import { toPosition } from '../packages/core/src/position.ts';
import type { AccountStep, Trace } from '../packages/core/src/trace/trace.ts';
import { DEFAULT_STOPS, type TraceRequest } from '../packages/core/src/trace/trace-request.ts';
import { getAccountSet } from '../packages/ingest/src/account-bundled/account-sets.ts';
import { createArrayAccountReader } from '../packages/store/src/testing/array-account-reader.ts';

const METHODS = ['fifo/1', 'haircut/1', 'libr/1', 'lifo/1', 'poison/1', 'pro-rata/1'];
const knowledge = {
  formatAddress: (address: string) => `0x${address}`,
  parseAddress: (text: string) => text.replace(/^0x/, ''),
  partiesOf: () => new Map(),
};

interface Ledger {
  readonly blocks: readonly AccountBlock[];
  readonly moves: readonly (ValueMove & { readonly position: number; readonly slot: number; readonly hash: string })[];
  readonly reader: AccountLedger;
}

async function load(id: string): Promise<Ledger> {
  const blocks: AccountBlock[] = [];
  for await (const part of getAccountSet(id).blocks()) blocks.push(...part);
  const moves = blocks
    .flatMap(({ height, transactions }) =>
      transactions.flatMap(({ index, hash, moves: own }) =>
        own.map((move, slot) => ({ ...move, slot, hash, position: toPosition(height, index) })),
      ),
    )
    .sort((a, b) => a.position - b.position || a.slot - b.slot);
  return { blocks, moves, reader: createArrayAccountReader(blocks) };
}

type Ask = Partial<Omit<TraceRequest, 'stops'>> & { readonly stops?: Partial<TraceRequest['stops']> };

async function trace({ reader }: Ledger, ask: Ask): Promise<Trace> {
  const request: TraceRequest = {
    ...{ chain: 'eth', asset: undefined, direction: 'forward', seeds: [], incident: undefined, method: 'fifo/1' },
    ...{ params: {}, choices: [], budget: 100_000 },
    ...ask,
    stops: { ...DEFAULT_STOPS, maxHops: 200, maxFanOut: 10_000, ...ask.stops },
  };
  const session = await openAccountTrace({ chain: 'eth', reader, knowledge }, request);
  return session.run(100_000);
}

/** A table does not say in which order a transaction paid: each account gets before it pays. For transactions without circles. */
function receiptsFirst(moves: Ledger['moves']): Ledger['moves'] {
  const byPosition = Map.groupBy(moves, ({ position }) => position);
  const depthOf = (own: Ledger['moves'], from: string): number =>
    Math.max(0, ...own.filter(({ to }) => to === from).map((move) => 1 + depthOf(own, move.from)));
  return [...byPosition.values()].flatMap((own) =>
    own.length === 1 ? own : own.toSorted((a, b) => depthOf(own, a.from) - depthOf(own, b.from) || a.slot - b.slot),
  );
}

/**
 * First in, first out over every account at once, in runs of [amount, traced]: nothing is read on demand. As stated dollars
 * are no balance, a line begins with the first traced receipt.
 */
function sumInOrder({ moves }: Ledger, source: string): Map<string, bigint> {
  const lines = new Map<string, [bigint, boolean][]>();
  const touched = new Set<string>();
  for (const { from, to, amount } of receiptsFirst(moves)) {
    if (from === to || amount === 0n) continue;
    const line = lines.get(from) ?? [];
    const taken: [bigint, boolean][] = [];
    let open = amount;
    while (open > 0n && line.length > 0) {
      const [first, isTraced] = line[0] as [bigint, boolean];
      const part = least(first, open);
      taken.push([part, isTraced]);
      open -= part;
      if (part === first) line.shift();
      else line[0] = [first - part, isTraced];
    }
    if (open > 0n) taken.push([open, false]);
    const own: [bigint, boolean][] = from === source ? [[amount, true]] : taken;
    if (own.some(([, isTraced]) => isTraced)) touched.add(to);
    if (touched.has(to)) lines.set(to, [...(lines.get(to) ?? []), ...own]);
  }
  const sums = [...lines].map(([address, line]) => {
    const sum = line.reduce((total, [amount, isTraced]) => (isTraced ? total + amount : total), 0n);
    return [address === '' ? null : `0x${address}`, sum] as const;
  });
  return new Map(sums.filter(([, sum]) => sum > 0n).map(([address, sum]) => [address ?? '', sum]));
}

function endsBy({ leaves }: Trace): Map<string, bigint> {
  const ends = new Map<string, bigint>();
  for (const { address, amount } of leaves) ends.set(address ?? '', (ends.get(address ?? '') ?? 0n) + amount);
  return ends;
}

describe('the theft from LI.FI, as its verified flows state it in dollars', () => {
  const source = '8b3cb6bf982798fba233bca56749e22eec42dcf3';
  const seeds = [{ kind: 'address', address: source }] as const;
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await load('flows-lifi');
  });

  test.each([
    ['fifo/1', 113, 125, 0n, 6],
    ['haircut/1', 132, 133, 0n, 5],
    ['libr/1', 124, 132, 0n, 5],
    ['lifo/1', 113, 125, 0n, 6],
    ['poison/1', 133, 133, 76_891_410_000n, 5],
  ])('%s accounts for all 9.69 million dollars', async (method, steps, read, added, short) => {
    const found = await trace(ledger, { asset: 'usd', seeds, method });
    expect([found.steps.length, found.counts.transactionsRead]).toEqual([steps, read]);
    expect(found.sums).toMatchObject([{ asset: 'usd', began: 9_685_530_160_000n, added, difference: 0n }]);
    expect(found.gaps.map(({ kind }) => kind)).toEqual([
      ...['heights-missing', 'opening-unknown', 'opening-unknown', 'order-unknown'],
      // Accounts on the way that paid more than the table states of their receipts.
      ...Array.from({ length: short }, () => 'value-unknown'),
    ]);
    expect(new Set(found.leaves.map(({ reason }) => reason))).toEqual(new Set(['data-end']));
  });

  test('first in, first out agrees, account by account, with lines kept for every account of the set', async () => {
    const found = await trace(ledger, { asset: 'usd', seeds });
    expect([...endsBy(found)].sort()).toEqual([...sumInOrder(ledger, source)].sort());
  });

  test('a terminal payment leads back to the source', async () => {
    const forward = await trace(ledger, { asset: 'usd', seeds });
    const last = (forward.steps as AccountStep[]).at(-1);
    const [transfer] = last?.transfers ?? [];
    const seed = { kind: 'transfer', txid: last?.txid ?? '', slot: Number(transfer?.ref.split('#')[1]) } as const;
    const back = await trace(ledger, { seeds: [seed], direction: 'backward' });
    const fromSource = (back.steps as AccountStep[])
      .flatMap(({ transfers }) => transfers)
      .filter(({ from }) => from === `0x${source}`)
      .reduce((sum, { tainted }) => sum + tainted, 0n);
    expect(fromSource).toBe(transfer?.tainted);
  });
});

describe('the flows after the theft from the Horizon bridge', () => {
  const source = '09a64d8d2d36434d178a10ed32afddb8d3273085';
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await load('flows-harmony');
  });

  test('first in, first out agrees with lines kept for every account of the set', async () => {
    const found = await trace(ledger, { asset: 'usd', seeds: [{ kind: 'address', address: source }] });
    expect(found.sums).toMatchObject([{ began: 6_982_490_540_000n, difference: 0n }]);
    expect([...endsBy(found)].sort()).toEqual([...sumInOrder(ledger, source)].sort());
  });

  test.each(METHODS)('%s runs in pieces of 200 transactions as it runs at once', async (method) => {
    const request: TraceRequest = {
      ...{ chain: 'eth', asset: 'usd', direction: 'forward', seeds: [{ kind: 'address', address: source }] },
      ...{ incident: undefined, method, params: {}, choices: [], budget: 1_000, stops: DEFAULT_STOPS },
    };
    const { reader } = ledger;
    const whole = await (await openAccountTrace({ chain: 'eth', reader, knowledge }, request)).run(1_000);
    const session = await openAccountTrace(
      { chain: 'eth', reader, knowledge, batching: { batch: 3, concurrency: 4 } },
      request,
    );
    for (let i = 0; i < 4; i++) await session.run(200);
    expect(await session.run(200)).toEqual(whole);
  });
});

test('what the Nomad router paid out in dollars of Circle is accounted for', async () => {
  const ledger = await load('nomad');
  const asset = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
  const router = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
  const own = ledger.moves.filter((move) => move.asset === asset);
  const paid = own.filter(({ from }) => from === router).reduce((sum, { amount }) => sum + amount, 0n);
  expect(own.filter(({ to }) => to === router)).toEqual([]);
  for (const method of METHODS) {
    const found = await trace(ledger, { asset, seeds: [{ kind: 'address', address: router }], method });
    expect(found.sums).toMatchObject([{ began: paid, difference: 0n }]);
    expect(found.seeds.length).toBe(own.filter(({ from }) => from === router).length);
  }
});

describe('a whole block of Ethereum', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await load('eth-15000000');
  });

  test.each(METHODS)('%s conserves the coin and every token from its payments on, through trades', async (method) => {
    const payments = ledger.moves.filter(
      ({ kind, amount, from, to }) =>
        (kind === 'native' || kind === 'token') && amount > 0n && from !== to && from !== '' && to !== '',
    );
    const conversions: string[] = [];
    for (const { hash, slot } of payments.filter((_, i) => i % 8 === 0)) {
      const seeds = [{ kind: 'transfer', txid: hash, slot }] as const;
      const found = await trace(ledger, { seeds, method, stops: { maxHops: 8 } });
      expect(found.sums.map(({ difference }) => difference)).toEqual(found.sums.map(() => 0n));
      expect(found.state).toBe('complete');
      for (const step of found.steps as AccountStep[])
        conversions.push(...step.conversions.map(({ kind, rule }) => `${kind} ${rule}`));
    }
    expect(conversions).toContain('swap dex-swap/1');
  });
});
