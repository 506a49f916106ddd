import type { EnhancedReport, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import type { ReportDeclaration } from '@trailmark/api/contract/report-declarations';
import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { createMe } from '../../testing/sample-session.ts';
import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';
const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const PATH = `/enhanced-report/${ID}/${ID}`;
const OWN = createMe(as).account?.id ?? '';
const CASES = {
  ...{ items: [], today: '2026-11-20' },
  totals: { count: 0, lossUsd: 0n, securedUsd: 0n, withoutLoss: 0, late: 0, oldestAt: null, olderThanAYear: 0 },
};
const HEAD = {
  ...{
    id: ID,
    case: ID,
    caseNumber: '2026-00001',
    caseTitle: 'Harbour',
    title: '<b>Harbour</b>',
    state: 'review' as const,
  },
  ...{ versions: 1, changedAt: 1_795_000_000, changedBy: 'Lead investigator' },
};
const DRAFT: EnhancedReport['draft'] = {
  ...{ title: 'Harbour', instructions: '', questions: [], items: [], audience: 'court', jurisdiction: 'none' },
  ...{ language: 'en', classification: '', hides: [], opinion: '' },
  examiner: { name: 'Lead investigator', qualifications: '' },
  reviewer: { account: OTHER, name: 'Legal adviser', qualifications: '' },
};
const VERSION = {
  ...{
    number: 1,
    state: 'review' as const,
    coreDigest: 'ab'.repeat(32),
    claims: 3,
    madeAt: 1,
    madeBy: 'Lead investigator',
  },
  ...{ decided: null, files: [{ name: 'report.pdf', sha256: 'cd'.repeat(32), size: 2_000 }] },
};
const REPORT: EnhancedReport = {
  ...{ ...HEAD, draft: DRAFT, version: 1, list: [VERSION], colleagues: [] },
  rights: ['read', 'write', 'export', 'review'],
};
const PREVIEW: ReportPreview = {
  document: {
    ...{ title: 'Harbour', caseNumber: '2026-00001', caseTitle: 'Harbour', version: 2, classification: 'Restricted' },
    ...{ agency: 'North', madeAt: 1, software: 'Trailmark', asOf: [], examiner: '', second: null },
    sections: [
      {
        ...{ id: 'summary', number: '1', title: 'Summary' },
        blocks: [{ kind: 'answer', text: [{ claim: 'I-01', text: '1 BTC' }, ' was traced'] }],
      },
    ],
  },
  claims: [{ id: 'I-01', mark: 'inference', sentence: '1 BTC was traced', rule: 'trace-sum/1' }],
  checks: [{ state: 'stops', sentence: 'No reviewer is named.', step: 'people' }],
  perItem: [],
};
const ANSWERS: FakeAnswers = {
  ...{ getEnhancedReport: REPORT, previewEnhancedReport: PREVIEW },
  listCaseItems: { items: [], next: null },
};
const open = (more: FakeAnswers = {}) => openScreen(PATH, { ...ANSWERS, ...more }, { as });
const step = (name: string) => page.getByRole('button', { name }).first();

testStates({
  ...{ path: '/enhanced-report', as, route: 'listEnhancedReports', others: { listCases: CASES } },
  empty: { answer: { items: [] }, says: /No report was started yet/ },
});

describe('the wording of declarations', () => {
  const words = { title: 'Declaration', paragraphs: ['The conclusions are my own.', 'I sign.'] };
  const OWN_WORDS = { title: 'Declaration', paragraphs: ['The conclusions are mine alone.', 'I sign.'] };
  const versions: ReportDeclaration['versions'] = [
    {
      ...{ number: 1, isOwn: true, sha256: 'ab'.repeat(32), savedAt: 1_795_000_000, savedBy: 'Head of unit' },
      note: 'As counsel has it',
      difference: [
        [{ kind: 'same', text: 'Declaration' }],
        [
          { kind: 'same', text: 'The conclusions are' },
          { kind: 'gone', text: ' my own.' },
          { kind: 'new', text: ' mine alone.' },
        ],
      ],
    },
  ];
  const item = { shipped: words, inForce: OWN_WORDS, version: 1, isOwn: true, versions };
  const answers: FakeAnswers = {
    ...{ listEnhancedReports: { items: [] }, listCases: CASES },
    listReportDeclarations: {
      placeholders: [{ name: 'examiner', about: 'The name of the examiner' }],
      items: (['none', 'us', 'uk', 'eu'] as const).map((jurisdiction) => ({ jurisdiction, ...item })),
    },
  };
  const openWords = (viewer: 'allowed' | 'admin', more: FakeAnswers = {}) => {
    const api = openScreen('/enhanced-report', { ...answers, ...more }, { as: viewer });
    return { ...api, summary: page.getByText('Wording of declarations') };
  };

  test('is read by everybody, with what each version changed', async () => {
    await openWords('allowed').summary.click();
    await expect.element(page.getByText('The conclusions are mine alone.').first()).toBeVisible();
    expect(page.getByLabelText('Heading').query()).toBeNull();
    await page.getByText(/^Version 1, in force/).click();
    await expect.element(page.getByText('As counsel has it')).toBeVisible();
    expect(document.querySelector('.er-wordings del')?.textContent).toContain('my own.');
    expect(document.querySelector('.er-wordings ins')?.textContent).toContain('mine alone.');
    await expectAccessible();
  });

  test('is saved by an administrator over the version it was made from, paragraph by paragraph, with the reason', async () => {
    const { calls, summary } = openWords('admin', {
      saveReportDeclaration: { jurisdiction: 'uk', ...item, version: 2 },
    });
    await summary.click();
    await page.getByLabelText('Declaration').selectOptions('uk');
    const button = page.getByRole('button', { name: 'Save as version 2' });
    await page.getByLabelText(/^Paragraphs/).fill('Mine alone.\n\n \nI, {examiner}, sign.');
    await expect.element(button).toBeDisabled();
    await page.getByLabelText(/^Why it changes/).fill('Shorter');
    await expectAccessible();
    await button.click();
    await expect
      .poll(() => calls.find(({ route }) => route === 'saveReportDeclaration')?.input)
      .toMatchObject({
        params: { jurisdiction: 'uk' },
        body: {
          ...{ version: 1, note: 'Shorter' },
          wording: { title: 'Declaration', paragraphs: ['Mine alone.', 'I, {examiner}, sign.'] },
        },
      });
  });
});

describe('a report', () => {
  test('has its page, its claims and what has to be mended, with the way there', async () => {
    open();
    await expect.element(page.getByRole('heading', { name: /1 BTC.*was traced/ })).toBeVisible();
    await expectAccessible();
    await step('Claims 1').click();
    await expect.element(page.getByText('trace-sum/1')).toBeVisible();
    await page.getByRole('region', { name: 'Before it can be signed' }).getByRole('button', { name: 'People' }).click();
    await expect.element(page.getByLabelText('Qualifications of the examiner')).toBeVisible();
    await expectAccessible();
  });

  test('offers the review to who is named as reviewer, and says to others for whom it waits', async () => {
    open();
    await step('7 Review').click();
    await expect.element(page.getByText('Legal adviser reviews it')).toBeVisible();
    expect(page.getByRole('button', { name: 'Sign as reviewer' }).query()).toBeNull();
  });

  test('is signed by its reviewer, and returned only with a reason', async () => {
    const own = { ...REPORT, draft: { ...DRAFT, reviewer: { ...DRAFT.reviewer, account: OWN } } };
    const { calls } = open({ getEnhancedReport: own, decideEnhancedReport: own });
    await step('7 Review').click();
    await expect.element(page.getByRole('button', { name: 'Return it' })).toBeDisabled();
    await page.getByRole('button', { name: 'Sign as reviewer' }).click();
    await expect
      .poll(() => calls.find(({ route }) => route === 'decideEnhancedReport')?.input)
      .toMatchObject({ body: { decision: 'sign' } });
  });

  test('gives a viewer of the case no file', async () => {
    open({ getEnhancedReport: { ...REPORT, rights: ['read'] } });
    await step('7 Review').click();
    await expect.element(page.getByText(/take nothing out of the case/)).toBeVisible();
    expect(page.getByRole('link', { name: /PDF/ }).query()).toBeNull();
  });

  test('keeps both drafts where somebody else saved meanwhile', async () => {
    let isSaved = false;
    open({
      getEnhancedReport: () => (isSaved ? { ...REPORT, version: 2, changedBy: 'Second analyst' } : REPORT),
      saveEnhancedReport: () => {
        isSaved = true;
        return new AppError('conflict', 'Somebody saved another draft.');
      },
    });
    await step('Case').click();
    await page.getByLabelText('Title').first().fill('Harbour, mine');
    await expect.element(page.getByText('Second analyst saved another draft.')).toBeVisible();
    await expect.element(page.getByLabelText('Title').first()).toHaveValue('Harbour, mine');
    await expectAccessible();
  });
});
