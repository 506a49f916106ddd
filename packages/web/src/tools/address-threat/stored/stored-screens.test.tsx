import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import type { FakeAnswers } from '../../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../../testing/open-screen.tsx';
import { createRow } from '../../../testing/sample-batch.ts';
import { createScreeningAnswer, SCREENED } from '../../../testing/sample-screening.ts';
import { testStates } from '../../../testing/test-states.ts';

const as = 'allowed';
const RULES = new AppError('not-found', 'These rules are in no version.');
const LATER = '00000000-0000-4000-8000-0000000000e1';
const EARLIER = '00000000-0000-4000-8000-0000000000e2';

type Stored = Answer<'listScreenings'>;
const one = { ...createRow(), batch: null, number: null, batchName: null };
const before = { ...one, id: EARLIER, score: 4, level: 'low' as const, screenedAt: '2026-02-01T10:00:00.000Z' };
const listOf = (...items: Stored['items']): Stored => ({ items, matching: items.length });

describe('the list of screenings', () => {
  const PATH = '/address-threat?view=stored';
  const open = (answers: FakeAnswers, path = PATH) => openScreen(path, answers, { as });

  testStates({
    path: PATH,
    as,
    route: 'listScreenings',
    empty: { answer: listOf(), says: 'Each screening appears here.' },
  });

  test('has subject, name, level, reason, height and when', async () => {
    open({ listScreenings: listOf({ ...one, name: 'Wallet of the seizure' }) });
    const row = page.getByRole('row', { name: /Wallet of the seizure/ });
    await expect.element(row).toBeVisible();
    expect(row.element().textContent).toMatch(/High 70.*Lantern market.*height 170.*2026/);
    await expect
      .element(row.getByRole('link', { name: /address ending/ }))
      .toHaveAttribute('href', `/address-threat?stored=${LATER}`);
    await expectAccessible();
  });

  test('asks the server for words and a level', async () => {
    const api = open({ listScreenings: listOf(one) });
    await page.getByRole('textbox', { name: 'Subject, name, reason or label' }).fill('seizure');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('combobox', { name: 'Level' }).selectOptions('high');
    const asked = () => api.calls.filter(({ route }) => route === 'listScreenings').at(-1)?.input.query;
    await expect.poll(asked).toMatchObject({ text: 'seizure', level: 'high', sort: 'screened' });
  });

  test('compares two of one subject, the older first, and no two of different ones', async () => {
    const other = { ...one, id: '00000000-0000-4000-8000-0000000000e3', subject: '1Other' };
    open({ listScreenings: listOf(one, before, other) });
    const boxes = page.getByRole('checkbox');
    await boxes.nth(0).click();
    await boxes.nth(2).click();
    await expect.element(page.getByText('Choose two screenings of one subject to compare them.')).toBeVisible();
    await boxes.nth(2).click();
    await boxes.nth(1).click();
    const link = page.getByRole('link', { name: 'Compare' });
    await expect.element(link).toHaveAttribute('href', `/address-threat?stored=${LATER}&earlier=${EARLIER}`);
  });
});

describe('a stored screening', () => {
  const PATH = `/address-threat?stored=${LATER}`;
  const { id: _, ...answer } = createScreeningAnswer();
  const usual: FakeAnswers = {
    getThreatRules: RULES,
    listAgencyLabels: { items: [] },
    listLabelAppeals: { items: [] },
    getScreening: { row: one, answer },
    listScreenings: listOf(one, before),
  };
  const open = (answers: FakeAnswers = {}) => openScreen(PATH, { ...usual, ...answers }, { as });

  testStates({ path: PATH, as, route: 'getScreening', others: { getThreatRules: RULES, listScreenings: listOf(one) } });

  test('is shown as it was answered, with the other screenings of its subject', async () => {
    open();
    await expect.element(page.getByRole('region', { name: 'Verdict' }).getByText('70')).toBeVisible();
    await expect.element(page.getByText(/As answered on 2026-03-01 10:00/)).toBeVisible();
    const others = page.getByRole('region', { name: 'Other screenings of this subject' });
    await expect
      .element(others.getByRole('link', { name: /^Differences/ }))
      .toHaveAttribute('href', `/address-threat?stored=${LATER}&earlier=${EARLIER}`);
    await expectAccessible();
  });

  test('lists three others of its subject, and leads to the rest', async () => {
    const many = Array.from({ length: 5 }, (_, i) => ({ ...before, id: `00000000-0000-4000-8000-0000000000f${i}` }));
    open({ listScreenings: listOf(one, ...many) });
    const others = page.getByRole('region', { name: 'Other screenings of this subject' });
    await expect
      .element(others.getByRole('link', { name: 'All screenings of this subject' }))
      .toHaveAttribute('href', `/address-threat?view=stored&text=${before.subject}`);
    expect(others.getByRole('listitem').elements()).toHaveLength(3);
  });

  test('is screened again as it was requested, and what is different opens', async () => {
    const NEW = '00000000-0000-4000-8000-0000000000e9';
    const api = open({
      runScreening: { ...createScreeningAnswer(), id: NEW },
      compareScreenings: { earlier: one, later: { ...one, id: NEW }, differences: [] },
    });
    await page.getByRole('button', { name: 'Screen again and compare' }).click();
    await expect
      .element(page.getByText('The same: both have one hash, so that no byte of the answers differs.'))
      .toBeVisible();
    expect(api.calls.find(({ route }) => route === 'runScreening')?.input.body).toMatchObject({
      ...{ chain: 'btc', subject: { kind: 'address', text: SCREENED }, keep: true },
    });
    expect(api.calls.find(({ route }) => route === 'compareScreenings')?.input).toMatchObject({
      params: { id: NEW },
      query: { earlier: LATER },
    });
  });

  test('gets a name, and loses it', async () => {
    const api = open({ nameScreening: ({ body }) => ({ row: { ...one, name: body.name } }) });
    await page.getByRole('button', { name: 'Name this screening' }).click();
    await page.getByRole('textbox', { name: 'Name of the screening' }).fill('Wallet of the seizure');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByRole('button', { name: 'Name this screening' })).toBeVisible();
    expect(api.calls.find(({ route }) => route === 'nameScreening')?.input.body).toEqual({
      name: 'Wallet of the seizure',
    });
  });
});

describe('differences', () => {
  const PATH = `/address-threat?stored=${LATER}&earlier=${EARLIER}`;
  const compared = (differences: Answer<'compareScreenings'>['differences'], hash = 'a'.repeat(64)) => ({
    earlier: { ...before, hash },
    later: one,
    differences,
  });

  testStates({ path: PATH, as, route: 'compareScreenings' });

  test('are tables of what was and what is, part by part', async () => {
    const differences = [
      { kind: 'verdict', sentence: 'x', what: 'Verdict', before: 'Low (4)', after: 'High (70)' },
      { kind: 'rule', sentence: 'x', what: 'D1 Direct exposure', before: null, after: 'fires, weight 70' },
      { kind: 'share', sentence: 'x', what: 'Darknet market, received in BTC', before: '0 %', after: '30 %' },
      { kind: 'as-of', sentence: 'x', what: 'Height', before: '100', after: '170' },
    ] as const;
    openScreen(PATH, { compareScreenings: compared([...differences]) }, { as });
    const row = page.getByRole('table', { name: 'Exposure by category' }).getByRole('row', { name: /Darknet market/ });
    await expect.element(row).toBeVisible();
    expect(row.element().textContent).toBe('Darknet market, received in BTC0 %30 %');
    const rule = page.getByRole('table', { name: 'Rules that fired' }).getByRole('row', { name: /D1/ });
    expect(rule.element().textContent).toBe('D1 Direct exposurenonefires, weight 70');
    await expect.element(page.getByText('The same labels.')).toBeVisible();
    await expectAccessible();
  });

  test('say so where only what no part shows is different', async () => {
    openScreen(PATH, { compareScreenings: compared([]) }, { as });
    await expect.element(page.getByText(/have different hashes, but none of the parts below differs/)).toBeVisible();
  });
});
