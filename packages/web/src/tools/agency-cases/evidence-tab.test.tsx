import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseCustody, CaseEvidence } from '@trailmark/api/contract/case-evidence';
import type { CaseItem } from '@trailmark/api/contract/case-item';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { NO_COMMENTS } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const ID = '00000000-0000-4000-8000-0000000000a1';
const FILE = '00000000-0000-4000-8000-0000000000e1';
const HASH = '979b2dbb99d709a5874483917f2cfa583625409ef020f7a426a84c506472ed0d';
const ROW_HASH = 'a'.repeat(64);
const PATH = `/agency-cases/${ID}/evidence`;
const AT = 1_772_500_000;

const HEAD: CaseHead = {
  ...{
    id: ID,
    number: '2026-40417',
    reference: null,
    title: 'Harbour',
    type: 'service-theft',
    typeName: 'Service theft',
  },
  ...{
    status: 'active',
    priority: 'high',
    policy: 'sealed',
    unit: 'Cyber unit',
    tags: [],
    lead: null,
    deadline: null,
    nextDue: null,
  },
  ...{
    openedAt: AT,
    openedBy: 'Lead investigator',
    changedAt: AT,
    closedAt: null,
    record: null,
    version: 3,
    role: 'owner',
  },
  money: { lossUsd: null, tracedUsd: null, securedUsd: null },
};
const TEMPLATE = {
  id: 'service-theft',
  name: 'Theft',
  summary: '',
  fields: [],
  tasks: [],
  authorities: [],
  report: [],
};
const OVERVIEW: Answer<'getCase'> = {
  ...{ head: HEAD, rights: ['read', 'write', 'review', 'law', 'export', 'manage'], memberCount: 2, statements: [] },
  ...{ fields: {}, template: TEMPLATE, counts: { evidence: 2 }, due: [], lastVisit: null, changes: [], notices: [] },
  authority: null,
  readers: [],
  origin: null,
  emergencies: [],
  today: '2026-11-20',
};
const READER: Answer<'getCase'> = { ...OVERVIEW, rights: ['read'] };

const STORED: CaseEvidence = {
  ...{
    id: FILE,
    number: 'EV-02',
    name: 'signing-laptop.E01',
    rawName: 'c2lnbmluZy1sYXB0b3AuRTAx',
    size: 68_719_476_736,
  },
  ...{ state: 'good', arrived: 68_719_476_736, arrivedAt: AT, kind: 'e01', kindName: 'Disk image', finding: null },
  ...{ clientHash: HASH, arrivalHash: HASH, check: { at: AT, hash: HASH, isSame: true }, description: 'Laptop' },
  ...{ source: '', acquiredAt: AT, acquiredBy: 'First responder', acquiredWhere: '', version: 1, addedAt: AT },
  ...{ addedBy: 'Evidence officer', isOwn: true, withdrawn: null, custodyCount: 2, sameAs: [] },
};
const DAMAGED: CaseEvidence = {
  ...{ ...STORED, id: `${FILE.slice(0, -1)}2`, number: 'EV-03', name: 'IMG_2041[U+202E]gpj.exe', state: 'damaged' },
  finding: 'Piece 4 of the stored file is missing or was changed.',
};
const ARRIVING: CaseEvidence = {
  ...{
    ...STORED,
    id: `${FILE.slice(0, -1)}3`,
    number: 'EV-04',
    name: 'meridian-annex.zip',
    state: 'arriving',
    arrived: 500,
  },
  ...{ size: 1_000, kind: null, kindName: null, clientHash: null, arrivalHash: null, check: null, custodyCount: 0 },
};
const PINNED: CaseItem = {
  ...{
    id: `${FILE.slice(0, -1)}9`,
    number: 'A-7',
    kind: 'address',
    kindName: 'Address',
    tab: 'addresses',
    title: 'Loss of 3 March',
  },
  ...{
    note: '',
    input: { params: {}, query: {} },
    page: null,
    call: 'GET /x',
    method: 'm/1',
    software: 's',
    asOf: null,
  },
  ...{ hash: ROW_HASH, size: 20, pinnedAt: AT, pinnedBy: 'Lead', check: { at: AT, isSame: false }, withdrawn: null },
};
const row: CaseCustody['rows'][number] = {
  ...{
    seq: 1,
    act: 'collect',
    who: 'Evidence officer',
    role: 'editor',
    at: AT * 1_000,
    doneAt: null,
    why: 'Seized',
    machine: 'WS-02',
  },
  ...{
    authority: '26/1183',
    software: 'Trailmark',
    from: 'First responder',
    to: 'Room 2',
    inputHash: HASH,
    outputHash: HASH,
  },
  ...{ result: 'The SHA-256 agree.', previousHash: null, hash: ROW_HASH },
};
const CUSTODY: CaseCustody = {
  item: STORED,
  rows: [row, { ...row, seq: 2, act: 'verify', why: 'Regular integrity check', previousHash: ROW_HASH }],
  broken: null,
  root: { day: '2026-11-19', root: ROW_HASH, at: AT, rows: 2 },
};

const answers = {
  listCaseComments: NO_COMMENTS,
  getCase: OVERVIEW,
  listCaseItems: { items: [PINNED], next: null },
  listCaseEvidence: { items: [STORED, DAMAGED, ARRIVING], next: null },
  getCaseCustody: CUSTODY,
};

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCaseEvidence',
  others: { ...answers, listCaseItems: { items: [], next: null } },
  empty: { answer: { items: [], next: null }, says: /No evidence yet/ },
});

test('files and pinned results are one list, uploads are on top, and what is damaged is shown first', async () => {
  openScreen(PATH, answers, { as: 'allowed' });
  await expect.element(page.getByText('signing-laptop.E01')).toBeVisible();
  await expect.element(page.getByText('Loss of 3 March')).toBeVisible();
  await expect.element(page.getByText('IMG_2041[U+202E]gpj.exe')).toBeVisible();
  await expect.element(page.getByText('EV-03: damaged.')).toBeVisible();
  await expect.element(page.getByText('500 of 1,000 bytes, interrupted')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'All 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Pinned results 1' }).click();
  expect(page.getByText('signing-laptop.E01').elements()).toEqual([]);
  await expectAccessible();
});

test('pinned results beyond the first page are read on request, and one that the address names is there at once', async () => {
  const item = (number: number): CaseItem => ({
    ...PINNED,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    number: `A-${number}`,
    title: `Result ${number}`,
  });
  const all = Array.from({ length: 450 }, (_, i) => item(450 - i));
  openScreen(
    `${PATH}/A-3`,
    {
      ...answers,
      getCase: { ...OVERVIEW, counts: { ...OVERVIEW.counts, evidence: 452 } },
      listCaseItems: ({ query: { before = 451, limit } }) => {
        const items = all.filter(({ number }) => Number(number.slice(2)) < before).slice(0, limit);
        const last = Number(items.at(-1)?.number.slice(2));
        return { items, next: last > 1 ? last : null };
      },
    },
    { as: 'allowed' },
  );
  await expect.element(page.getByText('Result 3', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pinned results 450', exact: true })).toBeVisible();
  for (let pages = 0; pages < 2; pages += 1) await page.getByRole('button', { name: 'Load 200 more' }).click();
  await expect.element(page.getByRole('button', { name: 'Pinned results 450', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Load 200 more' }).elements()).toEqual([]);
});

test('the ledger opens at its own address, with the whole hash and what can be done', async () => {
  openScreen(`${PATH}/EV-02`, answers, { as: 'allowed' });
  const custody = page.getByRole('region', { name: 'Custody of EV-02' });
  await expect.element(custody.getByText('Chain recalculated, no break.', { exact: false })).toBeVisible();
  expect(custody.element().textContent).toContain(HASH);
  for (const name of ['Verify now', 'Record an act', 'Export file', 'Withdraw'])
    await expect.element(custody.getByRole('button', { name })).toBeVisible();
  await expectAccessible();
});

test('a broken chain names the entry', async () => {
  const broken = { seq: 2, why: 'Row 2 was changed after it was written.' };
  openScreen(`${PATH}/EV-02`, { ...answers, getCaseCustody: { ...CUSTODY, broken } }, { as: 'allowed' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('broken at entry 2');
});

test('a reader neither adds nor exports', async () => {
  openScreen(`${PATH}/EV-02`, { ...answers, getCase: READER }, { as: 'allowed' });
  await expect.element(page.getByRole('button', { name: 'Verify now' })).toBeVisible();
  for (const name of ['Add evidence', 'Export file', 'Record an act', 'Withdraw', 'Cancel'])
    expect(page.getByRole('button', { name }).elements(), name).toEqual([]);
  expect(page.getByRole('link', { name: 'Export ledger' }).elements()).toEqual([]);
});

test('an act is entered with its reason, and the ledger shows it', async () => {
  const added = { ...row, seq: 3, act: 'transfer', why: 'Handed to the laboratory' } as const;
  const api = openScreen(
    `${PATH}/EV-02`,
    { ...answers, addCaseCustody: { ...CUSTODY, rows: [...CUSTODY.rows, added] } },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Record an act' }).click();
  await page.getByLabelText('Why').fill('Handed to the laboratory');
  await page.getByRole('button', { name: 'Add to the ledger' }).click();
  await expect.element(page.getByRole('cell', { name: 'Handed to the laboratory' })).toBeVisible();
  const sent = api.calls.find(({ route }) => route === 'addCaseCustody');
  expect(sent?.input.body).toMatchObject({ act: 'transfer', why: 'Handed to the laboratory', authority: null });
});

test('a file is verified until it has been read', async () => {
  let asked = 0;
  const verifyCaseEvidence = (): Answer<'verifyCaseEvidence'> => {
    asked += 1;
    return asked === 1 ? { isDone: false, done: 5, total: 10 } : { isDone: true, item: STORED };
  };
  openScreen(`${PATH}/EV-02`, { ...answers, verifyCaseEvidence }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect.poll(() => asked).toBe(2);
});

test('at 390 pixels nothing is wider than the page', async () => {
  await page.viewport(390, 1600);
  openScreen(`${PATH}/EV-02`, answers, { as: 'allowed' });
  await expect.element(page.getByText('Chain recalculated, no break.', { exact: false })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  // Nothing of an entry covers another part of it.
  const why = document.querySelector('.cs-custody .why')?.getBoundingClientRect();
  const top = document.elementFromPoint((why?.left ?? 0) + 4, (why?.top ?? 0) + 8);
  expect(top?.closest('td')?.className).toContain('why');
  await page.viewport(1440, 900);
});
