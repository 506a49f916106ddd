import { readWorkbook, WorkbookEvaluator } from '@trailmark/documents/testing/evaluate-workbook';
import { describe, expect, it } from 'vitest';
import { buildLedger } from '../../testing/ledger-builder.ts';
import { postRoute } from '../../testing/post-route.ts';
import { createSampleAccountReader, KEY } from '../../testing/sample-account-ledger.ts';
import { createSampleApp } from '../../testing/sample-app.ts';
import { createSampleKnowledge, SAMPLE_PACKS, sampleLabel } from '../../testing/sample-labels.ts';
import { ADDRESS, coinbase, spend, txidOf } from '../../testing/sample-ledger.ts';

const [pack] = SAMPLE_PACKS;
if (!pack) throw new Error('The sample has no label pack.');
const exchange = (address: string, label: string) => sampleLabel(address, label, { category: 'exchange' });
const knowledge = createSampleKnowledge([
  { ...pack, labels: [exchange(ADDRESS.dave, '=Early'), exchange(ADDRESS.erin, '<b>Late</b>')] },
]);

// Ten stolen and ten clean coins go to two exchanges: which of them got the stolen ones is a question of method.
const stolen = coinbase(1, { to: 'alice', coins: 10 });
const clean = coinbase(2, { to: 'bob', coins: 10 });
const mixed = spend(
  [
    [stolen, 0],
    [clean, 0],
  ],
  { to: 'dave', coins: 10 },
  { to: 'erin', coins: 9.9 },
);
const reader = buildLedger('btc', [
  { height: 0, transactions: [coinbase(0, { to: 'carol', coins: 50 })] },
  { height: 1, transactions: [stolen] },
  { height: 2, transactions: [clean] },
  { height: 3, transactions: [coinbase(3, { to: 'carol', coins: 50 }), mixed] },
]);
const readers = new Map([['eth' as const, createSampleAccountReader()]]);
const app = createSampleApp({ reader, readers, knowledge });
const SEED = { chain: 'btc' as const, seeds: [{ kind: 'output' as const, txid: txidOf(stolen), vout: 0 }] };

async function audit(asked: unknown): Promise<ReturnType<typeof readWorkbook>> {
  const response = await app.request('/api/v1/traces/audit-sheet', {
    method: 'POST',
    body: JSON.stringify({ request: asked }),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="trace-audit-/);
  return readWorkbook(Buffer.from(await response.arrayBuffer()));
}

function checkAll(sheets: ReturnType<typeof readWorkbook>): string[] {
  const evaluator = new WorkbookEvaluator(sheets);
  for (const [sheet, rows] of sheets) {
    for (const cell of rows.flat()) {
      if (cell.formula === undefined) continue;
      expect(evaluator.reckon(sheet, cell.formula)).toBe(cell.number ?? cell.text);
    }
  }
  return ['Checks', 'Sums', 'AccountChecks', 'OwnMoney'].flatMap((sheet) =>
    (sheets.get(sheet) ?? []).slice(1).map((row) => row.at(-1)?.text ?? ''),
  );
}

describe('methods side by side', () => {
  it('shows that one method alone leaves an exchange without stolen money', async () => {
    const found = await postRoute(app, 'compareMethods', {
      request: SEED,
      methods: ['fifo/1', 'haircut/1', 'poison/1'],
    });
    expect(found.methods.map(({ id, began, difference }) => [id, began, difference])).toEqual([
      ['fifo/1', 1_000_000_000n, 0n],
      ['haircut/1', 1_000_000_000n, 0n],
      ['poison/1', 1_000_000_000n, 0n],
    ]);
    expect(found.sentence).toBe('Under FIFO alone “<b>Late</b>” would get nothing.');
    const exits = found.exits.map(({ name, amounts, least, most }) => ({ name, amounts, least, most }));
    expect(exits[0]).toEqual({
      name: '=Early',
      amounts: [1_000_000_000n, 500_000_000n, 1_000_000_000n],
      least: 500_000_000n,
      most: 1_000_000_000n,
    });
    expect(found.asOf).toMatchObject({ chain: 'btc', height: 3 });
  });

  it('compares all methods of the family unless some are named, and refuses unknown ones', async () => {
    const all = await postRoute(app, 'compareMethods', { request: SEED });
    expect(all.methods.map(({ id }) => id)).toEqual(['fifo/1', 'haircut/1', 'lifo/1', 'poison/1']);
    await expect(postRoute(app, 'compareMethods', { request: SEED, methods: ['fifo/1', 'magic/1'] })).rejects.toThrow(
      'There is no tracing method',
    );
    await expect(postRoute(app, 'compareMethods', { request: SEED, methods: ['fifo/1'] })).rejects.toThrow(
      'at least two methods',
    );
  });

  it('works on an account chain, forward and back', async () => {
    const seeds = [{ kind: 'address' as const, address: `0x${KEY.bob}` }];
    for (const direction of ['forward', 'backward'] as const) {
      const found = await postRoute(app, 'compareMethods', { request: { chain: 'eth', direction, seeds } });
      expect(found.methods.length).toBeGreaterThan(2);
      expect(found.methods.every(({ difference }) => difference === 0n)).toBe(true);
    }
  });
});

describe('the audit of a trace', () => {
  it.each(['fifo/1', 'haircut/1', 'lifo/1', 'poison/1'])(
    'holds step by step under %s, in a spreadsheet’s own arithmetic',
    async (method) => {
      for (const direction of ['forward', 'backward']) {
        const txid = direction === 'forward' ? txidOf(stolen) : txidOf(mixed);
        const seeds = [{ kind: 'output', txid, vout: 0 }];
        const verdicts = checkAll(await audit({ ...SEED, seeds, method, direction }));
        expect(verdicts.length).toBeGreaterThan(1);
        expect(new Set(verdicts)).toEqual(new Set(['holds']));
      }
    },
  );

  it.each(['fifo/1', 'haircut/1', 'libr/1', 'poison/1'])('holds account by account under %s', async (method) => {
    const seeds = [{ kind: 'address', address: `0x${KEY.bob}` }];
    const sheets = await audit({ chain: 'eth', seeds, method });
    const verdicts = checkAll(sheets);
    expect(verdicts.length).toBeGreaterThan(2);
    expect(new Set(verdicts)).toEqual(new Set(['holds']));
  });

  it('states the method, its conventions and the hash, and writes names as text', async () => {
    const sheets = await audit({ ...SEED, method: 'haircut/1' });
    const about = new Map((sheets.get('About') ?? []).map(([name, value]) => [name?.text, value?.text]));
    expect(about.get('trace hash (SHA-256)')).toMatch(/^[0-9a-f]{64}$/);
    expect(about.get('method')).toMatch(/^haircut\/1/);
    expect(about.has('convention')).toBe(true);
    const names = (sheets.get('Leaves') ?? []).map((row) => row.at(-1));
    expect(names.map((cell) => cell?.text)).toContain('=Early');
    expect(names.every((cell) => cell?.formula === undefined)).toBe(true);
  });
});
