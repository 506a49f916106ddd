import type { CaseTimeline, CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import { CASE_LANES } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const PATH = `/agency-cases/${CASE_ID}/timeline`;
const START = Date.parse('2026-03-01T00:00:00Z') / 1000;
const DAY = 86_400;
const TXID = 'b97ce621'.repeat(8);

const base = {
  ends: null,
  isEstimated: false,
  source: 'Lead investigator',
  transaction: null,
  reported: null,
} as const;
const PAYMENT: CaseTimelineEvent = {
  ...base,
  ...{ lane: 'chain', id: 'p1', starts: START + DAY, mark: 'fact', what: '−41.80000000 BTC, 12t9YDPg', source: TXID },
  transaction: {
    ...{ chain: 'btc', address: '12t9YDPg', txid: TXID, asset: 'btc', symbol: 'BTC', decimals: 8 },
    ...{ received: 0n, sent: 4_180_000_000n },
  },
};
const REPORT: CaseTimelineEvent = {
  ...base,
  ...{
    lane: 'reported',
    id: '00000000-0000-4000-8000-0000000000f1',
    starts: START + 5 * DAY,
    mark: 'claim',
    what: 'Noticed',
  },
  ...{ isEstimated: true, reported: { text: 'By the owner', version: 3 } },
};
const UNDATED: CaseTimeline['undated'][number] = {
  ...{ lane: 'reported', id: '00000000-0000-4000-8000-0000000000f2', isEstimated: false, mark: 'claim' },
  ...{ what: 'A call', source: 'Neighbour', transaction: null, reported: { text: '', version: 1 } },
};
const lanesOf = (events: readonly CaseTimelineEvent[]): CaseTimeline['lanes'] =>
  CASE_LANES.map((lane) => {
    const marks = events.filter((event) => event.lane === lane);
    return { lane, count: marks.length, marks, bins: null };
  });
const EXTENT = { from: START, to: START + 30 * DAY };
const TIMELINE: CaseTimeline = {
  ...{ window: EXTENT, extent: EXTENT, count: 2, lanes: lanesOf([PAYMENT, REPORT]), readAt: START, unread: 0 },
  overview: [{ from: START - DAY, to: START + 6 * DAY, count: 2 }],
  undated: [UNDATED],
  gaps: [{ what: 'Transactions of btc 12t9YDPg before 2026-01-01', why: 'The address has more than are kept here.' }],
};
const TABLE: Answer<'listCaseTimeline'> = { items: [PAYMENT, REPORT], next: null };
const EMPTY: CaseTimeline = {
  ...TIMELINE,
  extent: null,
  count: 0,
  lanes: lanesOf([]),
  overview: [],
  undated: [],
  gaps: [],
};
const others: FakeAnswers = { getCase: createCaseOverview(), listCaseTimeline: TABLE };
const answers: FakeAnswers = { ...others, getCaseTimeline: TIMELINE };

testStates({
  path: PATH,
  as: 'allowed',
  route: 'getCaseTimeline',
  others,
  empty: { answer: EMPTY, says: /Nothing has a time/ },
});

test('five lanes, the table of the same window, what has no time, and what is left out', async () => {
  openScreen(PATH, answers, { as: 'allowed' });
  for (const lane of ['On chain: 1 event', 'Reported: 1 event', 'Evidence and custody: 0 events', 'Tasks: 0 events']) {
    await expect.element(page.getByRole('img', { name: lane })).toBeVisible();
  }
  await expect.element(page.getByText('By the owner')).toBeVisible();
  await expect.element(page.getByText('1 event without a time')).toBeVisible();
  await expect.element(page.getByText('Left out: 1, and why')).toBeVisible();
  await expectAccessible();
});

test('the table has a heading for each day, and a payment is as high as its amount', async () => {
  const small: CaseTimelineEvent = {
    ...PAYMENT,
    ...{ id: 'p2', starts: PAYMENT.starts + 6 * 3600, what: '−0.00000002 BTC' },
    transaction: PAYMENT.transaction && { ...PAYMENT.transaction, sent: 2n },
  };
  const lanes = lanesOf([PAYMENT, small, REPORT]);
  const table = { items: [PAYMENT, small, REPORT], next: 'more' };
  openScreen(PATH, { ...answers, getCaseTimeline: { ...TIMELINE, lanes }, listCaseTimeline: table }, { as: 'allowed' });
  const rows = page.getByRole('table', { name: 'Events in this window' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent(/2026-03-02.*2 events$|2 Mar 2026.*2 events$/);
  await expect.element(rows.nth(4)).toHaveTextContent(/1 events so far$/);
  const bars = () =>
    [
      ...page
        .getByRole('img', { name: /^On chain/ })
        .element()
        .querySelectorAll('rect.ct-fact'),
    ].map((bar) => Number(bar.getAttribute('height')));
  await expect.poll(() => bars().length).toBe(2);
  const [large = 0, little = 0] = bars();
  expect(large).toBe(40);
  expect(little).toBeLessThan(large / 3);
});

test('withdrawn events are read when they are opened', async () => {
  const withdrawn = { at: START, by: 'Lead investigator', why: 'Another day' };
  const item: Answer<'listWithdrawnCaseEvents'>['items'][number] = {
    ...{ id: REPORT.id, number: 'E-2', title: 'Noticed too early', text: '', starts: null, ends: null },
    ...{ isEstimated: false, mark: 'claim', source: '', version: 2, changedAt: START, changedBy: 'Lead investigator' },
    withdrawn,
  };
  const { calls } = openScreen(PATH, { ...answers, listWithdrawnCaseEvents: { items: [item] } }, { as: 'allowed' });
  await expect.element(page.getByText('Withdrawn events')).toBeVisible();
  expect(calls.some(({ route }) => route === 'listWithdrawnCaseEvents')).toBe(false);
  await page.getByText('Withdrawn events').click();
  await expect.element(page.getByText(/by Lead investigator: Another day/)).toBeVisible();
  // What the head of the page covers half is no target.
  scrollTo(0, 0);
  await expectAccessible();
});

test('a window is drawn over the overview with the pointer', async () => {
  const { calls } = openScreen(PATH, answers, { as: 'allowed' });
  await expect.element(page.getByRole('region', { name: /Timeline/ })).toBeVisible();
  await expect.poll(() => document.querySelector('.ct-brush')?.getBoundingClientRect().width ?? 0).toBeGreaterThan(100);
  const brush = document.querySelector('.ct-brush') as SVGSVGElement;
  const { left, top, width } = brush.getBoundingClientRect();
  const at = (type: string, share: number) =>
    brush.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + share * width, clientY: top + 5 }),
    );
  brush.setPointerCapture = () => undefined;
  at('pointerdown', 0.5);
  at('pointermove', 0.25);
  await expect.poll(() => document.querySelector('.ct-drag')).not.toBeNull();
  at('pointerup', 0.25);
  const asked = () =>
    calls.filter(({ route }) => route === 'getCaseTimeline').at(-1)?.input.query as { from?: number; to?: number };
  await expect.poll(() => Math.round(((asked().to ?? 0) - (asked().from ?? 0)) / DAY)).toBeGreaterThan(6);
  expect(asked().from).toBeLessThan(asked().to ?? 0);
  expect(Math.abs((asked().from ?? 0) - (EXTENT.from + 0.25 * (EXTENT.to - EXTENT.from)))).toBeLessThan(DAY);
});

test('keys zoom, move and show everything', async () => {
  const { calls } = openScreen(PATH, answers, { as: 'allowed' });
  const asked = () =>
    calls.filter(({ route }) => route === 'getCaseTimeline').at(-1)?.input.query as { from?: number; to?: number };
  const picture = page.getByRole('region', { name: /Timeline/ });
  await expect.element(picture).toBeVisible();
  (picture.element() as HTMLElement).focus();
  await userEvent.keyboard('+');
  await expect.poll(() => Math.round(((asked().to ?? 0) - (asked().from ?? 0)) / DAY)).toBe(15);
  const before = asked().from ?? 0;
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => ((asked().from ?? 0) - before) / DAY).toBeCloseTo(3, 2);
  await expect.element(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('0');
  await expect.element(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a row selects its mark, lanes are chosen, and a link opens both', async () => {
  const { calls } = openScreen(`${PATH}?lanes=reported,tasks&event=${REPORT.id}`, answers, { as: 'allowed' });
  const selected = () => document.querySelectorAll('.ct-selected').length;
  await expect.poll(selected).toBe(1);
  expect(page.getByRole('img', { name: /^On chain/ }).elements()).toEqual([]);
  await expect
    .poll(() => calls.filter(({ route }) => route === 'listCaseTimeline').map(({ input }) => input.query))
    .toContainEqual(expect.objectContaining({ lanes: 'reported,tasks' }));
  await page.getByRole('button', { name: 'On chain', exact: true }).click();
  await expect.element(page.getByRole('img', { name: 'On chain: 1 event' })).toBeVisible();
  await page.getByRole('cell', { name: /12t9YDPg/ }).click();
  await expect.poll(() => document.querySelector('.ct-selected title')?.textContent).toContain('12t9YDPg');
});

test('more events than fit are counts, and say so', async () => {
  const bins = [{ from: START, to: START + DAY, count: 50_000 }];
  const chain = { lane: 'chain', count: 50_000, marks: null, bins } as const;
  const [, ...rest] = TIMELINE.lanes;
  openScreen(
    PATH,
    { ...answers, getCaseTimeline: { ...TIMELINE, lanes: [{ ...chain, bins }, ...rest] } },
    { as: 'allowed' },
  );
  await expect.element(page.getByRole('img', { name: 'On chain: 50,000 events' })).toBeVisible();
});

test('an event is entered with its time in UTC, and an invalid time is reported', async () => {
  const added: Answer<'addCaseEvent'> = {
    ...{ id: REPORT.id, number: 'E-1', title: 'Call', text: '', starts: START, ends: null, isEstimated: false },
    ...{ mark: 'claim', source: '', version: 1, changedAt: START, changedBy: 'Lead investigator', withdrawn: null },
  };
  const { calls } = openScreen(PATH, { ...answers, addCaseEvent: added }, { as: 'allowed' });
  await page.getByRole('button', { name: 'Add event' }).click();
  await page.getByLabelText('What happened').fill('Call');
  await page.getByLabelText(/^Until, UTC/).fill('2026-03-01T10:00');
  await page.getByRole('button', { name: 'Enter the event' }).click();
  await expect.element(page.getByText('An event that lasts has a beginning, and ends after it.')).toBeVisible();
  await page.getByLabelText(/^When, UTC/).fill('2026-03-01T09:30');
  await page.getByRole('button', { name: 'Enter the event' }).click();
  await expect
    .poll(() => calls.find(({ route }) => route === 'addCaseEvent')?.input.body)
    .toMatchObject({ title: 'Call', starts: START + 9.5 * 3600, ends: START + 10 * 3600, mark: 'claim' });
});
