import type { AlertPage } from '@trailmark/api/contract/alert';
import type { ListHistory, WatchedListRow } from '@trailmark/api/contract/list';
import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPacks, LabelPackVersion } from '@trailmark/core/label';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge, sampleLabel } from '../testing/sample-labels.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import { alertListChanges } from './alert-changes.ts';
import { compareCopies } from './compare-copies.ts';
import { ListCopies, placeOf } from './list-copies.ts';

const VERSIONS = ['a', 'b', 'c'].map((letter) => letter.repeat(16));
const listed = (address: string, entity: string, more: Record<string, string> = {}): Label =>
  sampleLabel(address, entity, { category: 'sanctioned', details: { entity, programme: 'CYBER2', ...more } });

/** Three copies of a list, of which one is in force. */
class Packs implements LabelPacks {
  active = 0;
  readonly copies: readonly { readonly asOf: string; readonly labels: readonly Label[] }[] = [
    { asOf: '2008-12-01', labels: [listed(ADDRESS.dave, 'Lantern')] },
    { asOf: '2009-01-04', labels: [listed(ADDRESS.dave, 'Lantern'), listed(ADDRESS.alice, 'Fogline')] },
    { asOf: '2026-11-18', labels: [listed(ADDRESS.alice, 'Fogline', { akas: 'FOG' })] },
  ];
  list(): LabelPackVersion[] {
    return this.copies.map(({ asOf, labels }, i) => ({
      ...{
        id: 'eu-consolidated',
        title: 'EU',
        publisher: 'x',
        licence: 'x',
        visibility: 'public',
        url: undefined,
        asOf,
      },
      ...{ importer: 'eu-consolidated@1', version: VERSIONS[i] ?? '', labelCount: labels.length, addressCount: 1 },
      ...{ refusedCount: 0, importedAt: i, isActive: i === this.active },
    }));
  }
  async read(_: string, version: string) {
    const found = this.copies[VERSIONS.indexOf(version)];
    if (!found) throw new AppError('not-found', 'none');
    return found.labels;
  }
  preview = async () => Promise.reject(new AppError('not-found', 'none'));
  activate = async () => {};
}

let casework: TestCaseworkContext;
let packs: Packs;
let officer: Asker;
const reader = createSampleReader();
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  packs = new Packs();
  const knowledge = { ...createSampleKnowledge(), packs };
  const { app } = createSampleApp({ casework, gate: createSessionGate(casework), knowledge, reader });
  officer = await openAsker(casework, await addAccount(casework), app);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

describe('a list', () => {
  test('is shown with its copies, and with what changed last', async () => {
    packs.active = 2;
    const { items } = ok<{ items: WatchedListRow[] }>(await officer.get('/lists'));
    const eu = items.find(({ pack }) => pack === 'eu-consolidated');
    expect(eu).toMatchObject({ since: '2008-12-01', lastChange: { added: 0, removed: 1, changed: 1 } });
    expect(items.find(({ pack }) => pack === 'un-consolidated')).toMatchObject({ latest: null, since: null });
  });

  test('differs between any two copies, in either order', async () => {
    const ask = (from: number, to: number) =>
      officer.get(`/lists/eu-consolidated/difference?from=${VERSIONS[from]}&to=${VERSIONS[to]}`);
    const forward = ok<{ counts: object; items: { change: string; entry: { entity: string } }[] }>(await ask(0, 2));
    expect(forward.items.map(({ change, entry }) => `${change} ${entry.entity}`)).toEqual([
      'added Fogline',
      'removed Lantern',
    ]);
    expect(ok<{ counts: object }>(await ask(2, 0)).counts).toEqual({ added: 1, removed: 1, changed: 0 });
    expect(
      (await officer.get(`/lists/eu-consolidated/difference?from=${'0'.repeat(16)}&to=${VERSIONS[0]}`)).status,
    ).toBe(404);
  });
});

test('an address was listed, or not, on the day of each of its transfers, and a delisted one shows from when to when', async () => {
  packs.active = 2;
  const history = ok<ListHistory>(await officer.get(`/lists/history/btc/${ADDRESS.dave}`));
  const eu = history.lists.find(({ pack }) => pack === 'eu-consolidated');
  expect(eu?.periods).toEqual([{ from: '2008-12-01', how: 'by', to: '2026-11-18' }]);
  expect(history.transfers.length).toBeGreaterThan(0);
  for (const { day, verdicts } of history.transfers) {
    const verdict = verdicts.find(({ pack }) => pack === 'eu-consolidated');
    // Two copies have it; between the second of them and the first without it, nobody here knows.
    expect(verdict?.state).toBe(day <= '2009-01-04' ? 'listed' : 'between-copies');
    expect(verdict).toMatchObject({ since: '2008-12-01', until: '2026-11-18' });
  }
  const none = history.transfers[0]?.verdicts.find(({ pack }) => pack === 'un-consolidated');
  expect(none?.state).toBe('no-copy');
});

describe('a change of a list', () => {
  const context = () => ({
    casework,
    ledgers: createLedgers({
      readers: new Map([['btc', reader]]),
      overlays: new Map(),
      ingestStatus: () => null,
      software: 'x',
    }),
    knowledge: { ...NO_KNOWLEDGE, packs },
    copies: new ListCopies(packs),
  });
  const pin = async (title: string, address: string) => {
    const head = ok<{ id: string }>(await officer.post('/cases', { template: 'ransomware', title }));
    const input = { params: { chain: 'btc', address }, query: {} };
    ok(await officer.post(`/cases/${head.id}/items`, { kind: 'address', input }));
    return head.id;
  };
  const alerts = async () => ok<AlertPage>(await officer.get('/alerts?kind=list-change')).items;

  test('notifies the case that it touches, directly or next to it, once, and the first copy notifies nobody', async () => {
    const direct = await pin('Harbour', ADDRESS.alice);
    // Bob was paid by Alice.
    const next = await pin('Quay', ADDRESS.bob);
    await pin('Meadow', ADDRESS.frank);
    expect(await alertListChanges(context())).toBe(0);
    packs.active = 1;
    expect(await alertListChanges(context())).toBe(2);
    expect(await alertListChanges(context())).toBe(0);
    const found = (await alerts()).map(({ case: of, mark, title }) => [of?.id, mark, title]);
    expect(found.sort()).toEqual(
      [
        [direct, 'fact', 'Added to EU consolidated: Fogline'],
        [next, 'inference', 'Added to EU consolidated: Fogline'],
      ].sort(),
    );
  });

  test('that removes an entry is reported as well', async () => {
    await pin('Harbour', ADDRESS.dave);
    packs.active = 1;
    await alertListChanges(context());
    packs.active = 2;
    await alertListChanges(context());
    expect((await alerts()).map(({ title }) => title)[0]).toContain('Removed from EU consolidated: Lantern');
  });
});

test('entries are compared by what they say, and not by the day of their copy', () => {
  const toMap = (labels: readonly Label[]) => new Map(labels.map((label) => [placeOf(label), [label]]));
  const before = toMap([listed(ADDRESS.dave, 'Lantern', { list_date: '2026-01-01' })]);
  const after = toMap([listed(ADDRESS.dave, 'Lantern', { list_date: '2026-02-02' })]);
  expect(compareCopies(before, after).counts).toEqual({ added: 0, removed: 0, changed: 0 });
  const others: Record<string, string>[] = [
    { akas: 'LAMP' },
    { programme: 'CYBER4' },
    { uid: '1', list_date: '2026-01-01' },
  ];
  for (const other of others) {
    expect(compareCopies(before, toMap([listed(ADDRESS.dave, 'Lantern', other)])).counts.changed).toBe(1);
  }
});
