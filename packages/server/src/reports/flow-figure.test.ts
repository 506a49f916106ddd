import { expect, test } from 'vitest';
import type { Composition } from './composition.ts';
import { drawTrace } from './flow-figure.ts';
import type { FactLeaf, FactStep, FactTrace } from './report-facts.ts';
import { createTrace, SERVICE } from './testing/sample-facts.ts';

const COMPOSITION = {
  asset: () => ({ symbol: 'BTC', decimals: 8, ticker: null }),
  contest: () => undefined,
} as unknown as Composition;

interface Pay {
  readonly hop: number;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}
type Draft = Partial<FactTrace> & { readonly pays?: readonly Pay[]; readonly seed?: string | null };

/** A trace of transfers between accounts, one step each. */
function traceOf({ pays = [], seed = 'alice', ...more }: Draft): FactTrace {
  const steps = pays.map(({ hop, from, to, amount }, i) => ({
    ...{ txid: `tx ${i}`, hop, height: 1, time: 1 },
    transfers: [{ ref: `${i}`, asset: '', from, to, amount, tainted: amount }],
  }));
  const seeds = [{ address: seed, asset: '', height: 1, time: 1 }];
  return { ...createTrace([]), steps, seeds, ...more } as unknown as FactTrace;
}

const draw = (draft: Draft, exhibits: ReadonlyMap<string, string> = new Map()) =>
  drawTrace(COMPOSITION, traceOf(draft), exhibits);

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
  expect(figure?.alt).toContain('3 addresses in 3 columns, one a hop, and 2 lines with amounts in BTC');
  expect(figure?.caption).toBe(
    'Flow of trace T-1, fifo/1. Amounts in BTC, traced part, shortened; full values in the table.',
  );
});

test('money that comes back, or stays, is in the table and no line of the figure', () => {
  const pays = [
    { hop: 1, from: 'alice', to: 'bob', amount: '5' },
    { hop: 2, from: 'bob', to: 'alice', amount: '5' },
    { hop: 2, from: 'bob', to: 'bob', amount: '5' },
  ];
  expect(draw({ pays })?.edges.map(({ from, to }) => [from, to])).toEqual([['alice', 'bob']]);
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
  expect(figure?.left).toBe('3 addresses with smaller amounts are in the table and not in the figure.');
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
  expect(figure?.left).toBe('3 addresses with smaller amounts are in the table and not in the figure.');
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
    expect(draw({ steps, direction })?.edges).toEqual([
      { from: 'alice', to: 'bob', amount: '< 0.0001', isInference: true },
    ]);
});

test('an output without an address, and a step without inputs, go by the transaction', () => {
  const steps = outputStep([], [output(null, '300000000'), output('bob', '100000000')]);
  const figure = draw({ steps, seed: null });
  expect(figure?.edges).toEqual([{ from: 'tx 0', to: 'bob', amount: '1.0000', isInference: true }]);
  expect(figure?.nodes.map(({ kind }) => kind)).toEqual(['address', 'address']);
});
