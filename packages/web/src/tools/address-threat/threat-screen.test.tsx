import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { type FakeAnswers, UNANSWERED } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import {
  createParty,
  createScreeningAnswer,
  createSensitivity,
  EXPOSURE,
  MARKET,
  SCREENED,
} from '../../testing/sample-screening.ts';
import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';
const PATH = `/address-threat?chain=btc&address=${SCREENED}`;
const open = (path: string, answers: FakeAnswers) =>
  openScreen(
    path,
    { getThreatRules: RULES, listAgencyLabels: { items: [] }, listLabelAppeals: { items: [] }, ...answers },
    { as },
  );

const RULES = new AppError('not-found', 'These rules are in no version.');
const NO_VERDICT = { level: 'low', score: null, fired: [] } as const;

testStates({ path: PATH, as, route: 'runScreening' });
testStates({ path: `${PATH}&view=sensitivity`, as, route: 'testScreening' });

describe('the form', () => {
  const hit = (over: Partial<Answer<'scanText'>['found'][number]>) => ({
    ...{ kind: 'address' as const, chain: 'btc' as const, id: SCREENED, detail: '3 transactions', isIndexed: true },
    transactionCount: 3,
    ...over,
  });

  test('opens the result of one subject at once, with the options of the form', async () => {
    const scan = { found: [hit({})], refused: [], truncated: false };
    const api = open('/address-threat?hops=3', { scanText: scan, runScreening: createScreeningAnswer() });
    await page.getByRole('textbox', { name: /Addresses and transactions/ }).fill(SCREENED);
    await page.getByRole('button', { name: 'Screen' }).click();
    await expect.element(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
    const call = api.calls.find(({ route }) => route === 'runScreening');
    expect(call?.input.body).toMatchObject({ chain: 'btc', subject: { kind: 'address', text: SCREENED }, maxHops: 3 });
  });

  test('lists several subjects and every refused line with its reason', async () => {
    const found = [hit({}), hit({ kind: 'transaction', id: 'ab'.repeat(32) }), hit({ kind: 'block', id: '170' })];
    const refused = [{ text: '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMx', reason: 'The checksum fails.' }];
    open('/address-threat?q=list', { scanText: { found, refused, truncated: false } });
    await expect.element(page.getByRole('heading', { name: '2 subjects in the text' })).toBeVisible();
    await expect.element(page.getByText('The checksum fails.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /address ending/ })).toHaveAttribute('href', PATH);
    await expectAccessible();
  });

  test('sends no private key anywhere', async () => {
    const api = open('/address-threat', {});
    const key = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    await page.getByRole('textbox', { name: /Addresses and transactions/ }).fill(`key: ${key}`);
    await page.getByRole('button', { name: 'Screen' }).click();
    await expect.element(page.getByText(/contains a private key/)).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'scanText')).toEqual([]);
  });

  test('names a wrong option next to its field and sends nothing', async () => {
    open('/address-threat', {});
    await page.getByText('Options').click();
    await page.getByRole('textbox', { name: 'Hop limit' }).fill('99');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByText('Write a whole number from 2 to 20.')).toBeVisible();
    await expectAccessible();
  });
});

describe('a verdict', () => {
  test('states level, score and reasons, each with the mark of how it is known', async () => {
    open(PATH, { runScreening: createScreeningAnswer() });
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect.element(verdict.getByText('High', { exact: true })).toBeVisible();
    await expect.element(verdict.getByText('70')).toBeVisible();
    const items = verdict
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
    expect(items[0]).toMatch(/^30\.0 % of what it received.*Claim Darknet market, direct exposure, received$/);
    expect(items[1]).toMatch(/^It passes money on.*Inference Behaviour$/);
    expect(items[2]).toBe('25 % of what it sent in BTC was not read.');
    const watch = page.getByRole('link', { name: 'Watch' }).element().getAttribute('href');
    expect(watch).toMatch(/^\/address-monitoring\/new\?chain=btc&subject=\w+$/);
    await expectAccessible();
  });

  test.each([
    ['none', ['No rule of the set fired.'], 'Nothing found', /none fired. This does not clear/],
    ['unknown', ['This installation has no data of Zcash.'], 'No score', /Unknown is not low/],
  ] as const)('of the state %s has words of its own, and no figure', async (state, sentences, words, says) => {
    const level = state === 'unknown' ? 'unknown' : 'low';
    const verdict = { ...NO_VERDICT, state, level, sentences } as const;
    open(PATH, { runScreening: createScreeningAnswer({ verdict, exposure: [], behaviours: [] }) });
    const bar = page.getByRole('region', { name: 'Verdict' });
    await expect.element(bar.getByText(words, { exact: true })).toBeVisible();
    await expect.element(bar.getByText(says)).toBeVisible();
    expect(bar.element().textContent).not.toMatch(/of 100|safe|clean/);
    expect(bar.element().textContent?.includes('Low')).toBe(false);
  });

  test('of rules without weight is a zero, which is a figure', async () => {
    const verdict = {
      ...NO_VERDICT,
      state: 'zero',
      score: 0,
      sentences: ['Only rules without weight fired.'],
    } as const;
    open(PATH, { runScreening: createScreeningAnswer({ verdict }) });
    const bar = page.getByRole('region', { name: 'Verdict' });
    await expect.element(bar.getByText('0of 100')).toBeVisible();
    await expect.element(bar.getByText(/none of them has weight/)).toBeVisible();
  });

  test('is tested on request, and the test can be cancelled', async () => {
    let isDone = false;
    const test = (): Answer<'testScreening'> | Promise<never> => (isDone ? createSensitivity() : UNANSWERED());
    const api = open(PATH, { runScreening: createScreeningAnswer(), testScreening: test as never });
    await page.getByRole('button', { name: 'Test it' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    isDone = true;
    await page.getByRole('button', { name: 'Test it' }).click();
    await expect.element(page.getByRole('row', { name: /Label “Lantern market” 40 Medium/ })).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'testScreening')).toHaveLength(2);
  });

  test('that takes long says so, and cancelling it offers to run it', async () => {
    open(PATH, { runScreening: UNANSWERED });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('The screening was cancelled.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Run it' })).toBeVisible();
    await expectAccessible();
  });
});

test('what trades made of an asset is a table of its own, which says what its shares are of', async () => {
  const exposure = [EXPOSURE, { ...EXPOSURE, asset: 'ab'.repeat(20), symbol: 'USDX', tradedFrom: EXPOSURE.asset }];
  open(PATH, { runScreening: createScreeningAnswer({ exposure }) });
  await page.getByRole('link', { name: 'USDX by trade' }).click();
  await expect.element(page.getByText(/Trades on the way led to USDX. Totals and shares are of what/)).toBeVisible();
  await expectAccessible();
});

describe('a cluster as the subject', () => {
  test('is one click away, and says what was joined, read and left out', async () => {
    const { screening } = createScreeningAnswer();
    const other = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
    const cluster = {
      ...{ rule: 'co-spend/1', rules: 'ab', root: other, size: 40, read: [SCREENED, other], idle: 3 },
      unread: { count: 35, first: ['1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp'] },
    };
    const api = open(PATH, {
      runScreening: ({ body }) =>
        body.withCluster === true
          ? createScreeningAnswer({ cluster, request: { ...screening.request, withCluster: true } })
          : createScreeningAnswer(),
    });
    await page.getByRole('link', { name: 'Screen it with its cluster' }).click();
    await expect
      .element(page.getByText(/one subject: 40 addresses that co-spend\/1 joins, an inference/))
      .toBeVisible();
    await expect.element(page.getByText(/35 were not read, 3 received nothing/)).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'runScreening')).toHaveLength(2);
    const trace = page.getByRole('link', { name: 'Open what it received in coin flow' }).first().element();
    expect(new URL((trace as HTMLAnchorElement).href).searchParams.get('start')).toBe(`${SCREENED} ${other}`);
    await page.getByText('Addresses of the cluster').click();
    await expect.element(page.getByText('Not read, the first 1:')).toBeVisible();
    await expectAccessible();
  });
});

describe('exposure', () => {
  test('shows two wheels and a table whose columns are all that moved', async () => {
    open(PATH, { runScreening: createScreeningAnswer() });
    await expect.element(page.getByRole('img', { name: /^Receiving: Darknet market 30\.0/ })).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Sending: Unlabelled wallets 100\.0/ })).toBeVisible();
    const table = page.getByRole('table', { name: 'Exposure in BTC by category' });
    const text = (name: RegExp) => table.getByRole('row', { name }).element().textContent ?? '';
    expect(text(/^Darknet market/)).toMatch(/^Darknet market30\.0000received 3\.00/);
    expect(text(/^Beyond the hop limit/)).toContain('10.0');
    expect(text(/^Not read/)).toContain('25.0');
    expect(text(/^All that moved/)).toContain('received 10.00');
    await expect.element(page.getByText(/Partial: the limit of transactions ended/)).toBeVisible();
  });

  test('keeps a long figure, and what the asset is called, within the rings', async () => {
    const times = <Part extends { readonly amount: bigint }>(part: Part): Part => ({
      ...part,
      amount: part.amount * 123_456_789_012_345_678_901n,
    });
    const scaled = {
      ...EXPOSURE,
      symbol: 'unknown token',
      sides: EXPOSURE.sides.map((side) => ({ ...side, total: times({ amount: side.total }).amount })),
      parties: EXPOSURE.parties.map(times),
      remainders: EXPOSURE.remainders.map(times),
    };
    const exposure = [scaled];
    const answer = createScreeningAnswer();
    open(PATH, { runScreening: { ...answer, screening: { ...answer.screening, exposure } } });
    await expect.element(page.getByRole('img', { name: /^Receiving/ })).toBeVisible();
    const lines = [...document.querySelectorAll<SVGTextElement>('.th-wheel text.total, .th-wheel text.symbol')];
    expect(lines.map(({ textContent }) => textContent)).toContain('unknown token');
    expect(lines.some(({ textContent }) => textContent?.startsWith('1.234…'))).toBe(true);
    // The inner ring begins 62 from the middle.
    expect(lines.filter((line) => line.getBBox().width > 112).map(({ textContent }) => textContent)).toEqual([]);
  });

  test('marks a kind in wheels and key together, by pointer and by keyboard', async () => {
    open(PATH, { runScreening: createScreeningAnswer() });
    const key = page.getByRole('complementary', { name: 'Reading the wheels' });
    const market = key.getByRole('button', { name: 'Mark Darknet market in the wheels' });
    await expect.element(market).toBeVisible();
    const receiving = page.getByRole('img', { name: /^Receiving/ });
    const words = () => receiving.element().textContent ?? '';
    const faded = () => document.querySelectorAll('.th-wheels .is-faded').length;
    expect([faded(), /%\sdirect/.test(words())]).toEqual([0, false]);
    (market.element() as HTMLElement).focus();
    await expect.poll(faded).toBeGreaterThan(0);
    expect(words()).toMatch(/30\.0\s%\sdirect/);
    (key.getByRole('button', { name: 'Mark Exchange in the wheels' }).element() as HTMLElement).focus();
    await expect.poll(words).toMatch(/20\.0\s%\sindirect/);
    (document.activeElement as HTMLElement).blur();
    await expect.poll(faded).toBe(0);
    const arc = [...receiving.element().querySelectorAll('path')].find((path) =>
      path.textContent.startsWith('Darknet market'),
    );
    arc?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await expect.poll(faded).toBeGreaterThan(0);
    await expect.poll(() => market.element().className).not.toContain('is-faded');
    arc?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }));
    await expect.poll(faded).toBe(0);
  });

  test('opens the parties of a row by keyboard, with payments and the trace in coin flow', async () => {
    open(PATH, { runScreening: createScreeningAnswer() });
    await page.getByRole('button', { name: 'Darknet market', exact: true }).click();
    const parties = page.getByRole('table', { name: 'Parties of this category' });
    await expect.element(parties.getByText('“Lantern market”')).toBeVisible();
    await expect.element(parties.getByRole('link', { name: /^transaction ending 1e9e16/ })).toBeVisible();
    const link = page.getByRole('link', { name: 'Open what it received in coin flow' }).first();
    const url = new URL(link.element().getAttribute('href') ?? '', 'http://x');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      start: SCREENED,
      chain: 'btc',
      direction: 'backward',
      rules: 'method=haircut%2F1&labelled=1&swaps=0&hops=5&share=0.1&fanOut=5000&budget=10000&side=received',
    });
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => parties.elements()).toEqual([]);
    await expectAccessible();
  });

  test('names what other labels of a party say, and lists labels of counterparties that exclude each other', async () => {
    const others = [{ category: 'csam', name: 'A report', source: 'A hotline', confidence: 90 }] as const;
    const exposure = [{ ...EXPOSURE, parties: [createParty({ others })] }];
    const labels = createScreeningAnswer().screening.inherited.map((label) => ({ ...label, via: null }));
    const disagreements = [{ isCounterparty: true, address: MARKET, labels }] as const;
    open(PATH, { runScreening: createScreeningAnswer({ exposure, disagreements }) });
    await page.getByRole('button', { name: 'Darknet market', exact: true }).click();
    await expect.element(page.getByText(/Also labelled Child sexual abuse material/)).toBeVisible();
    await expect.element(page.getByText(/“A report”/)).toBeVisible();
    await expect.element(page.getByText(/A counterparty:/)).toBeVisible();
    await expectAccessible();
  });

  test('shows the strongest paths to a party, with hops, amount and time between', async () => {
    const asOf = createScreeningAnswer().asOf;
    const step = { txid: 'ab'.repeat(32), ref: `${'ab'.repeat(32)}:0`, from: SCREENED, to: MARKET, asset: '' as const };
    const path = { hops: 2, amount: 250_000_000n, sharePpm: 500_000, seconds: 432_000, end: MARKET, party: null };
    const searched = { places: 3, transactions: 4, isComplete: true, ended: 'Everything was looked at.' };
    const api = open(PATH, {
      runScreening: createScreeningAnswer(),
      findPaths: {
        asOf,
        paths: [{ ...path, steps: [{ ...step, amount: 250_000_000n, time: 1_500_000_000 }] }],
        graph: { assets: [], nodes: [], edges: [] },
        searched,
      },
    });
    await page.getByRole('button', { name: 'Darknet market', exact: true }).click();
    await page.getByRole('button', { name: 'Show paths' }).click();
    const line = page.getByRole('table', { name: 'Parties of this category' }).getByRole('listitem');
    await expect.element(line).toBeVisible();
    expect(line.element().textContent).toMatch(/^2 hops, at most 2\.50.*5 days from first to last/);
    expect(api.calls.find(({ route }) => route === 'findPaths')?.input.body).toMatchObject({
      ...{ chain: 'btc', from: SCREENED, to: MARKET, direction: 'backward', mode: 'strongest', maxHops: 5, limit: 3 },
    });
    await expectAccessible();
  });

  test('distinguishes what was not read from a counted zero', async () => {
    const nothing = { ...EXPOSURE, sides: [], parties: [], remainders: [] };
    open(PATH, { runScreening: createScreeningAnswer({ exposure: [nothing], behaviours: [] }) });
    await expect.element(page.getByText(/No payment of the subject in BTC was read\. This is no zero/)).toBeVisible();
    await expect.element(page.getByText('No payment was read, so patterns were not looked for.')).toBeVisible();
    expect(page.getByText(/counted zero/).elements()).toEqual([]);
  });

  test('has no zero in a direction that was not read', async () => {
    const sides = EXPOSURE.sides.filter(({ way }) => way === 'in');
    const remainders = EXPOSURE.remainders.filter(({ way }) => way === 'in');
    open(PATH, { runScreening: createScreeningAnswer({ exposure: [{ ...EXPOSURE, sides, remainders }] }) });
    const row = page.getByRole('row', { name: /^All that moved/ });
    await expect.element(row).toBeVisible();
    expect(row.element().textContent).toContain('sent not read');
    await expect.element(page.getByText(/Nothing of this direction was read/)).toBeVisible();
  });

  test('switches between assets, each apart', async () => {
    const token = { ...EXPOSURE, asset: 'a'.repeat(40), symbol: 'USDC', decimals: 6, parties: [], remainders: [] };
    const sides = EXPOSURE.sides.map((side) => ({ ...side, total: 0n, isPartial: false }));
    open(PATH, { runScreening: createScreeningAnswer({ exposure: [EXPOSURE, { ...token, sides }] }) });
    await page.getByRole('navigation', { name: 'Asset' }).getByRole('link', { name: 'USDC' }).click();
    await expect.element(page.getByText(/Nothing moved in USDC.*counted zero/)).toBeVisible();
  });
});

describe('what is behind a score', () => {
  test('is one bar a rule, and each opens its payments', async () => {
    open(PATH, { runScreening: createScreeningAnswer() });
    await page.getByRole('button', { name: /Rapid pass-through B2.*adds 40/ }).click();
    await expect.element(page.getByText(/Behaviour\. Weight 40, adds 40\./)).toBeVisible();
    await page.getByRole('button', { name: '1 transaction' }).click();
    await expect.element(page.getByRole('link', { name: 'Method pass-through/1' })).toBeVisible();
    await expectAccessible();
  });

  test('keeps labels of the subject and of its cluster apart', async () => {
    open(PATH, { runScreening: createScreeningAnswer() });
    await expect.element(page.getByText('No label. This does not clear the address.')).toBeVisible();
    await expect.element(page.getByText('from cluster:')).toBeVisible();
  });
});

test('sensitivity shows every run, ranges and what carries the verdict', async () => {
  open(`${PATH}&view=sensitivity`, { testScreening: createSensitivity() });
  await expect.element(page.getByText('High in 8 of 12, Severe in 3 of 12, Nothing found in 1 of 12')).toBeVisible();
  await expect.element(page.getByText(/70 to 90 over 11 runs\..*1 run without a score\./)).toBeVisible();
  await expect.element(page.getByText('One label', { exact: true })).toBeVisible();
  const cell = page.getByRole('link', { name: 'FIFO, 3 hops: Nothing found' });
  await expect.element(cell).toHaveAttribute('href', expect.stringContaining('method=fifo&hops=3'));
  await expect.element(page.getByRole('row', { name: /^Darknet market, in 25\.0 29\.0 36\.0/ })).toBeVisible();
  await expectAccessible();
});

test('a failure of the test leaves the verdict in place', async () => {
  const failure = new AppError('unavailable', 'The server is busy.');
  open(PATH, { runScreening: createScreeningAnswer(), testScreening: failure });
  await page.getByRole('button', { name: 'Test it' }).click();
  await expect.element(page.getByText('The server is busy.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Verdict' }).getByText('70')).toBeVisible();
});
