import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import { expectAccessible, openScreen } from '../../../testing/open-screen.tsx';
import { createScreeningAnswer, MARKET, SCREENED } from '../../../testing/sample-screening.ts';
import { testStates } from '../../../testing/test-states.ts';
import type { LabelAppeal } from './appeal-queries.ts';

const as = 'allowed';
const LIST = '/address-threat?view=appeals';
const LABEL = '0123456789abcdef';

const APPEAL: LabelAppeal = {
  id: '00000000-0000-4000-8000-0000000000a1',
  label: LABEL,
  chain: 'btc',
  address: MARKET,
  claim: 'Fogline',
  category: 'mixer',
  source: 'https://example.org',
  pack: 'p',
  isInForce: true,
  statement: 'The address is a deposit address of an exchange.',
  evidence: 'Letter of the exchange, page 2',
  state: 'open',
  openedAt: 1_774_000_000,
  openedBy: 'Analyst',
  decided: null,
  mayDecide: true,
  mayWithdraw: false,
};
const DECIDED = {
  state: 'accepted',
  decided: { at: 1_774_100_000, by: 'Head of unit', note: 'The exchange confirms.' },
} as const;

testStates({
  path: LIST,
  as,
  route: 'listLabelAppeals',
  empty: { answer: { items: [] }, says: 'No appeals yet.' },
});

test('an appeal is decided with a note, by who may', async () => {
  const api = openScreen(
    LIST,
    { listLabelAppeals: { items: [APPEAL] }, decideLabelAppeal: { ...APPEAL, ...DECIDED, mayDecide: false } },
    { as },
  );
  await expect.element(page.getByText('Waits for a decision')).toBeVisible();
  await page.getByRole('button', { name: /^Accept/ }).click();
  const dialog = page.getByRole('dialog', { name: 'The label is wrong' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The exchange confirms.');
  await dialog.getByRole('button', { name: 'Accept the appeal' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const call = api.calls.find(({ route }) => route === 'decideLabelAppeal');
  expect(call?.input).toMatchObject({
    params: { appeal: APPEAL.id },
    body: { isAccepted: true, note: 'The exchange confirms.' },
  });
  await expectAccessible();
});

const NONE = { items: [] };
const openResult = (items: LabelAppeal[], listAgencyLabels: Answer<'listAgencyLabels'> = NONE) =>
  openScreen(
    `/address-threat?chain=btc&address=${SCREENED}`,
    {
      getThreatRules: new AppError('not-found', 'These rules are in no version.'),
      runScreening: createScreeningAnswer(),
      listLabelAppeals: { items },
      openLabelAppeal: APPEAL,
      listAgencyLabels,
    },
    { as },
  );

test('a label is contested where the screening shows it, with the address it is on', async () => {
  const api = openResult([]);
  await page.getByRole('button', { name: 'Contest “Fogline”' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Contest a label' });
  await dialog.getByRole('textbox', { name: /What is wrong/ }).fill(APPEAL.statement);
  await dialog.getByRole('button', { name: 'Contest the label' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.calls.find(({ route }) => route === 'openLabelAppeal')?.input.body).toMatchObject({
    ...{ chain: 'btc', address: MARKET, label: LABEL, statement: APPEAL.statement },
  });
});

test.each([
  { name: 'open', items: [APPEAL], says: 'which is contested and not decided', shown: APPEAL.statement },
  {
    name: 'accepted',
    items: [{ ...APPEAL, ...DECIDED }],
    says: 'which your agency found wrong',
    shown: DECIDED.decided.note,
  },
])(
  'an appeal that is $name is shown at the verdict and at the label, with the path to the verdict without it',
  async ({ items, says, shown }) => {
    openResult(items);
    const region = page.getByRole('region', { name: 'Contested labels' });
    await expect.element(region.getByText(says)).toBeVisible();
    await expect
      .element(region.getByRole('link', { name: 'verdict without it' }))
      .toHaveAttribute('href', expect.stringContaining(`withoutLabels=${LABEL}`));
    await expect.element(page.getByText(shown).first()).toBeVisible();
    await expectAccessible();
  },
);

test('an appeal that was rejected is shown at the label alone', async () => {
  openResult([{ ...APPEAL, ...DECIDED, state: 'rejected' }]);
  await expect.element(page.getByText('Appeal rejected.').first()).toBeVisible();
  expect(page.getByRole('region', { name: 'Contested labels' }).query()).toBeNull();
});

test('a label that a reviewer of the agency made of a scam report is shown next to those of packs, and says that no rule reads it', async () => {
  const report = '00000000-0000-4000-8000-0000000000b1';
  openResult([], {
    items: [
      {
        ...{ id: '00000000-0000-4000-8000-0000000000b2', report, reference: 'TM-1', chain: 'btc', address: SCREENED },
        ...{ text: 'Meridian recovery fraud', category: 'scam', confidence: { id: 'web_crawl', level: 20 } },
        ...{ source: 'Report', state: 'waiting', caution: 'A service', madeAt: 1_774_000_000, madeBy: 'Reviewer' },
        ...{ confirmedBy: null, withdrawn: null, isOwn: false },
      },
    ],
  });
  await expect.element(page.getByRole('heading', { name: 'Labels of your agency' })).toBeVisible();
  await expect.element(page.getByText(/waits for a second reviewer. No rule reads it/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Report TM-1' }))
    .toHaveAttribute('href', expect.stringContaining(report));
});
