import type { Tutorial } from '@trailmark/api/contract/video';
import type { Locator, Page } from 'playwright-core';
import { BLOCK_170 } from '../../e2e/block-170.ts';
import { LABELLED, PAIR } from '../../e2e/labelled.ts';

/** What a clip works with: the page, who signs in, and the current code of their authenticator. */
export interface Stage {
  readonly page: Page;
  readonly origin: string;
  readonly email: string;
  readonly password: string;
  readonly code: () => string;
  /** Moves the pointer there, waits a moment and clicks. */
  readonly click: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
}

export interface ClipStep {
  /** Begins a chapter of this name. */
  readonly chapter?: string;
  readonly say: string;
  readonly run: (stage: Stage) => Promise<unknown>;
  /** The picture after this step is the poster. */
  readonly isPoster?: true;
}

export interface Clip extends Pick<Tutorial, 'id' | 'title' | 'summary' | 'topic' | 'tryAt'> {
  readonly isSignedIn: boolean;
  readonly steps: readonly ClipStep[];
}

const { txid, sender } = BLOCK_170;
const HISTORY = `/address-search/btc/${sender}`;
const CLUSTER = `/exchange-lookup/cluster/btc/${PAIR.a}`;
const open =
  (path: string, ready: string) =>
  async ({ page, origin }: Stage) => {
    await page.goto(origin + path);
    await page.locator(ready).first().waitFor();
  };
const tab =
  (name: string | RegExp, ready: string) =>
  async ({ page, click }: Stage) => {
    await click(page.getByRole('link', { name }).first());
    await page.locator(ready).first().waitFor();
  };
const show =
  (find: (page: Page) => Locator) =>
  async ({ page }: Stage) => {
    await find(page).first().scrollIntoViewIfNeeded();
    await find(page).first().hover();
  };

const explorer: Clip = {
  id: 'explorer-proof',
  title: 'Explorer: a transaction, checked in the browser',
  summary: 'Finds the first payment between two people and checks on this computer that the block holds it.',
  topic: 'explorer',
  tryAt: `/Track/btc/tx/${txid}`,
  isSignedIn: false,
  steps: [
    {
      chapter: 'Search',
      say: 'The explorer takes addresses, transactions and blocks, whole or in part.',
      run: open('/Track', '.tm-coverage'),
    },
    {
      say: 'Typing the beginning of a transaction id is enough.',
      run: async ({ page, type }) => {
        await type(page.locator('.tm-bigsearch input'), txid.slice(0, 10));
        await page.keyboard.press('Enter');
        await page.locator('.tm-hits a, .tm-sides').first().waitFor();
      },
    },
    {
      chapter: 'The transaction',
      say: 'Inputs stand on the left, outputs on the right. Every amount is shown in full.',
      run: open(`/Track/btc/tx/${txid}`, '.tm-sides'),
      isPoster: true,
    },
    {
      say: 'The as-of line says which tip, labels and rules the page was computed with.',
      run: show((page) => page.locator('.tm-asof')),
    },
    {
      chapter: 'The proof',
      say: 'Check in this browser: the server hands over the bytes, and this computer does the checking.',
      run: async ({ page, click }) => {
        await click(page.getByRole('button', { name: 'Check in this browser' }).first());
        await page.locator('.tm-proof ol li').first().waitFor();
      },
    },
    {
      say: 'Transaction id, Merkle path and proof of work are each computed anew. One wrong bit would show here.',
      run: show((page) => page.locator('.tm-proof ol li').last()),
    },
  ],
};

const history: Clip = {
  id: 'history-search',
  title: 'Address history: who paid whom, and when',
  summary: 'Reads the history of one address, its counterparties and its balance over time.',
  topic: 'history',
  tryAt: HISTORY,
  isSignedIn: true,
  steps: [
    {
      chapter: 'The history',
      say: 'Each line is one transaction of the address, newest first.',
      run: open(HISTORY, '.tm-tbl tbody tr'),
      isPoster: true,
    },
    {
      say: 'Received, sent and balance are sums of what the index holds. Gaps are named, never filled.',
      run: show((page) => page.locator('.tm-figs')),
    },
    {
      say: 'A line opens to both sides of the transaction.',
      run: async ({ page, click }) => {
        await click(page.getByRole('button', { name: /transaction ending 1e9e16/ }));
        await page.locator('tr.detail .as-detail').waitFor();
      },
    },
    {
      chapter: 'Counterparties',
      say: 'Counterparties lists who stood on the other side, with sums in both directions.',
      run: tab('Counterparties', '.tm-tbl tbody tr'),
    },
    {
      chapter: 'Charts',
      say: 'Charts show the balance and the activity. A table with the same figures stands below.',
      run: tab('Charts', '[aria-roledescription="chart"]'),
    },
    {
      chapter: 'Links',
      say: 'Links between this address and another one are a question of their own, with each transaction as the answer.',
      run: tab('Links', 'main'),
    },
  ],
};

const attribution: Clip = {
  id: 'lookup-together',
  title: 'Exchange lookup: whose address it is, and why two belong together',
  summary: 'Looks up an address of an exchange, reads the evidence, and proves a cluster link.',
  topic: 'attribution',
  tryAt: `/exchange-lookup/btc/${LABELLED.exchange}`,
  isSignedIn: true,
  steps: [
    {
      chapter: 'Look-up',
      say: 'Exchange lookup takes one address or a pasted list.',
      run: open('/exchange-lookup', '.as-start'),
    },
    {
      say: 'The answer names the service, the source of every claim, and how sure each is.',
      run: open(`/exchange-lookup/btc/${LABELLED.exchange}`, 'main h1'),
      isPoster: true,
    },
    {
      say: 'Claims stay apart: sources may contradict each other, and then the page says so.',
      run: show((page) => page.locator('main h2')),
    },
    {
      chapter: 'The cluster',
      say: 'A cluster is an inference. Each of its links is a transaction and a rule.',
      run: open(CLUSTER, '.tm-tbl tbody tr'),
    },
    { say: 'The links tab lists them, with the version of the rule.', run: tab(/^Links/, '.tm-tbl tbody tr') },
    {
      chapter: 'The proof',
      say: 'The proof tab shows why two addresses belong together, step by step.',
      run: open(`${CLUSTER}?tab=proof&b=${PAIR.b}`, '.tm-proofgraph canvas'),
    },
    {
      say: 'The evidence file can be checked on another computer, without this server.',
      run: show((page) => page.locator('.tm-proofgraph')),
    },
  ],
};

const signIn: Clip = {
  id: 'sign-in-factor',
  title: 'Signing in with a second factor',
  summary: 'Signs in with password and authenticator, and shows where sessions and factors are kept.',
  topic: 'account',
  tryAt: '/profile',
  isSignedIn: false,
  steps: [
    {
      chapter: 'Password',
      say: 'Sign in with the official email address of your agency.',
      run: open('/login', 'form'),
    },
    {
      say: 'The password is checked first.',
      run: async ({ page, type, click, email, password }) => {
        await type(page.getByLabel(/^e-?mail/i).first(), email);
        await type(page.locator('input[type="password"]').first(), password);
        await click(page.locator('form button[type="submit"]').first());
        await page.getByLabel('Code of your authenticator').waitFor();
      },
    },
    {
      chapter: 'Second factor',
      say: 'Then the code of your authenticator: six digits, good for half a minute and for one use.',
      run: async ({ page, type, click, code }) => {
        await type(page.getByLabel('Code of your authenticator'), code());
        await click(page.locator('form button[type="submit"]').first());
        await page.waitForURL((url) => url.pathname === '/', { timeout: 15_000 });
      },
    },
    {
      chapter: 'Your account',
      say: 'The profile lists your sessions and second factors. End what you do not know.',
      run: open('/profile', '.up-columns'),
      isPoster: true,
    },
    {
      say: 'A passkey can take the place of both. Recovery codes are for the day the phone is lost.',
      run: show((page) => page.getByRole('heading', { name: /second factor|sessions/i })),
    },
  ],
};

/** The tutorials, in the order they are listed. */
export const CLIPS: readonly Clip[] = [explorer, history, attribution, signIn];
