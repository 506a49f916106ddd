import type { CaseLink, CasePerson } from '@trailmark/api/contract/case-people';
import { CASE_RIGHTS } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview, NO_COMMENTS } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const SAMPLE_CASE = createCaseOverview(CASE_RIGHTS);

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const PATH = `/agency-cases/${CASE_ID}/people`;
const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

const person = (number: string, last: number, more: Partial<CasePerson> = {}): CasePerson => ({
  ...{ id: id(last), number, kind: 'suspect', name: `Suspect ${last}`, detail: 'not charged', aliases: [], note: '' },
  ...{ identifiers: [], hasPersonalData: false, version: 1, addedAt: 1_772_500_000, addedBy: 'Lead investigator' },
  ...{ changedAt: 1_772_500_000, changedBy: 'Lead investigator', withdrawn: null, ...more },
});
const link = (last: number, from: number, more: Partial<CaseLink> = {}): CaseLink => ({
  ...{ id: id(last), person: id(from), to: { kind: 'address', chain: 'btc', address: ADDRESS } },
  ...{ relation: 'Controls the key', basis: 'seized-device', explanation: 'Key on the laptop', mark: 'inference' },
  ...{ confidence: { of: 'rule', rule: 'co-spend/3', score: 99 }, source: 'EV-11, entry 3' },
  ...{ addedAt: 1_772_500_000, addedBy: 'Lead investigator', withdrawn: null, ...more },
});
const PEOPLE: Answer<'listCasePeople'> = {
  people: [person('P-1', 1), person('P-2', 2), person('H-1', 3, { kind: 'handle', name: '@tide_ops' })],
  links: [
    link(11, 1),
    link(12, 2, {
      mark: 'claim',
      basis: 'statement',
      confidence: { of: 'person', word: 'possible' },
      relation: 'Holder',
    }),
    link(13, 1, { to: { kind: 'person', person: id(3) }, relation: 'Uses the handle' }),
  ],
  labels: [
    {
      ...{ id: id(21), chain: 'btc', address: OTHER, text: 'Peel chain start', mark: 'inference', source: 'A-1' },
      ...{ addedAt: 1_772_500_000, addedBy: 'Lead investigator', withdrawn: null },
    },
  ],
  addresses: [
    { chain: 'btc', address: ADDRESS, number: 'A-1' },
    { chain: 'btc', address: OTHER, number: null },
  ],
};
const answers = { listCaseComments: NO_COMMENTS, getCase: SAMPLE_CASE, listCasePeople: PEOPLE };

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCasePeople',
  others: { getCase: SAMPLE_CASE },
  empty: { answer: { people: [], links: [], labels: [], addresses: [] }, says: /Nobody is entered yet/ },
});

test('shows who, which address and every link, and prints where there is none', async () => {
  openScreen(PATH, answers, { as: 'allowed' });
  const rows = page.getByRole('table', { name: 'Links', exact: true }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/P-1 Suspect 1.*Controls the key.*co-spend\/3.*Inference.*99 of 100.*EV-11/);
  await expect.element(rows.nth(2)).toHaveTextContent(/P-2 Suspect 2.*Holder.*Statement.*Claim.*possible/);
  expect(document.querySelectorAll('path.cp-line')).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: /H-1.*no link/ })).toBeVisible();
  await expect.element(page.getByText(/3 links: 0 facts, 2 inferences, 1 claim/)).toBeVisible();
  await expectAccessible();
});

test('what the focus is on shows its links', async () => {
  openScreen(PATH, answers, { as: 'allowed' });
  await expect.element(page.getByRole('button', { name: /P-1/ })).toBeVisible();
  (page.getByRole('button', { name: /P-1/ }).element() as HTMLElement).focus();
  await expect.poll(() => document.querySelectorAll('path.cp-line.near').length).toBe(1);
  (page.getByRole('button', { name: /H-1/ }).element() as HTMLElement).focus();
  await expect.poll(() => document.querySelectorAll('path.cp-line.near').length).toBe(0);
});

test('a selected person is in the address, and the table shows their links', async () => {
  openScreen(PATH, answers, { as: 'allowed' });
  await page.getByRole('button', { name: /P-1/ }).click();
  await expect.element(page.getByRole('heading', { name: 'P-1 Suspect 1' })).toBeVisible();
  await expect.element(page.getByText(/also linked to H-1 \(inference\)/)).toBeVisible();
  await expect.element(page.getByRole('table', { name: 'Links of P-1' }).getByRole('row')).toHaveLength(3);
  expect(document.querySelectorAll('path.cp-line.on')).toHaveLength(1);
});

test('a person is added with identifiers in their parts, and an overlap is reported', async () => {
  const overlap = { kind: 'contact-the-custodian' } as const;
  const screen = openScreen(
    PATH,
    { ...answers, setCasePerson: { person: PEOPLE.people[0] as CasePerson, overlaps: [overlap] } },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Add person or entity' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Suspect C');
  await page.getByLabelText('Phone numbers').fill('+44 20 7946 0018');
  await page.getByLabelText('Handles').fill('Telegram: tide_ops\n');
  await page.getByRole('button', { name: 'Add it' }).click();
  await expect.element(page.getByText(/Contact the custodian/)).toBeVisible();
  const sent = screen.calls.find(({ route }) => route === 'setCasePerson')?.input.body;
  expect(sent).toMatchObject({
    name: 'Suspect C',
    identifiers: [
      { type: 'phone', service: '', value: '+44 20 7946 0018' },
      { type: 'handle', service: 'Telegram', value: 'tide_ops' },
    ],
  });
});

test('personal data open after a reason of ten characters only', async () => {
  const data = { person: id(1), version: 1, birthDate: '1984-02-29', documents: [] };
  const screen = openScreen(`${PATH}/P-1`, { ...answers, openPersonalData: data }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Personal data' }).click();
  await page.getByLabelText('Why you need to see them').fill('short');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(page.getByText('At least 10 characters.')).toBeVisible();
  expect(screen.calls.some(({ route }) => route === 'openPersonalData')).toBe(false);
  await page.getByLabelText('Why you need to see them').fill('To prepare the interview');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(page.getByLabelText(/Birth date/)).toHaveValue('1984-02-29');
});

test('a pasted list shows what was not understood, and keeps it where the others were added', async () => {
  const outcome = (isWritten: boolean): Answer<'addCasePeople'> => ({
    ...{ isWritten, hasHeader: false, people: 1, links: 1, same: 0, overlaps: [] },
    refused: [{ line: 2, lines: 1, why: '“boss” is no kind.' }],
  });
  const screen = openScreen(
    PATH,
    { ...answers, addCasePeople: ({ body }) => outcome(body.leavesOut ?? false) },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const lines = page.getByRole('textbox', { name: 'Lines', exact: true });
  await lines.fill(`suspect,A,btc,${OTHER}\nboss,B`);
  await page.getByLabelText(/^What a link says/).fill('paid from');
  await page.getByRole('button', { name: 'Add them' }).click();
  await expect.element(page.getByText('Nothing was added yet.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '“boss” is no kind.' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'boss,B' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Add the others, keep these here' }).click();
  await expect.element(lines).toHaveValue('boss,B');
  await expect.element(page.getByText('Added: 1 person or entity, 1 link.', { exact: false })).toBeVisible();
  const sent = screen.calls.filter(({ route }) => route === 'addCasePeople').map(({ input }) => input.body);
  expect(sent).toMatchObject([{ leavesOut: false, relation: 'paid from', chain: null }, { leavesOut: true }]);
});

test('who may only read is offered no change', async () => {
  const overview = { ...SAMPLE_CASE, head: { ...SAMPLE_CASE.head, role: null }, rights: ['read' as const] };
  openScreen(`${PATH}/P-1`, { ...answers, getCase: overview }, { as: 'allowed' });
  await expect.element(page.getByRole('heading', { name: 'P-1 Suspect 1' })).toBeVisible();
  for (const name of [/^Add person/, /^Paste/, /^Link$/, /^Withdraw/, /^Edit/, 'Personal data']) {
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
  }
});

test('over forty rows the table comes first, and the picture shows the selection and its neighbours', async () => {
  const many = Array.from({ length: 41 }, (_, i) => person(`P-${i + 1}`, i + 1));
  const large = { ...PEOPLE, people: many, links: [link(111, 1), link(112, 2)] };
  openScreen(`${PATH}/P-1`, { ...answers, listCasePeople: large }, { as: 'allowed' });
  await expect.element(page.getByRole('heading', { name: 'P-1 Suspect 1' })).toBeVisible();
  expect(page.getByRole('list', { name: 'People and entities' }).getByRole('button').elements()).toHaveLength(1);
});
