import { randomUUID } from 'node:crypto';
import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { decideLabelAppeal, insertLabelAppeal } from '@trailmark/store/cases/label-appeals/label-appeal-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../casework/caller.ts';
import { ownAccount, ownAgencyScope } from '../casework/own-account.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext, toTestCaller } from '../testing/accounts.ts';
import { createSampleLabels, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { createSampleReader } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { readDefaultRules } from './default-rules.ts';
import { exportBatch } from './export-batch.ts';
import { createScreenBatchJob } from './screen-batch-job.ts';
import { createBatch, listOwnBatches, listRows, readBatch } from './screening-batch.ts';
import { compareStored, getScreening, listStoredScreenings, nameScreening } from './stored-screenings.ts';

const SUBJECTS = 50;
/** The people of the sample ledger are the first six. */
const TEXTS = Array.from({ length: SUBJECTS }, (_, i) =>
  formatOwner(getChain('btc'), { type: 'p2pkh', payload: new Uint8Array(20).fill(i + 1) }),
);
const LABELS = createSampleLabels();
const OTHER_LABELS = createSampleLabels(SAMPLE_PACKS.slice(0, 1));
const EVERY = { sort: 'number', order: 'ascending', offset: 0, limit: 1_000 } as const;

let casework: TestCaseworkContext;
let caller: Caller;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(async () => {
  await casework.clear();
  caller = toTestCaller(casework, await addAccount(casework));
});
afterAll(() => casework.close());

function depsOf(labels = () => LABELS): TraceDeps {
  const ledgers = createLedgers({
    readers: new Map([['btc', createSampleReader()]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, labels, prices: () => SAMPLE_PRICES } };
}

async function create(deps = depsOf()): Promise<string> {
  const subjects = TEXTS.map((text) => ({ chain: 'btc' as const, kind: 'address' as const, text }));
  const body = { name: 'Addresses of a seizure', subjects, refused: [], options: screeningOptions.parse({}) };
  return (await createBatch(casework, caller, { deps, rules: readDefaultRules() }, body)).batch.id;
}

/** One start of the job, which is killed before it keeps what it did the given time; undefined: it runs to its end. */
async function run(id: string, deps = depsOf(), killedAt?: number): Promise<unknown> {
  let saved = 0;
  const job = createScreenBatchJob(deps).run({
    casework,
    caller,
    input: { batch: id, name: 'Addresses of a seizure' },
    checkpoint: undefined,
    signal: new AbortController().signal,
    report: () => undefined,
    save: async (_, work) => {
      saved += 1;
      if (saved === killedAt) throw new Error('killed');
      if (work) await casework.store.transact(ownAgencyScope(caller), work);
    },
  });
  return killedAt === undefined ? job : expect(job).rejects.toThrow('killed');
}

const rowsOf = async (id: string) => (await listRows(casework, caller, id, EVERY)).rows;

test('labels that change while a batch runs change no row of it', async () => {
  const id = await create();
  let asked = 0;
  await run(
    id,
    depsOf(() => (asked++ === 0 ? LABELS : OTHER_LABELS)),
  );
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(SUBJECTS);
  expect(new Set(rows.map(({ labels }) => labels))).toEqual(new Set([LABELS.version]));
  expect(OTHER_LABELS.version).not.toBe(LABELS.version);
});

test('a batch that is killed continues with those that wait, and screens each once', async () => {
  const id = await create();
  await run(id, depsOf(), 2);
  const before = (await rowsOf(id)).filter(({ state }) => state !== null);
  expect(before).toHaveLength(40);
  await run(id);
  const after = await rowsOf(id);
  expect(after.map(({ subject }) => subject).toSorted()).toEqual(TEXTS.toSorted());
  expect(after.every(({ state }) => state !== null)).toBe(true);
  for (const row of before) expect(after.find(({ id: same }) => same === row.id)).toEqual(row);
  const { batch, counts } = await readBatch(casework, caller, id);
  expect([batch.screened, counts.waiting ?? 0]).toEqual([SUBJECTS, 0]);
});

test('nobody else of the agency sees a batch or its screenings, administrators included', async () => {
  const id = await create();
  await run(id);
  const [row] = await rowsOf(id);
  const { agency } = ownAccount(caller);
  expect((await getScreening(casework, caller, row?.id ?? '')).row.id).toBe(row?.id);
  for (const role of ['member', 'agency-admin', 'platform-admin'] as const) {
    const other = toTestCaller(casework, await addAccount(casework, { agency, role, email: `${role}@north.example` }));
    expect(ownAccount(other).agency).toBe(agency);
    expect(await listOwnBatches(casework, other)).toEqual([]);
    await expect(readBatch(casework, other, id)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(listRows(casework, other, id, EVERY)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(getScreening(casework, other, row?.id ?? '')).rejects.toMatchObject({ kind: 'not-found' });
  }
});

const listed = (id: string, more: object = {}) =>
  listRows(casework, caller, id, { ...EVERY, ...more } as Parameters<typeof listRows>[3]);

test('rows are filtered by level, state, category, chain and words, and the count is of all that match', async () => {
  const id = await create();
  await run(id);
  const rows = await rowsOf(id);
  const { counts, categories, chains } = await readBatch(casework, caller, id);
  expect(chains).toEqual([{ name: 'btc', count: SUBJECTS }]);
  for (const [level, count] of Object.entries(counts)) {
    const page = await listed(id, { level, limit: 1 });
    expect([page.rows.length, page.matching]).toEqual([1, count]);
  }
  expect(categories.length).toBeGreaterThan(0);
  for (const { name, count } of categories) {
    const found = await listed(id, { category: name });
    expect(found.matching).toBe(count);
    expect(found.rows.every(({ shares }) => (shares?.[name] ?? 0) > 0)).toBe(true);
  }
  const words = rows.find(({ summary }) => summary?.label)?.summary?.label?.text ?? 'no label at all';
  expect(
    (await listed(id, { text: words.toUpperCase() })).rows.some(({ summary }) => summary?.label?.text === words),
  ).toBe(true);
  expect((await listed(id, { chain: 'eth' })).matching).toBe(0);
  expect((await listed(id, { state: 'waiting' })).matching).toBe(0);
  expect((await listed(id, { state: 'scored' })).matching).toBe(rows.filter(({ state }) => state === 'scored').length);
});

test('rows are sorted both ways, and what was not screened comes last in either', async () => {
  const id = await create();
  await run(id);
  await casework.store.transact(ownAgencyScope(caller), (tx) =>
    tx.run(sql`UPDATE screening SET state = NULL, level = NULL, score = NULL, reason = NULL, shares = NULL, summary = NULL,
      labels = NULL, hash = NULL, answer = NULL, screened_at = NULL WHERE batch_id = ${id} AND number > 40`),
  );
  for (const sort of ['score', 'category', 'direct', 'indirect'] as const) {
    const shareOf = ({ summary }: Awaited<ReturnType<typeof rowsOf>>[number], ring: 'directPpm' | 'indirectPpm') =>
      summary?.exposure[summary.category ?? '']?.[ring];
    const toValue = (row: Awaited<ReturnType<typeof rowsOf>>[number]) => {
      if (sort === 'score') return row.score;
      if (sort === 'category')
        return row.state === 'unknown' || row.state === null ? null : (row.shares?.[row.summary?.category ?? ''] ?? 0);
      return shareOf(row, `${sort}Ppm`);
    };
    for (const order of ['ascending', 'descending'] as const) {
      const { rows } = await listed(id, { sort, order });
      const values = rows.map(toValue);
      const known = values.filter((value) => value !== null && value !== undefined);
      expect(known.length).toBeGreaterThan(0);
      expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => (order === 'ascending' ? a - b : b - a)));
    }
    expect((await listed(id, { sort })).rows.at(-1)?.state).toBe(null);
  }
});

test('a row states the category that counts most with both rings, the amount and the label', async () => {
  const id = await create();
  await run(id);
  for (const row of await rowsOf(id)) {
    const { answer } = await getScreening(casework, caller, row.id);
    const weightiest = answer.screening.verdict.fired.toSorted((a, b) => b.weight - a.weight)[0];
    if (weightiest?.category) expect(row.summary?.category).toBe(weightiest.category);
    expect(row.summary?.height).toBe(answer.asOf.height);
    for (const [category, exposed] of Object.entries(row.summary?.exposure ?? {})) {
      const parties = answer.screening.exposure
        .flatMap((one) => one.parties)
        .filter((one) => one.category === category && one.way === exposed.way);
      expect(BigInt(exposed.amount)).toBe(parties.reduce((sum, { amount }) => sum + amount, 0n));
      expect(row.shares?.[category]).toBe(exposed.directPpm + exposed.indirectPpm);
    }
  }
});

test('stored screenings are listed with their batch, found by name, and compared', async () => {
  const id = await create();
  await run(id);
  const query = { sort: 'screened', order: 'descending', offset: 0, limit: 10 } as const;
  const all = await listStoredScreenings(casework, caller, query);
  expect([all.items.length, all.matching, all.items[0]?.batchName]).toEqual([10, SUBJECTS, 'Addresses of a seizure']);
  const [row] = all.items;
  expect((await nameScreening(casework, caller, row?.id ?? '', 'Wallet of the seizure')).name).toBe(
    'Wallet of the seizure',
  );
  const found = await listStoredScreenings(casework, caller, { ...query, text: 'wallet of' });
  expect(found.items.map((one) => one.id)).toEqual([row?.id]);
  const again = await create(depsOf(() => OTHER_LABELS));
  await run(
    again,
    depsOf(() => OTHER_LABELS),
  );
  const changed = (await rowsOf(again)).map(async (later) => {
    const earlier = (await rowsOf(id)).find(({ subject }) => subject === later.subject)?.id ?? '';
    return compareStored(casework, caller, { later: later.id, earlier });
  });
  const differences = (await Promise.all(changed)).flatMap((one) => one.differences);
  expect(differences).toContainEqual(
    expect.objectContaining({ what: 'Version of the labels', before: LABELS.version, after: OTHER_LABELS.version }),
  );
  const other = toTestCaller(casework, await addAccount(casework, { email: 'other@north.example' }));
  await expect(nameScreening(casework, other, row?.id ?? '', 'Mine')).rejects.toMatchObject({ kind: 'not-found' });
  expect((await listStoredScreenings(casework, other, query)).matching).toBe(0);
});

test('a batch is exported with the category, both rings and the label of each row', async () => {
  const id = await create();
  await run(id);
  const file = await exportBatch(casework, caller, id, 'csv');
  const text = await file.toResponse({ route: 'test', path: '/' } as never).text();
  expect(text).toContain('risk_reason,category,direct_percent,indirect_percent,amount_units,asset,direction,label,');
  const row = (await rowsOf(id)).find(
    ({ summary }) => summary && summary.category !== null && summary.exposure[summary.category],
  );
  const exposed = row?.summary?.exposure[row.summary.category ?? ''];
  expect(text).toContain(`,${exposed?.amount},${exposed?.symbol},${exposed?.way === 'in' ? 'received' : 'sent'},`);
});

test('an exported batch states what the agency contests, in a column that the hash of the row does not cover', async () => {
  const id = await create();
  await run(id);
  const read = async (format: 'csv' | 'json', who = caller) => {
    const file = await exportBatch(casework, who, id, format);
    return file.toResponse({ route: 'test', path: '/' } as never).text();
  };
  const before = await rowsOf(id);
  const [address = ''] = TEXTS.slice(1);
  const appeal = {
    id: randomUUID(),
    label: '0123456789abcdef',
    chain: 'btc',
    address,
    claim: 'Sample Exchange 1',
    category: 'exchange',
  };
  const { id: by, agency } = ownAccount(caller);
  const at = new Date('2026-11-03T10:00:00Z');
  const about = { source: 's', pack: 'p', statement: 'It names another address.', evidence: '', agency, by, at };
  await casework.store.transact(ownAgencyScope(caller), (tx) => insertLabelAppeal(tx, { ...appeal, ...about }));
  const note = 'Sample Exchange 1: contested by the agency since 2026-11-03; open';
  expect((await read('csv')).split('\r\n').filter((line) => line.includes(note))).toEqual([
    expect.stringContaining(`,${address},`),
  ]);
  const { rows } = JSON.parse(await read('json')) as { rows: { subject: string; contested?: string[] }[] };
  expect(rows.flatMap(({ subject, contested }) => (contested ? [[subject, contested]] : []))).toEqual([
    [address, [note]],
  ]);
  expect((await rowsOf(id)).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
  const decision = { id: appeal.id, state: 'rejected', note: '', by: (await addAccount(casework)).id, at } as const;
  await casework.store.transact(ownAgencyScope(caller), (tx) => decideLabelAppeal(tx, decision));
  expect(await read('csv')).not.toContain('by the agency');
});
