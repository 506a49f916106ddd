import type { CategoryId } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import type { FakeAnswers } from '../../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../../testing/open-screen.tsx';
import { createBatch, createJob, createRow, createRows } from '../../../testing/sample-batch.ts';
import { SCREENED } from '../../../testing/sample-screening.ts';
import { testStates } from '../../../testing/test-states.ts';

const as = 'allowed';
const ID = createBatch().batch.id;
const PATH = `/address-threat?batch=${ID}`;
const rowsOf = (rows: Answer<'listBatchScreenings'>['rows']) => ({ rows, matching: rows.length });
const NO_BATCHES = { items: [] };

function open(answers: FakeAnswers = {}, path = PATH) {
  const usual: FakeAnswers = {
    getScreeningBatch: createBatch(),
    listBatchScreenings: rowsOf([createRow()]),
    listScreeningBatches: NO_BATCHES,
  };
  return openScreen(path, { ...usual, ...answers }, { as });
}

testStates({
  path: PATH,
  as,
  route: 'getScreeningBatch',
  others: { listBatchScreenings: rowsOf([createRow()]), listScreeningBatches: NO_BATCHES },
});
testStates({
  path: PATH,
  as,
  route: 'listBatchScreenings',
  others: { getScreeningBatch: createBatch(), listScreeningBatches: NO_BATCHES },
  empty: { answer: rowsOf([]), says: 'No row matches these filters.' },
});

const table = () => page.getByRole('table', { name: 'Screened subjects' });

describe('the grid', () => {
  test('has level, score, the share of each category and the reason with its mark', async () => {
    open();
    const row = table().getByRole('row', { name: /High/ });
    await expect.element(row).toBeVisible();
    const text = row.element().textContent ?? '';
    expect(text).toContain('70');
    expect(text).toContain('30.0');
    expect(text).toContain('Claim 30.0 % of what it received');
    await expect
      .element(row.getByTitle(/Darknet market: 20\.0 % direct, 10\.0 % indirect; received 3\.00/))
      .toBeVisible();
    await expectAccessible();
  });

  test('shows next to the reason what the agency itself states of an address', async () => {
    const stated = {
      id: '00000000-0000-4000-8000-0000000000f1',
      text: 'Paid by victims of a false exchange',
      category: 'scam',
      confidence: { id: 'web_crawl', level: 20 },
      source: 'Report of a scam',
      state: 'active',
      by: 'Reviewer',
      at: 1_760_000_000,
      report: '00000000-0000-4000-8000-0000000000f2',
      reference: 'SR-2026-0001',
    } as const;
    open({ listBatchScreenings: rowsOf([createRow({ ofAgency: [stated, { ...stated, id: ID }] })]) });
    const row = table().getByRole('row', { name: /High/ });
    await expect.element(row.getByText(/Your agency: “Paid by victims of a false exchange” and 1 more/)).toBeVisible();
    expect(row.element().textContent).toContain('Claim 30.0 % of what it received');
    await expectAccessible();
  });

  test('shows next to the reason which labels of the address the agency contests, and none whose appeal was rejected', async () => {
    const appeal = { at: 1_760_000_000, by: 'Analyst', text: 'It is a deposit address.' } as const;
    const appealed = [
      { claimId: '0123456789abcdef', label: 'Fogline', appeal: { ...appeal, state: 'open' as const } },
      { claimId: '0123456789abcde0', label: 'Meridian', appeal: { ...appeal, state: 'rejected' as const } },
    ];
    open({ listBatchScreenings: rowsOf([createRow({ appealed })]) });
    const row = table().getByRole('row', { name: /High/ });
    await expect.element(row.getByText('“Fogline”')).toBeVisible();
    await expect
      .element(row.getByTitle(/Contested by your agency.*It is a deposit address/))
      .toHaveTextContent('contested');
    expect(row.element().textContent).not.toContain('Meridian');
    await expectAccessible();
  });

  test('distinguishes what was not read from a zero', async () => {
    const unknown = createRow({ state: 'unknown', level: 'unknown', score: null, shares: {}, reason: 'Never used.' });
    const none = createRow({
      id: '00000000-0000-4000-8000-0000000000e2',
      state: 'none',
      level: 'low',
      score: null,
      shares: {},
      reason: 'No rule of the set fired.',
    });
    open({ listBatchScreenings: rowsOf([unknown, none]) });
    const first = table().getByRole('row', { name: /Never used/ });
    await expect.element(first).toBeVisible();
    expect(first.element().querySelectorAll('.hatch').length).toBeGreaterThan(1);
    expect(first.element().textContent).toContain('no score');
    const second = table()
      .getByRole('row', { name: /No rule of the set/ })
      .element();
    expect(second.querySelectorAll('.q0').length).toBeGreaterThan(0);
    expect(second.textContent).toContain('none fired');
  });

  test('says why a subject could not be screened, and has no link to a result of it', async () => {
    const failed = createRow({
      ...{ state: 'failed', level: null, score: null, shares: null, summary: null, labels: null, hash: null },
      reason: 'Not an address of Bitcoin.',
    });
    open({ listBatchScreenings: rowsOf([failed]) });
    await expect.element(table().getByText('Not screened')).toBeVisible();
    await expect.element(table().getByText('Not an address of Bitcoin.')).toBeVisible();
    expect(
      table()
        .getByRole('link', { name: /address ending/ })
        .elements(),
    ).toEqual([]);
  });

  test('opens a row as the result it has', async () => {
    const row = createRow();
    open({ getScreening: new AppError('not-found', 'There is no such screening among yours.') });
    const link = table().getByRole('link', { name: /address ending/ });
    await expect.element(link).toHaveAttribute('href', `/address-threat?stored=${row.id}`);
  });

  test('shows what counts most with both rings, the amount and the label', async () => {
    open({}, `${PATH}&columns=reasons`);
    const row = table().getByRole('row', { name: /Darknet market/ });
    await expect.element(row).toBeVisible();
    const text = row.element().textContent ?? '';
    expect(text).toContain('20.0');
    expect(text).toContain('10.0');
    expect(text).toContain('received 3.00');
    expect(text).toContain('cluster: “Fogline”');
    await expectAccessible();
  });

  test('asks the server to filter and to sort, and keeps both in the address bar', async () => {
    const api = open();
    const asked = () => api.calls.filter(({ route }) => route === 'listBatchScreenings').at(-1)?.input.query;
    await page.getByRole('navigation', { name: 'Level' }).getByRole('link', { name: /High/ }).click();
    await expect.poll(asked).toMatchObject({ level: 'high', sort: 'score', order: 'descending' });
    await page.getByRole('combobox', { name: 'Category' }).selectOptions('darknet_market');
    await expect.poll(asked).toMatchObject({ level: 'high', category: 'darknet_market' });
    await page.getByRole('textbox', { name: 'Subject, reason or label' }).fill('lantern');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect.poll(asked).toMatchObject({ text: 'lantern' });
    await page.getByRole('columnheader', { name: /Score/ }).getByRole('link').click();
    await expect.poll(asked).toMatchObject({ order: 'ascending', text: 'lantern', level: 'high' });
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Clear filters' }).elements()).toEqual([]);
    await expect.element(page.getByRole('textbox', { name: 'Subject, reason or label' })).toHaveValue('');
  });

  test('paints only a part of ten thousand rows, and loads them page by page', async () => {
    const all = createRows(400);
    const api = open({
      getScreeningBatch: createBatch({ batch: { total: 10_000, screened: 10_000 } }),
      listBatchScreenings: ({ query }) => ({
        rows: all.slice(query.offset, query.offset + query.limit),
        matching: 10_000,
      }),
    });
    await expect.element(page.getByText('Rows 1 to 200 of 10,000')).toBeVisible();
    await expect.poll(() => table().element().querySelectorAll('tbody tr').length).toBeLessThan(150);
    await page.getByRole('button', { name: 'Load 200 more' }).click();
    await expect.element(page.getByText('Rows 1 to 400 of 10,000')).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'listBatchScreenings').at(-1)?.input.query).toMatchObject({
      offset: 200,
    });
  });

  test('gives a column to the categories of most weight', async () => {
    const names: CategoryId[] = ['exchange', 'sanctioned', 'mixer', 'scam', 'gambling', 'bridge', 'darknet_market'];
    open({ getScreeningBatch: createBatch({ categories: names.map((name) => ({ name, count: 3 })) }) });
    await expect.element(page.getByRole('columnheader', { name: /^Sanctioned/ })).toBeVisible();
    expect(page.getByRole('columnheader', { name: /^Exchange/ }).elements()).toEqual([]);
    await expect.element(page.getByText(/2 more are in the files/)).toBeVisible();
  });
});

describe('progress', () => {
  const running = createBatch({
    batch: { total: 100, screened: 40 },
    counts: { high: 1, low: 39, waiting: 60 },
    job: createJob({ status: 'running', done: 40, total: 100 }),
  });

  test('says how far it is, and cancelling keeps what is screened', async () => {
    const cancelled = createJob({ status: 'cancelled', done: 40, total: 100 });
    let isCancelled = false;
    const api = open({
      getScreeningBatch: () => (isCancelled ? { ...running, job: cancelled } : running),
      cancelJob: () => {
        isCancelled = true;
        return { job: cancelled };
      },
    });
    await expect.element(page.getByText('40 of 100 screened')).toBeVisible();
    await expect.element(page.getByText(/Finished rows can be used now/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel, keep 40' }).click();
    await expect.element(page.getByText(/Cancelled\. 60 are not screened\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Screen the remaining 60' })).toBeVisible();
    expect(api.calls.find(({ route }) => route === 'cancelJob')?.input.params).toEqual({ id: cancelled.id });
    await expectAccessible();
  });

  test('says why a job failed', async () => {
    const job = createJob({ status: 'failed', failure: 'The disk of the store is full.' });
    open({ getScreeningBatch: { ...running, job } });
    await expect
      .element(page.getByText(/60 are not screened\. The job failed: The disk of the store is full\./))
      .toBeVisible();
  });

  test('is gone once every row is screened', async () => {
    open();
    await expect.element(table()).toBeVisible();
    expect(page.getByRole('progressbar').elements()).toEqual([]);
  });
});

test('refused lines are listed with their reasons and counted by them', async () => {
  const refused = [
    { text: '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMx', reason: 'The checksum fails.' },
    { text: 'nothing', reason: 'The checksum fails.' },
  ];
  open({ getScreeningBatch: createBatch({ batch: { refusedCount: 2 }, refused }) });
  await expect.element(page.getByText('2 lines were refused: 2 × The checksum fails. None was guessed.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /2 lines refused/ })).toBeVisible();
});

test('a batch is named', async () => {
  const api = open({
    changeScreeningBatch: ({ body }) => ({ batch: { ...createBatch().batch, name: body.name ?? '' } }),
  });
  await page.getByRole('button', { name: 'Rename the batch' }).click();
  await page.getByRole('textbox', { name: 'Name of the batch' }).fill('Customers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: 'Rename the batch' })).toBeVisible();
  expect(api.calls.find(({ route }) => route === 'changeScreeningBatch')?.input).toMatchObject({
    params: { id: ID },
    body: { name: 'Customers' },
  });
});

test('a batch is screened again automatically, and states when next', async () => {
  const repeated = { repeat: 'weekly', repeatAt: '2026-12-05T10:00:00.000Z' } as const;
  let isRepeated = false;
  const api = open({
    getScreeningBatch: () => createBatch({ batch: isRepeated ? repeated : {} }),
    changeScreeningBatch: () => {
      isRepeated = true;
      return { batch: { ...createBatch().batch, ...repeated } };
    },
  });
  await page.getByLabelText('Screen again').selectOptions('weekly');
  await expect.element(page.getByText('Next on 5 Dec 2026')).toBeVisible();
  expect(api.calls.find(({ route }) => route === 'changeScreeningBatch')?.input).toMatchObject({
    params: { id: ID },
    body: { repeat: 'weekly' },
  });
});

test('the files have every row, in three formats', async () => {
  open();
  await page.getByRole('button', { name: 'Export all' }).click();
  for (const format of ['csv', 'xlsx', 'json']) {
    await expect
      .element(page.getByRole('menuitem', { name: format.toUpperCase() }))
      .toHaveAttribute('href', expect.stringContaining(`/screening-batches/${ID}/export?format=${format}`));
  }
});

test('an earlier batch is compared, and each change leads to its reasons', async () => {
  const other = { ...createBatch().batch, id: '00000000-0000-4000-8000-0000000000b2', name: 'Batch of May' };
  const [earlier, later] = [
    createRow({ score: 4, level: 'low' }),
    createRow({ id: '00000000-0000-4000-8000-0000000000e2' }),
  ];
  open(
    {
      listScreeningBatches: { items: [other] },
      compareScreeningBatches: { items: [{ earlier, later }], compared: 12, onlyHere: 3 },
    },
    `${PATH}&with=${other.id}`,
  );
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect.element(changes.getByText('12 subjects in both')).toBeVisible();
  const link = changes.getByRole('link', { name: /^Differences/ });
  await expect.element(link).toHaveAttribute('href', `/address-threat?stored=${later.id}&earlier=${earlier.id}`);
  await expectAccessible();
});

test('chosen rows are added to a case one after the other, as their batch requested', async () => {
  const two = [createRow(), createRow({ id: '00000000-0000-4000-8000-0000000000e2', subject: '1Other' })];
  open({ listBatchScreenings: rowsOf(two) });
  await expect.poll(() => table().getByRole('checkbox').elements().length).toBe(2);
  await table().getByRole('checkbox').nth(0).click();
  await table().getByRole('checkbox').nth(1).click();
  await expect.element(page.getByText('2 rows chosen')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add chosen rows to case' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  expect(page.getByText('2 rows chosen').elements()).toEqual([]);
});

describe('the list of batches', () => {
  const LIST = '/address-threat?view=batches';
  testStates({
    path: LIST,
    as,
    route: 'listScreeningBatches',
    empty: { answer: NO_BATCHES, says: /Batches appear here/ },
  });

  test('leads to each, and removes one after a question', async () => {
    const api = openScreen(
      LIST,
      { listScreeningBatches: { items: [createBatch().batch] }, removeScreeningBatch: {} },
      { as },
    );
    await expect.element(page.getByRole('link', { name: 'Addresses of a seizure' })).toHaveAttribute('href', PATH);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Remove the batch' }).click();
    await expect.poll(() => api.calls.some(({ route }) => route === 'removeScreeningBatch')).toBe(true);
  });
});

test('several subjects are screened as a batch, with the refused lines and the options', async () => {
  const hit = (id: string, chain: 'btc' | 'eth' = 'btc') => ({
    ...{ kind: 'address' as const, chain, id, detail: '3 transactions', isIndexed: true, transactionCount: 3 },
  });
  const refused = [{ text: 'x', reason: 'The checksum fails.' }];
  const api = openScreen(
    '/address-threat?q=list&hops=3',
    {
      scanText: { found: [hit(SCREENED), hit('1Other'), hit('0x1', 'eth')], refused, truncated: false },
      createScreeningBatch: { batch: createBatch().batch, job: createJob() },
      getScreeningBatch: createBatch(),
      listBatchScreenings: rowsOf([createRow()]),
      listScreeningBatches: NO_BATCHES,
    },
    { as },
  );
  await page.getByRole('checkbox', { name: /Ethereum/ }).click();
  await page.getByRole('textbox', { name: 'Name of the batch' }).fill('Addresses of a seizure');
  await expectAccessible();
  await page.getByRole('button', { name: 'Screen 2 subjects' }).click();
  await expect.element(page.getByRole('heading', { name: /Addresses of a seizure/ })).toBeVisible();
  expect(api.calls.find(({ route }) => route === 'createScreeningBatch')?.input.body).toMatchObject({
    name: 'Addresses of a seizure',
    subjects: [
      { chain: 'btc', kind: 'address', text: SCREENED },
      { chain: 'btc', kind: 'address', text: '1Other' },
    ],
    refused,
    options: { maxHops: 3 },
  });
});
