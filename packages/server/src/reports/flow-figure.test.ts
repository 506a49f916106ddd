import { expect, test } from 'vitest';
import type { Composition } from './composition.ts';
import { drawTrace } from './flow-figure.ts';
import type { FactLeaf, FactStep, FactTrace } from './report-facts.ts';
import { createTrace, SERVICE } from './testing/sample-facts.ts';

const COMPOSITION = {
  asset: (_: FactTrace, asset: string) => ({ symbol: asset || 'BTC', decimals: asset ? 2 : 8, ticker: null }),
  contest: () => undefined,
} as unknown as Composition;

interface Pay {
  readonly hop: number;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly asset?: string;
}
type Draft = Partial<FactTrace> & { readonly pays?: readonly Pay[]; readonly seed?: string | null };

/** A trace of transfers between accounts, one step each. */
function traceOf({ pays = [], seed = 'alice', ...more }: Draft): FactTrace {
  const steps = pays.map(({ hop, from, to, amount, asset = '' }, i) => ({
    ...{ txid: `tx ${i}`, hop, height: 1, time: 1 },
    transfers: [{ ref: `${i}`, asset, from, to, amount, tainted: amount }],
  }));
  const seeds = [{ address: seed, asset: '', height: 1, time: 1 }];
  return { ...createTrace([]), steps, seeds, ...more } as unknown as FactTrace;
}

const draw = (draft: Draft, exhibits: ReadonlyMap<string, string> = new Map(), asset = '') =>
  drawTrace(COMPOSITION, traceOf(draft), asset, exhibits);

test('a column is a hop, amounts of one pair are one line, and a seed and an end say what they are', () => {
  const leaves = [{ ...(createTrace([SERVICE]).leaves[0] as FactLeaf), address: 'carol' }];
  const pays = [
    { hop: 1, from: 'alice', to: 'bob', amount: '150000000' },
    { hop: 1, from: 'alice', to: 'bob', amount: '50000000' },
    { hop: 2, from: 'bob', to: 'carol', amount: '123456789' },
  ];
  const figure = draw({ pays, leaves }, new Map([['bob', 'A-1']]));
  expect(figure?.nodes).toEqual([
    { id: 'alice', column: 0, label: 'alice', about: '', exhibit: null, kind: 'seed' },
    { id: 'bob', column: 1, label: 'bob', about: '', exhibit: 'A-1', kind: 'address' },
    { id: 'carol', column: 2, label: 'carol', about: '“Northgate”', exhibit: null, kind: 'end' },
  ]);
  expect(figure?.edges).toEqual([
    { from: 'alice', to: 'bob', amount: '2.0000', isInference: true },
    { from: 'bob', to: 'carol', amount: '1.2345', isInference: true },
  ]);
  expect(figure).toMatchObject({ columns: ['Hop 0', 'Hop 1', 'Hop 2'], left: '' });
  expect(figure?.alt).toContain('3 addresses in 3 columns, and 2 lines with amounts in BTC');
  expect(figure?.caption).toBe(
    'Flow of trace T-1, fifo/1. Amounts in BTC: the traced part of payments, shortened; traces/T-1.json of the bundle has each in full. The table of movements has whole payments.',
  );
});

test('money that comes back, or stays, is no line of the figure, which says so', () => {
  const pays = [
    { hop: 1, from: 'alice', to: 'bob', amount: '5' },
    { hop: 2, from: 'bob', to: 'alice', amount: '5' },
    { hop: 2, from: 'bob', to: 'bob', amount: '5' },
  ];
  const figure = draw({ pays });
  expect(figure?.edges.map(({ from, to }) => [from, to])).toEqual([['alice', 'bob']]);
  expect(figure?.left).toBe(
    'Not in the figure are 2 lines of money that comes back or stays: traces/T-1.json of the bundle has all.',
  );
});

test('nothing traced is no figure', () => {
  expect(draw({})).toBeUndefined();
  expect(draw({ pays: [{ hop: 1, from: 'alice', to: 'bob', amount: '0' }] })).toBeUndefined();
  expect(draw({ pays: [{ hop: 1, from: 'alice', to: 'alice', amount: '4' }] })).toBeUndefined();
});

test('an address seen only as the payer of a later hop has the column before it', () => {
  const figure = draw({ pays: [{ hop: 3, from: 'late', to: 'bob', amount: '5' }] });
  expect(figure?.nodes.map(({ id, column }) => [id, column])).toEqual([
    ['late', 2],
    ['bob', 3],
  ]);
  const first = draw({ pays: [{ hop: 0, from: 'early', to: 'bob', amount: '5' }] });
  expect(first?.nodes.map(({ column }) => column)).toEqual([0, 1]);
});

test('of a column the eight with the most are drawn, and how many are left out is said', () => {
  const pays = Array.from({ length: 11 }, (_, i) => ({ hop: 1, from: 'alice', to: `b${i}`, amount: `${100 + i}` }));
  const figure = draw({ pays });
  expect(figure?.nodes.map(({ id }) => id).toSorted()).toEqual(
    ['alice', ...['b10', 'b9', 'b8', 'b7', 'b6', 'b5', 'b4', 'b3']].toSorted(),
  );
  expect(figure?.left).toContain('Not in the figure are 3 addresses with smaller amounts: traces/T-1.json');
});

test('at most 28 addresses are drawn, and none beyond the sixth hop', () => {
  const wide = Array.from({ length: 40 }, (_, i) => ({
    ...{ hop: 1 + (i % 5), from: i < 5 ? 'alice' : `p${i - 5}`, to: `p${i}`, amount: '7' },
  }));
  expect(draw({ pays: wide })?.nodes.length).toBeLessThanOrEqual(28);
  const long = Array.from({ length: 9 }, (_, i) => ({
    hop: i + 1,
    from: i ? `h${i}` : 'alice',
    to: `h${i + 1}`,
    amount: '7',
  }));
  const figure = draw({ pays: long });
  expect(figure?.columns.at(-1)).toBe('Hop 6');
  expect(figure?.left).toContain('Not in the figure are 3 addresses with smaller amounts: traces/T-1.json');
});

test('long addresses are shortened in the middle, and names of a source after 27 signs', () => {
  const address = '0x1234567890abcdef1234567890abcdef12345678';
  const party = { ...SERVICE, name: 'A very long name that a source gives to a service' };
  const leaves = [{ ...(createTrace([party]).leaves[0] as FactLeaf), address }];
  const [, end] = draw({ pays: [{ hop: 1, from: 'alice', to: address, amount: '7' }], leaves })?.nodes ?? [];
  expect(end).toMatchObject({ id: address, label: '0x1234…5678' });
  expect(end?.about).toBe('“A very long name that a sou…”');
  const short = draw({ pays: [{ hop: 1, from: 'alice', to: '12345678901234', amount: '7' }] });
  expect(short?.nodes[1]?.label).toBe('12345678901234');
});

const output = (address: string | null, tainted: string) => ({ ref: `r ${address}`, address, amount: '9', tainted });
const outputStep = (inputs: unknown[], outputs: unknown[]) =>
  [{ txid: 'tx 0', hop: 1, height: 1, time: 1, inputs, outputs }] as unknown as FactStep[];

test('in the Bitcoin family the first input with traced money pays each output that has some', () => {
  const steps = outputStep([output('clean', '0'), output('alice', '9')], [output('bob', '6'), output('rest', '0')]);
  for (const direction of ['forward', 'backward'] as const)
    expect(draw({ steps, direction, seed: direction === 'forward' ? 'alice' : 'bob' })?.edges).toEqual([
      { from: 'alice', to: 'bob', amount: '< 0.0001', isInference: true },
    ]);
});

test('an output without an address, and a step without inputs, go by the transaction', () => {
  const steps = outputStep([], [output(null, '300000000'), output('bob', '100000000')]);
  const figure = draw({ steps, seed: null });
  expect(figure?.edges).toEqual([{ from: 'tx 0', to: 'bob', amount: '1.0000', isInference: true }]);
  expect(figure?.nodes.map(({ kind }) => kind)).toEqual(['address', 'address']);
});

test('a trace with a conversion has a figure of each asset, in its own decimals', () => {
  const pays = [
    { hop: 1, from: 'alice', to: 'pool', amount: '300000000' },
    { hop: 2, from: 'pool', to: 'alice', amount: '12345', asset: 'USDT' },
    { hop: 3, from: 'alice', to: 'carol', amount: '12000', asset: 'USDT' },
  ];
  const [coin, token] = [draw({ pays }), draw({ pays }, new Map(), 'USDT')];
  expect(coin?.edges.map(({ from, to, amount }) => [from, to, amount])).toEqual([['alice', 'pool', '3.0000']]);
  expect(token?.edges.map(({ from, to, amount }) => [from, to, amount])).toEqual([
    ['pool', 'alice', '123.45'],
    ['alice', 'carol', '120.00'],
  ]);
  expect(token?.caption).toContain('Amounts in USDT');
});

test('several payers pay their transaction, which pays: nobody is drawn as the payer of what others paid', () => {
  const inputs = [output('alice', '500000000'), output('bob', '100000000'), output('alice', '200000000')];
  const steps = outputStep(inputs, [output('carol', '600000000'), output('dave', '200000000')]);
  const figure = draw({ steps });
  expect(figure?.columns).toEqual(['Hop 0', 'Joined', 'Hop 1']);
  expect(figure?.nodes.find(({ kind }) => kind === 'transaction')).toMatchObject({ id: 'tx 0', column: 1 });
  expect(figure?.edges.map(({ from, to, amount }) => [from, to, amount])).toEqual([
    ['alice', 'tx 0', '7.0000'],
    ['bob', 'tx 0', '1.0000'],
    ['tx 0', 'carol', '6.0000'],
    ['tx 0', 'dave', '2.0000'],
  ]);
  expect(figure?.alt).toContain('4 addresses and 1 transaction in 3 columns');
});

test('a transaction that a later address pays, too, is after it', () => {
  const step = (txid: string, hop: number, from: readonly string[], to: string) => ({
    ...{ txid, hop, height: 1, time: 1, outputs: [output(to, '300000000')] },
    inputs: from.map((address) => output(address, '100000000')),
  });
  const steps = [step('t1', 1, ['alice'], 'bob'), step('t2', 1, ['alice', 'bob'], 'carol')] as unknown as FactStep[];
  const figure = draw({ steps });
  expect(figure?.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(['alice bob', 'alice t2', 'bob t2', 't2 carol']);
  expect(figure?.columns).toEqual(['Hop 0', 'Hop 1', 'Joined', 'Hop 2']);
});

test('money that is followed back comes from the left, and the trace begins at the right', () => {
  const pays = [
    { hop: 1, from: 'bob', to: 'alice', amount: '5' },
    { hop: 2, from: 'carol', to: 'bob', amount: '5' },
  ];
  const figure = draw({ pays, direction: 'backward' });
  expect(figure?.edges.map(({ from, to }) => [from, to])).toEqual([
    ['bob', 'alice'],
    ['carol', 'bob'],
  ]);
  expect(figure?.nodes.map(({ id, column }) => [id, column])).toEqual([
    ['alice', 2],
    ['bob', 1],
    ['carol', 0],
  ]);
  expect(figure?.columns).toEqual(['Hop 2', 'Hop 1', 'Hop 0']);
});
