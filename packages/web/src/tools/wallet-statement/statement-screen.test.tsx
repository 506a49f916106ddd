import { AppError } from '@trailmark/core/errors';
import { dayOf } from '@trailmark/core/price';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseList } from '../../testing/sample-case.ts';
import {
  createCasePeople,
  createLossAnswer,
  createRecordsAnswer,
  createStatementAnswer,
  OPEN_BALANCE,
  STATED,
  STATEMENT_LINES,
} from '../../testing/sample-statement.ts';
import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';
const PATH = `/wallet-statement?set=btc:${STATED}`;
const rateOf = (time: number) => ({
  ...{ asset: 'btc', day: dayOf(time), nano: 60_000_000_000_000n, source: 'A table of closes' },
});
const LINES = { lines: STATEMENT_LINES, total: 2, rates: STATEMENT_LINES.slice(0, 1).map(({ time }) => rateOf(time)) };
const open = (path: string, answers: FakeAnswers) =>
  openScreen(path, { listStatementLines: LINES, runStatement: createStatementAnswer(), ...answers }, { as });

testStates({ path: PATH, as, route: 'runStatement', others: { listStatementLines: LINES } });

describe('the form', () => {
  const hit = {
    ...{ kind: 'address' as const, chain: 'btc' as const, id: STATED, detail: '2 transactions', isIndexed: true },
    transactionCount: 2,
  };

  test('makes a statement of the addresses that were found and chosen', async () => {
    const refused = [{ text: '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMx', reason: 'The checksum fails.' }];
    const other = { ...hit, id: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3' };
    const api = open('/wallet-statement', { scanText: { found: [hit, other], refused, truncated: false } });
    await page.getByRole('textbox', { name: /Addresses/ }).fill('a list');
    await page.getByRole('button', { name: 'Find addresses' }).click();
    await expect.element(page.getByText('The checksum fails.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('checkbox', { name: `${other.id} on Bitcoin` }).click();
    await page.getByRole('button', { name: 'Make the statement of 1 address' }).click();
    await expect.element(page.getByRole('heading', { name: 'Balances' })).toBeVisible();
    const call = api.calls.find(({ route }) => route === 'runStatement');
    expect(call?.input.body).toMatchObject({ subjects: [{ kind: 'address', chain: 'btc', text: STATED }], to: null });
  });

  test('sends no private key anywhere', async () => {
    const api = open('/wallet-statement', {});
    await page.getByRole('textbox', { name: /Addresses/ }).fill('5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ');
    await page.getByRole('button', { name: 'Find addresses' }).click();
    await expect.element(page.getByText(/contains a private key/)).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'scanText')).toEqual([]);
  });

  test('makes a statement of a wallet by its extended public key, and sends no private one', async () => {
    const rest =
      '661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
    const api = open('/wallet-statement', {});
    const field = page.getByRole('textbox', { name: /Addresses/ });
    await field.fill(`xprv${rest}`);
    await page.getByRole('button', { name: 'Find addresses' }).click();
    await expect.element(page.getByText(/contains a private key/)).toBeVisible();
    await field.fill(`xpub${rest}`);
    await page.getByRole('button', { name: 'Find addresses' }).click();
    await page.getByRole('textbox', { name: 'Gap limit' }).fill('1000000');
    await page.getByRole('button', { name: 'Make the statement of this wallet' }).click();
    await expect.element(page.getByText('Write a whole number from 1 to 1,000.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Gap limit' }).fill('40');
    await page.getByRole('button', { name: 'Make the statement of this wallet' }).click();
    await expect.element(page.getByRole('heading', { name: 'Balances' })).toBeVisible();
    const call = api.calls.find(({ route }) => route === 'runStatement');
    expect(call?.input.body).toMatchObject({
      ...{ subjects: [{ kind: 'descriptor', chain: 'btc', text: `xpub${rest}` }], gapLimit: 40 },
    });
    expect(JSON.stringify(api.calls.map(({ input }) => input.body ?? null))).not.toContain('xprv');
  });

  test('makes a statement of the addresses of a case, those of suspects chosen at first', async () => {
    const other = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
    const api = open(`/wallet-statement?case=${CASE_ID}`, {
      listCases: createCaseList(),
      listCasePeople: createCasePeople([STATED, other]),
    });
    await expect.element(page.getByRole('checkbox', { name: `${STATED} on Bitcoin` })).toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: `${other} on Bitcoin` })).not.toBeChecked();
    await expectAccessible();
    await page.getByRole('button', { name: 'Make the statement of 1 address' }).click();
    await expect.element(page.getByRole('heading', { name: 'Balances' })).toBeVisible();
    const call = api.calls.find(({ route }) => route === 'runStatement');
    expect(call?.input.body).toMatchObject({ subjects: [{ kind: 'address', chain: 'btc', text: STATED }] });
  });

  test('names a day that does not exist at its field, and asks nothing', async () => {
    const api = open('/wallet-statement', {});
    await page.getByText('Inputs').click();
    await page.getByRole('textbox', { name: 'From' }).fill('2024-02-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByText(/There is no 2024-02-31/)).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'runStatement')).toEqual([]);
  });
});

describe('a statement', () => {
  test('states the equation of each asset, and every line with its balance', async () => {
    open(PATH, {});
    const balances = page.getByRole('table', { name: 'Balances' });
    await expect.element(balances.getByText('Balanced to the satoshi')).toBeVisible();
    const row = balances.getByRole('row').nth(1).element().textContent ?? '';
    expect(row).toMatch(/0.*5.00000000.*2.00000000.*0.00001000.*2.99999000/);
    const lines = page.getByRole('table', { name: 'Lines of the statement' });
    await expect.element(lines.getByText('Northgate Exchange')).toBeVisible();
    await expect.element(lines.getByText('no price')).toBeVisible();
    await expectAccessible();
  });

  test('shows the first eight of many assets, and all on request', async () => {
    const { balances } = createStatementAnswer();
    const many = balances.flatMap((row) =>
      Array.from({ length: 11 }, (_, i) => ({ ...row, asset: { ...row.asset, id: `eth:${i}`, symbol: `T${i}` } })),
    );
    open(PATH, { runStatement: createStatementAnswer({ balances: many }) });
    const table = page.getByRole('table', { name: 'Balances' });
    await expect.element(table.getByText('T7')).toBeVisible();
    expect(table.getByText('T8').elements()).toEqual([]);
    await page.getByRole('button', { name: 'Show all 11 assets' }).click();
    await expect.element(table.getByText('T10')).toBeVisible();
    await expectAccessible();
  });

  test('shows the price that each value was made with, its day and who stated it', async () => {
    open(PATH, {});
    const lines = page.getByRole('table', { name: 'Lines of the statement' });
    await expect.element(lines.getByText('at 60,000.00')).toBeVisible();
    await expect.element(lines.getByTitle(/^Close of \d{4}-\d{2}-\d{2} UTC, A table of closes$/)).toBeVisible();
    await expect.element(page.getByText('Source: A table of closes.')).toBeVisible();
  });

  test('shows no balance where history is incomplete, and the gap at its line', async () => {
    const open2 = STATEMENT_LINES.map((line) => (line.no === 2 ? { ...line, balances: [{ asset: 'btc' }] } : line));
    open(PATH, {
      runStatement: createStatementAnswer({ balances: [OPEN_BALANCE] }),
      listStatementLines: { lines: open2, total: 2, rates: [] },
    });
    await expect.element(page.getByText('Does not close.')).toBeVisible();
    await expect.element(page.getByText(/From this line on, the history of BTC is incomplete/)).toBeVisible();
    const closing = page.getByRole('table', { name: 'Balances' }).getByRole('row').nth(1).element().textContent ?? '';
    expect(closing).toMatch(/not known/);
    await expectAccessible();
  });

  test('lots: each method in its column, one of them is used', async () => {
    open(`${PATH}&view=lots`, {});
    await expect.element(page.getByText('pooled')).toBeVisible();
    await page.getByRole('combobox', { name: 'Method used' }).selectOptions('lifo');
    await expect.element(page.getByRole('combobox', { name: 'Method used' })).toHaveValue('lifo');
    await expectAccessible();
  });

  test('money that no price is known for is words in lots and totals, and shares of what went out are stated', async () => {
    const answer = createStatementAnswer();
    const none = { proceeds: 0n, cost: 0n, gain: 0n, unknown: 200_001_000n };
    const lots = answer.lots.map((one) => ({ ...one, results: one.results.map((result) => ({ ...result, ...none })) }));
    const [row] = answer.totals.counterparty;
    if (!row) throw new Error('the sample has a counterparty');
    const counterparty = [
      { ...row, unpriced: 2 },
      { ...row, key: 'none', label: undefined, out: 0n },
    ];
    const runStatement = { ...answer, lots, totals: { ...answer.totals, counterparty } };
    open(`${PATH}&view=lots`, { runStatement });
    const gain = page.getByRole('row', { name: /Gain or loss/ });
    await expect.element(gain).toBeVisible();
    expect(gain.element().textContent).toMatch(
      /^Gain or loss, USD(not known, Nothing that left has a known price and cost\.){4}$/,
    );
    await page.getByRole('link', { name: /^Counterparties/ }).click();
    const table = page.getByRole('table', { name: 'Counterparties' });
    await expect.element(table.getByText('100.0 %')).toBeVisible();
    expect(table.getByText(/^no price/).elements()).toHaveLength(2);
    await expectAccessible();
  });

  test('totals by month, type and category; counterparties in a view of their own', async () => {
    open(`${PATH}&view=totals`, {});
    await expect.element(page.getByRole('table', { name: 'By month' }).getByText('2024-03')).toBeVisible();
    await expectAccessible();
  });

  test('records of a service: both sides in one table, and columns that can be corrected', async () => {
    localStorage.clear();
    const api = open(`${PATH}&view=records`, { matchStatementRecords: createRecordsAnswer() });
    await page.getByRole('textbox', { name: /Records of a service/ }).fill('Date,Amount');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const table = page.getByRole('table', { name: 'Ledger and records' });
    await expect.element(table.getByText('On chain only')).toBeVisible();
    await expect.element(table.getByText('by transaction id, 95 s apart')).toBeVisible();
    await expect.element(page.getByText('“never” is no date that can be read.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Column Date is read as' }).selectOptions('note');
    await page.getByRole('button', { name: 'Compare again' }).click();
    await expect
      .poll(() => api.calls.filter(({ route }) => route === 'matchStatementRecords').at(-1)?.input.body)
      .toMatchObject({ text: 'Date,Amount', mapping: { fields: ['note', 'amount'] } });
  });

  test('records are joined and split by hand', async () => {
    localStorage.clear();
    const api = open(`${PATH}&view=records`, { matchStatementRecords: createRecordsAnswer() });
    const asked = () => api.calls.filter(({ route }) => route === 'matchStatementRecords').at(-1)?.input.body;
    await page.getByRole('textbox', { name: /Records of a service/ }).fill('Date,Amount');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const join = page.getByRole('button', { name: 'Join', exact: true });
    await page.getByRole('checkbox', { name: 'Choose line 1' }).click();
    await expect.element(join).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Choose row 4' }).click();
    await expect.element(page.getByText('1 line and 1 row chosen')).toBeVisible();
    await join.click();
    const joined = [{ ledger: [{ line: 1, asset: 'btc', direction: 'out' }], records: [4] }];
    await expect.poll(asked).toMatchObject({ hand: { joined, apart: [] } });
    await page.getByRole('button', { name: 'Split line 2 from row 2' }).click();
    const apart = [{ ledger: { line: 2, asset: 'btc', direction: 'out' }, record: 2 }];
    await expect.poll(asked).toMatchObject({ hand: { joined, apart } });
  });

  test('a comparison that fails leaves the rows, what is shown of them, and the decisions before it', async () => {
    localStorage.clear();
    let calls = 0;
    const api = open(`${PATH}&view=records`, {
      matchStatementRecords: () =>
        ++calls === 2 ? new AppError('unavailable', 'The disk is full.') : createRecordsAnswer(),
    });
    await page.getByRole('textbox', { name: /Records of a service/ }).fill('Date,Amount');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const table = page.getByRole('table', { name: 'Ledger and records' });
    await page.getByRole('combobox', { name: 'Show' }).selectOptions('matched');
    await page.getByRole('button', { name: 'Split line 2 from row 2' }).click();
    await expect.element(page.getByText('The disk is full.')).toBeVisible();
    await expect.element(table).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Show' })).toHaveValue('matched');
    await page.getByRole('button', { name: 'Try again' }).click();
    const bodies = () =>
      api.calls.filter(({ route }) => route === 'matchStatementRecords').map(({ input }) => input.body);
    await expect.poll(() => bodies().length).toBe(3);
    expect(bodies()[2]).toEqual(bodies()[1]);
  });

  test('losses of victims: one row a victim, what is open, and every payment', async () => {
    const api = open(`${PATH}&view=losses`, { listVictimLosses: createLossAnswer() });
    await page.getByRole('textbox', { name: 'Victims' }).fill('Customer 7; gold; 1abc');
    await page.getByRole('button', { name: 'List the losses' }).click();
    await expect.element(page.getByText('“gold” is no chain. Chains here are btc.')).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'listVictimLosses')).toEqual([]);
    await page.getByRole('textbox', { name: 'Victims' }).fill(`Customer 7; btc; ${STATED}; V-1`);
    await page.getByRole('textbox', { name: /Amount to distribute/ }).fill('100.50');
    await page.getByRole('button', { name: 'List the losses' }).click();
    const list = page.getByRole('table', { name: 'Restitution list' });
    await expect.element(list.getByText('V-1 Customer 7')).toBeVisible();
    await expect.element(page.getByText(/1 payment could be of several/)).toBeVisible();
    await expect.element(page.getByRole('table', { name: 'Payments of victims' }).getByText('no price')).toBeVisible();
    await expectAccessible();
    const { input } = api.calls.find(({ route }) => route === 'listVictimLosses') ?? {};
    expect(input?.body).toMatchObject({
      ...{ available: 100_500_000n, subjects: [{ text: STATED }] },
      victims: [{ name: 'Customer 7', reference: 'V-1', addresses: [{ chain: 'btc', text: STATED }] }],
    });
  });

  test('offers the statement as a file, a PDF in two languages among them', async () => {
    open(PATH, {});
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Languages' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Format' }).selectOptions('koinly');
    expect(page.getByRole('combobox', { name: 'Languages' }).elements()).toEqual([]);
  });

  test('a filter asks for the lines that fit it', async () => {
    const api = open(PATH, {});
    await page.getByRole('combobox', { name: 'Type' }).selectOptions('deposit');
    await expect
      .poll(() => api.calls.filter(({ route }) => route === 'listStatementLines').at(-1)?.input.body)
      .toMatchObject({ types: ['deposit'], offset: 0 });
  });
});
