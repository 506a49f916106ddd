import type { Interest, InterestConflict, PartnerCheck } from '@trailmark/api/contract/interest';
import type { ListHistory } from '@trailmark/api/contract/list';
import type { PartnerView } from '@trailmark/api/contract/partner';
import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';
const ID = '00000000-0000-4000-8000-000000000001';
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const CASES = {
  ...{ items: [], today: '2026-11-20' },
  totals: { count: 0, lossUsd: 0n, securedUsd: 0n, withoutLoss: 0, late: 0, oldestAt: null, olderThanAYear: 0 },
};
const LISTS = {
  items: [
    {
      ...{ pack: 'eu-consolidated', name: 'EU consolidated', short: 'EU', since: '2024-01-10' },
      latest: { version: 'b'.repeat(16), asOf: '2026-11-18', importedAt: 2, labels: 37, isActive: true },
      copies: [
        { version: 'b'.repeat(16), asOf: '2026-11-18', importedAt: 2, labels: 37, isActive: true },
        { version: 'a'.repeat(16), asOf: '2024-01-10', importedAt: 1, labels: 36, isActive: false },
      ],
      lastChange: { added: 1, removed: 0, changed: 0 },
    },
  ],
};
const open = (path: string, answers: FakeAnswers) => openScreen(path, { listCases: CASES, ...answers }, { as });

testStates({
  ...{ path: '/deconfliction?tab=deconfliction', as, route: 'listInterests', others: { listCases: CASES } },
  empty: {
    answer: { items: [], figures: { filed: 0, conflicts: 0, medianContact: null } },
    says: /No interest was filed/,
  },
});

test('without an alert the page says that nothing touches a case, and that this is no clearance', async () => {
  const none = { new: 0, mine: 0, open: 0, all: 0, retracted: 0, oldestNew: null, last: null };
  open('/deconfliction', { listAlerts: { items: [], counts: none, kinds: [] } });
  await expect.element(page.getByText(/Nothing touches your cases/)).toBeVisible();
  await expectAccessible();
});

const CONFLICT: InterestConflict = {
  ...{
    id: ID,
    partner: null,
    grade: 'exact',
    count: 1,
    at: 1_795_180_000,
    isSilent: false,
    ownStep: 2,
    otherStep: 3,
  },
  other: { agency: 'Meridian Police', contact: 'Duty desk', officer: null, caseNumber: null },
  ...{
    ownOutcome: null,
    otherOutcome: null,
    messages: [{ from: 'other', text: 'Please wait until Thursday.', at: 1_795_180_100, isWaiting: false }],
  },
};
const INTEREST: Interest = {
  ...{
    id: ID,
    number: 'I-2026-00031',
    case: { id: ID, number: '2026-00417', title: 'Harbour' },
    sensitivity: 'restricted',
  },
  ...{ radius: 'exact', hops: 0, identifierCount: 1, answer: 'contact-route', conflicts: 1, filedAt: 1_795_180_000 },
  ...{
    reviewOn: '2027-11-20',
    state: 'active',
    identifiers: [ADDRESS],
    legalBasis: 'Order 114/26',
    predicate: 'Fraud',
  },
  ...{
    suspicion: 'Receives the loss.',
    confidence: 'medium',
    contact: 'Desk',
    officer: 'Lead analyst',
    releases: [],
  },
  partners: { of: 0, answered: 0 },
  ...{ checks: [], left: [] },
  conflictList: [CONFLICT],
};

describe('lists', () => {
  const verdict = {
    pack: 'eu-consolidated',
    state: 'listed' as const,
    since: '2024-04-12',
    until: '2026-11-18',
    next: null,
    before: { asOf: '2024-04-12', has: true },
    after: { asOf: '2025-01-01', has: true },
  };
  const history: ListHistory = {
    ...{ network: 'btc', address: ADDRESS, hasMore: false, note: null },
    lists: [
      {
        ...{ pack: 'eu-consolidated', name: 'EU consolidated', short: 'EU', entity: 'Lantern', entryListedOn: null },
        ...{
          firstCopy: '2024-01-10',
          lastCopy: '2026-11-18',
          periods: [{ from: '2024-04-12', how: 'by', to: '2026-11-18' }],
        },
      },
    ],
    transfers: [
      {
        txid: 'ab'.repeat(32),
        time: 1_716_191_740,
        day: '2024-05-20',
        direction: 'in',
        amount: '0.4121',
        unit: 'BTC',
        verdicts: [verdict],
      },
    ],
  };

  test('answer first whether an address was listed on the day of each transfer', async () => {
    open(`/deconfliction?tab=lists&network=btc&address=${ADDRESS}`, {
      listWatchedLists: LISTS,
      getListHistory: history,
    });
    await expect.element(page.getByText('1 of 1 transfer fell on a day', { exact: false })).toBeVisible();
    await expect.element(page.getByText('since 2024-04-12')).toBeVisible();
    await expectAccessible();
  });

  test('state a day that no copy settles in words, and not as a fact', async () => {
    const [transfer] = history.transfers;
    if (!transfer) throw new Error('no transfer');
    const day = (state: 'between-copies' | 'after-last-copy', more: object) => ({
      ...{ ...transfer, txid: (state === 'between-copies' ? 'cd' : 'ef').repeat(32) },
      verdicts: [{ ...verdict, state, since: null, until: null, ...more }],
    });
    const transfers = [
      day('between-copies', { before: { asOf: '2024-01-10', has: false } }),
      day('after-last-copy', { after: null }),
    ];
    open(`/deconfliction?tab=lists&network=btc&address=${ADDRESS}`, {
      listWatchedLists: LISTS,
      getListHistory: { ...history, transfers },
    });
    const cell = page.getByText('between two copies: not on that of 2024-01-10, on that of 2025-01-01');
    await expect.element(cell).toBeVisible();
    await expect.element(page.getByText('after the last copy: on that of 2024-04-12')).toBeVisible();
    await expect.element(page.getByText('0 of 2 transfers fell on a day', { exact: false })).toBeVisible();
    expect(page.getByText('Not listed', { exact: true }).query()).toBeNull();
  });

  test('show what differs between two copies', async () => {
    const entry = {
      network: 'btc' as const,
      address: ADDRESS,
      entity: 'Fogline',
      programme: 'CYB',
      listedOn: '2024-06-03',
    };
    const [to, from] = LISTS.items[0]?.copies ?? [];
    if (!to || !from) throw new Error('no copies');
    open('/deconfliction?tab=lists', {
      listWatchedLists: LISTS,
      compareListCopies: {
        from,
        to,
        counts: { added: 1, removed: 0, changed: 0 },
        items: [{ change: 'added', entry, before: null }],
      },
    });
    await page.getByRole('link', { name: 'Compare' }).click();
    await expect.element(page.getByText('1 added, 0 removed, 0 changed.')).toBeVisible();
    await expectAccessible();
  });
});

describe('an interest', () => {
  const answers = {
    listInterests: { items: [INTEREST], figures: { filed: 1, conflicts: 1, medianContact: 1_920 } },
    getInterest: INTEREST,
  };

  test('shows the steps that both sides agreed to, and moves its own side one step', async () => {
    const api = open(`/deconfliction?tab=deconfliction&interest=${ID}`, { ...answers, answerConflict: INTEREST });
    await expect.element(page.getByText('They agreed. Waiting for you.')).toBeVisible();
    await expect.element(page.getByText('Please wait until Thursday.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Show them: officer and case' }).click();
    await expect
      .poll(() => api.calls.find(({ route }) => route === 'answerConflict')?.input.body)
      .toMatchObject({ act: 'agree', step: 3 });
  });

  test('is filed only whole, with a lawful source affirmed', async () => {
    const api = open('/deconfliction?tab=deconfliction', answers);
    await expect.element(page.getByRole('button', { name: 'File and check' })).toBeDisabled();
    expect(api.calls.filter(({ route }) => route === 'fileInterest')).toEqual([]);
  });
});

describe('partners', () => {
  const HEAD = 'c'.repeat(64);
  const partner: PartnerView = {
    ...{ id: ID, name: 'Meridian Police', fingerprint: '12345 '.repeat(8).trim(), endpoint: null, isOn: true },
    ...{ epoch: 1, theirEpoch: 2, theirKeyAt: 1_795_180_000, log: { count: 4, head: HEAD } },
    ...{ theirLog: { count: 4, head: HEAD }, lastRoundOn: null, quota: { sent: 64, received: 0, limit: 5_120 } },
    ...{ interests: { answered: 1, waiting: 0, failed: 0 }, lastFault: null, waitingEvents: 0 },
    ...{ createdAt: 1_795_180_000, version: 1 },
  };
  const own = { agency: 'North District Police', fingerprint: '54321 '.repeat(8).trim(), card: '{}' };
  const asAdmin = (path: string, answers: FakeAnswers) => openScreen(path, answers, { as: 'admin' });

  testStates({
    ...{ path: '/deconfliction?tab=partners', as: 'admin', route: 'listPartners', others: {} },
    empty: { answer: { own, items: [] }, says: /No partner yet/ },
  });

  test('are added only after the digits of their card were compared', async () => {
    const api = asAdmin('/deconfliction?tab=partners', {
      listPartners: { own, items: [] },
      readPartnerCard: { agency: 'Meridian Police', endpoint: null, fingerprint: partner.fingerprint },
      addPartner: partner,
    });
    await page.getByLabelText('Card of the partner').fill('{"trailmark":"partner-card/1"}');
    await page.getByRole('button', { name: 'Read the card' }).click();
    await expect.element(page.getByText(partner.fingerprint)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add partner' })).toBeDisabled();
    await page.getByLabelText(/read the same digits/).click();
    await expectAccessible();
    await page.getByRole('button', { name: 'Add partner' }).click();
    await expect
      .poll(() => api.calls.find(({ route }) => route === 'addPartner')?.input.body)
      .toMatchObject({ name: 'Meridian Police', endpoint: null, isCompared: true });
  });

  test('have a log of frames, and what they last stated of theirs', async () => {
    const items = [
      {
        seq: 1,
        direction: 'sent',
        kind: 'query',
        way: 'file',
        elements: 1_024,
        bytes: 49_540,
        digest: HEAD,
        head: HEAD,
        at: 1,
      },
    ] as const;
    asAdmin(`/deconfliction?tab=partners&partner=${ID}`, {
      listPartners: { own, items: [partner] },
      listPartnerLog: { name: 'Meridian Police', items: [...items] },
    });
    await expect.element(page.getByText('1 Query sent, as a file')).toBeVisible();
    await expect.element(page.getByText(/They stated 4 frames/)).toBeVisible();
    await expectAccessible();
  });

  test('without a network get files, and what a file of theirs led to is shown', async () => {
    asAdmin('/deconfliction?tab=files', {
      listPartners: { own, items: [partner] },
      takePartnerFile: new AppError('invalid', 'This was taken before.'),
    });
    await expect.element(page.getByRole('button', { name: 'Make a request file' })).toBeVisible();
    await page.getByLabelText('Request, answer, notice or receipt').upload(new File(['{}'], 'request.json'));
    await expect.element(page.getByText('This was taken before.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Take a file' })).toBeEnabled();
    await expectAccessible();
  });

  test('that are all turned off get no files, and how files are exchanged is still stated', async () => {
    asAdmin('/deconfliction?tab=files', { listPartners: { own, items: [{ ...partner, isOn: false }] } });
    await expect.element(page.getByText(/^No partner is turned on/)).toBeVisible();
    await expect.element(page.getByText('They take it, and give you the answer.')).toBeVisible();
    expect(page.getByRole('button', { name: 'Make a request file' }).elements()).toEqual([]);
    await expectAccessible();
  });

  test('show in an interest what was compared with whom, and what left the server for it', async () => {
    const left: Interest['left'][number] = {
      ...{ partner: 'Meridian Police', elements: 64, sentBytes: 8_580, answerBytes: 30_512, answerKind: 'answer' },
      ...{ ms: 2_000, commitment: HEAD, at: 1_795_180_000 },
    };
    const check: PartnerCheck = {
      ...{ partner: ID, name: 'Meridian Police', state: 'answered', reason: null, asked: 1, leftOut: 0 },
      ...{ answeredAt: 1_795_180_000, isByFile: false },
    };
    const compared: Interest = { ...INTEREST, partners: { of: 1, answered: 1 }, checks: [check], left: [left] };
    open(`/deconfliction?tab=deconfliction&interest=${ID}`, {
      listInterests: { items: [compared], figures: { filed: 1, conflicts: 1, medianContact: null } },
      getInterest: compared,
    });
    await expect.element(page.getByText('64 blinded values')).toBeVisible();
    await expect.element(page.getByText('1 of 1 partner answered')).toBeVisible();
    await expectAccessible();
  });
});
