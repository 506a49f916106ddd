import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import { expectAccessible, openScreen } from '../../../testing/open-screen.tsx';
import { testStates } from '../../../testing/test-states.ts';

const HASH = 'ab'.repeat(32);
const VERSION_ID = '00000000-0000-4000-8000-0000000000d1';
const PATH = '/address-threat/rules';

type Rules = Answer<'getThreatRules'>;
const RULES: Rules['ruleSet']['rules'] = [
  {
    ...{ id: 'S1', title: 'Sanctioned address', basis: 'ownership' as const, categories: ['sanctioned' as const] },
    ...{ patterns: [], ways: [], minHops: null, maxHops: null, minSharePpm: null, minMoney: null, listing: null },
    ...{ dustOnly: false, weight: 100, source: 'OFAC FAQ 1078: any amount.' },
  },
  {
    ...{
      id: 'M1',
      title: 'Payment with a mixer',
      basis: 'direct' as const,
      categories: ['mixer' as const],
      patterns: [],
    },
    ...{ ways: ['in' as const, 'out' as const], minHops: null, maxHops: null, minSharePpm: 10_000, minMoney: 1_000 },
    ...{ listing: null, dustOnly: false, weight: 71, source: 'FATF (2020), anonymity.' },
  },
];
const SHOWN: Rules = {
  ...{ version: null, hash: HASH, notes: ['Rules S7 and S8 overlap.'], changes: [] },
  ruleSet: {
    ...{ name: 'Trailmark default 1', bands: { medium: 31, high: 71, severe: 91 }, dustMoney: 1, minConfidence: 50 },
    ...{ behaviourCap: 45, unreadSharePpm: 100_000, reportingThresholds: [10_000], currency: 'USD', rules: RULES },
  },
};
const VERSION: Answer<'listThreatRules'>['items'][number] = {
  ...{ id: VERSION_ID, number: 1, isDefault: false, hash: HASH, note: 'Mixers weigh more', state: 'proposed' },
  ...{ isInForce: false, proposedAt: 1_795_200_000, proposedBy: 'Lead investigator', decided: null },
  ...{ mayDecide: false, mayWithdraw: true },
};
const LIST: Answer<'listThreatRules'> = {
  inForce: { name: 'Trailmark default 1', hash: HASH, version: null, isDefault: true },
  items: [],
  patterns: [{ id: 'peel-chain', title: 'Peel chain' }],
};
const CHANGES = [{ rule: 'M1', what: 'Weight', from: '71', to: '90' }];
const CHECKED: Answer<'checkThreatRules'> = { faults: [], notes: [], hash: HASH, changes: CHANGES };
const proposed: Rules = { ...SHOWN, version: VERSION, changes: CHANGES };
const withVersion = (version: Partial<typeof VERSION>) => ({
  listThreatRules: { ...LIST, items: [{ ...VERSION, ...version }] },
  getThreatRules: { ...proposed, version: { ...VERSION, ...version } },
});
const others = { getThreatRules: SHOWN };

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listThreatRules',
  others,
  empty: { answer: LIST, says: /Your agency has no version of its own/ },
});

test('the rules in force are listed with what each fires on, its weight and its reason', async () => {
  openScreen(PATH, { ...others, listThreatRules: LIST }, { as: 'allowed' });
  await expect.element(page.getByText('received or sent; at least 1 % or 1,000 USD')).toBeVisible();
  await expect.element(page.getByText('FATF (2020), anonymity.')).toBeInTheDocument();
  await expect.element(page.getByText('at most 45', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Return to the default' }).elements()).toEqual([]);
  await expectAccessible();
});

test('a draft is checked by the server as it is typed, and its faults are at their fields', async () => {
  const sentence = 'Rule “M1”: its weight is “900”. It is a whole number from 0 to 100.';
  const screen = openScreen(
    PATH,
    {
      ...others,
      listThreatRules: LIST,
      checkThreatRules: ({ body }) =>
        JSON.stringify(body).includes('900')
          ? { faults: [{ rule: 'M1', field: 'weight', sentence }], notes: [], hash: null, changes: [] }
          : CHECKED,
    },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Edit as a draft' }).click();
  await page.getByRole('button', { name: 'Edit M1' }).click();
  await page.getByLabelText('Weight, 0 to 100').fill('900');
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  await expect.element(page.getByLabelText('Weight, 0 to 100')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await page.getByLabelText('Weight, 0 to 100').fill('90');
  await expect.element(page.getByRole('button', { name: 'Propose' })).toBeEnabled();
  expect(screen.calls.filter(({ route }) => route === 'checkThreatRules').at(-1)?.input.body).toMatchObject({
    content: { rules: [{ id: 'S1' }, { id: 'M1', weight: 90 }] },
  });
  await expectAccessible();
});

test('a draft is proposed with a note, and opens as the version that waits', async () => {
  const screen = openScreen(
    PATH,
    { ...others, ...withVersion({}), checkThreatRules: CHECKED, proposeThreatRules: VERSION },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Edit as a draft' }).click();
  await page.getByRole('button', { name: 'Remove S1' }).click();
  await page.getByRole('button', { name: 'Propose' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect.element(dialog.getByText('Write 3 to 1,000 characters.')).toBeVisible();
  await dialog.getByLabelText('Note').fill('Mixers weigh more');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect.element(page.getByText('Another person, an administrator of your agency, approves it.')).toBeVisible();
  const sent = screen.calls.find(({ route }) => route === 'proposeThreatRules')?.input.body;
  expect(sent).toMatchObject({ note: 'Mixers weigh more', content: { rules: [{ id: 'M1' }] } });
});

test('a rule is added with a form that asks only what its basis has', async () => {
  const screen = openScreen(PATH, { ...others, listThreatRules: LIST, checkThreatRules: CHECKED }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Edit as a draft' }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabelText('Id', { exact: true }).fill('X9');
  await expect.element(page.getByLabelText('Least share, %')).toBeVisible();
  await page.getByLabelText('Looks at').selectOptions('behaviour');
  expect(page.getByLabelText('Least share, %').elements()).toEqual([]);
  await page.getByLabelText('Peel chain').click();
  await expect
    .poll(() => screen.calls.filter(({ route }) => route === 'checkThreatRules').at(-1)?.input.body)
    .toMatchObject({ content: { rules: [{}, {}, { id: 'X9', patterns: ['peel-chain'], ways: [], weight: null }] } });
});

test('another administrator sees what a proposal changes, and approves it', async () => {
  const screen = openScreen(
    `${PATH}?version=${VERSION_ID}`,
    { ...withVersion({ mayDecide: true, mayWithdraw: false }), decideThreatRules: { ...VERSION, state: 'approved' } },
    { as: 'allowed' },
  );
  await expect.element(page.getByRole('cell', { name: '90' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve version 1' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'decideThreatRules')?.input.body)
    .toEqual({ isApproved: true, note: '' });
});

test('a preview names the verdicts that change, and says when there is nothing to try it on', async () => {
  const outcome = (score: number, level: 'medium' | 'high') => ({
    ...{ level, score, state: 'scored' as const, sentence: 'A reason.' },
  });
  let preview: Answer<'previewThreatRules'> = {
    screenings: 0,
    ofCases: 0,
    changed: [],
    rules: [],
    notes: ['No past screenings yet.'],
  };
  openScreen(
    PATH,
    { ...others, listThreatRules: LIST, checkThreatRules: CHECKED, previewThreatRules: () => preview },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Edit as a draft' }).click();
  await page.getByRole('button', { name: 'Try on past screenings' }).click();
  await expect.element(page.getByText('No past screenings yet.')).toBeVisible();
  const one = {
    id: VERSION_ID,
    caseNumber: '2026-40718',
    chain: 'btc',
    subject: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    screenedAt: 1_795_200_000,
  };
  preview = {
    ...{ screenings: 3, ofCases: 1, rules: [], notes: [] },
    changed: [{ ...one, before: outcome(31, 'medium'), after: outcome(80, 'high') }],
  };
  await page.getByRole('button', { name: 'Try on past screenings' }).click();
  await expect
    .element(page.getByText('1 verdict of 3 past screenings would change. 1 screening of cases.'))
    .toBeVisible();
  await expect.element(page.getByText('Case 2026-40718')).toBeVisible();
  await expect.element(page.getByText('High', { exact: true })).toBeVisible();
});
