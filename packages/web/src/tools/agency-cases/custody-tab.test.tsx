import type { CaseCustodyAct, CaseLedgerCheck } from '@trailmark/api/contract/case-custody';
import { CASE_RIGHTS } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const OVERVIEW = createCaseOverview(CASE_RIGHTS);
const PATH = `/agency-cases/${CASE_ID}/custody`;
const HASH = 'a'.repeat(64);
const file = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

const act = (seq: number, more: Partial<CaseCustodyAct> = {}): CaseCustodyAct => ({
  ...{
    item: file(1),
    number: 'EV-01',
    name: 'phone.tar',
    seq,
    act: 'collect',
    who: 'Evidence officer',
    role: 'editor',
  },
  ...{ at: 1_772_500_000_000, doneAt: null, why: 'Seized phone', authority: '26/1183', machine: '10.0.0.7' },
  ...{ from: 'Evidence room', to: 'Laboratory', result: 'Matches its SHA-256.', hash: HASH, ...more },
});
const ACTS: Answer<'listCaseCustody'> = {
  items: [act(2, { act: 'transfer', who: 'Second analyst' }), act(1)],
  ...{ total: 2, people: ['Evidence officer', 'Second analyst'], next: null },
  root: { day: '2026-11-19', root: HASH, at: 1_795_200_000, stamp: null },
  isStamping: false,
};
const NONE = { items: [], total: 0, people: [], root: null, isStamping: false, next: null };
const ledger = (last: number, more: Partial<CaseLedgerCheck> = {}): CaseLedgerCheck => ({
  ...{ item: file(last), number: `EV-0${last}`, name: 'phone.tar', entries: 2, broken: null, rootDay: null },
  ...{ isStored: true, ...more },
});
const answers = { getCase: OVERVIEW, listCaseCustody: ACTS, listCaseEvidence: { items: [], next: null } };

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCaseCustody',
  others: { getCase: OVERVIEW, listCaseEvidence: { items: [], next: null } },
  empty: { answer: NONE, says: /No file of evidence has a ledger of custody yet/ },
});
testStates({
  path: `/agency-cases/${CASE_ID}/reports`,
  as: 'allowed',
  route: 'listCaseReports',
  others: { getCase: OVERVIEW, listEnhancedReports: { items: [] } },
  empty: { answer: { items: [], isCut: false }, says: /No other file was made of this case yet/ },
});

test('all acts are in one table, and the filters are in the address', async () => {
  const api = openScreen(PATH, answers, { as: 'allowed' });
  const rows = page.getByRole('table', { name: 'Acts of custody' }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/EV-01, entry 2.*Transferred.*Second analyst.*Evidence room → Laboratory.*under 26\/1183/);
  await expect.element(page.getByText(/Daily root of 2026-11-19: aaaaaaaa…aaaa/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Export all ledgers' })).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Act', { exact: true }).selectOptions('transfer');
  await page.getByLabelText('Person').selectOptions('Second analyst');
  await expect
    .poll(() => api.calls.filter(({ route }) => route === 'listCaseCustody').at(-1)?.input.query)
    .toMatchObject({ act: 'transfer', who: 'Second analyst' });
});

test.each([
  [
    { authority: 'Example Stamps', at: 1_795_203_600, fault: null },
    true,
    /Time stamp of Example Stamps: .*\. It verifies\./,
  ],
  [
    { authority: '', at: 0, fault: 'The signature of the time stamp is wrong.' },
    true,
    /Its time stamp does not verify: The signature/,
  ],
  [null, true, /It has no time stamp yet/],
  [null, false, /No time stamp authority is set/],
] as const)('the daily root says what its time stamp is worth: %o, %s', async (stamp, isStamping, says) => {
  const root = { day: '2026-11-19', root: HASH, at: 1_795_200_000, stamp };
  openScreen(PATH, { ...answers, listCaseCustody: { ...ACTS, root, isStamping } }, { as: 'allowed' });
  await expect.element(page.getByText(says)).toBeVisible();
  await expectAccessible();
});

test('filters that nothing fits say so and can be cleared', async () => {
  openScreen(`${PATH}?act=export`, { ...answers, listCaseCustody: NONE }, { as: 'allowed' });
  await expect.element(page.getByText('No act of custody fits these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByText(/No file of evidence has a ledger of custody yet/)).toBeVisible();
});

test('verifying now names the ledger that is broken, over all pages', async () => {
  const checks = ({ query: { after = 0 } }: { readonly query: { readonly after?: number } }) =>
    after === 0
      ? { items: [ledger(1)], next: 1 }
      : { items: [ledger(2, { broken: { seq: 2, why: 'Row 2 was changed after it was written.' } })], next: null };
  openScreen(PATH, { ...answers, checkCaseCustody: checks }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Verify the ledgers now' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/1 finding. 2 chains of hashes calculated again.*EV-02: its chain is broken at entry 2/);
  await expectAccessible();
});

test('a reader without the right to export is offered none', async () => {
  openScreen(PATH, { ...answers, getCase: createCaseOverview(['read']) }, { as: 'allowed' });
  await expect.element(page.getByRole('button', { name: 'Verify the ledgers now' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Export all ledgers' }).elements()).toEqual([]);
});

test('reports say who made what and when, and which of them are not kept', async () => {
  const report = { who: 'Lead investigator', at: 1_772_500_000 };
  const items: Answer<'listCaseReports'>['items'] = [
    {
      ...report,
      id: file(1),
      kind: 'pinned',
      number: 'A-7',
      title: 'Request to “Northgate”',
      hash: HASH,
      tab: 'requests',
    },
    { ...report, id: file(2), kind: 'export', number: null, title: 'Case file', hash: null, tab: null },
  ];
  const enhanced = {
    ...{ id: file(3), case: CASE_ID, caseNumber: '2026-04170', caseTitle: 'Harbour', title: 'Where it went' },
    ...({ state: 'signed', versions: 2, changedAt: 1_772_600_000, changedBy: 'Legal adviser' } as const),
  };
  openScreen(
    PATH.replace('custody', 'reports'),
    { getCase: OVERVIEW, listCaseReports: { items, isCut: false }, listEnhancedReports: { items: [enhanced] } },
    { as: 'allowed' },
  );
  const own = page.getByRole('table', { name: 'Enhanced reports of this case' }).getByRole('row');
  await expect.element(own.nth(1)).toHaveTextContent(/Where it wentSigned2.*Legal adviser/);
  await expect.element(own.nth(1).getByRole('link')).toHaveAttribute('href', `/enhanced-report/${CASE_ID}/${file(3)}`);
  const rows = page.getByRole('table', { name: 'Reports and exported files' }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/A-7 Request to “Northgate”pinned hereLead investigator.*aaaaaaaa…aaaa/);
  await expect.element(rows.nth(2)).toHaveTextContent(/Case fileon request, not kept.*not known here/);
  await expectAccessible();
});
