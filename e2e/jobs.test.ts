import { answerAsBlockscout, INVENTED } from '@trailmark/ingest/on-demand/testing/invented-history';
import {
  type ReplayAnswer,
  type ReplayRequest,
  type ReplayServer,
  startReplayServer,
} from '@trailmark/ingest/on-demand/testing/replay-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';
import { findPageFaults } from './page-faults.ts';
import { type SignedIn, signIn, signInHeaders } from './people.ts';

const ADDRESSES = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`);
const PHONE = { width: 390, height: 844 };

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { as: 'allowed' });
  let source: ReplayServer;
  /** What holds an address up: nothing, no answer, or a refusal. */
  let held: { readonly address: string; readonly answer: ReplayAnswer } | undefined;
  let platform: SignedIn;
  let member: SignedIn;

  function answer(request: ReplayRequest): ReplayAnswer {
    const address = /addresses\/(0x[0-9a-fA-F]{40})/.exec(request.path)?.[1]?.toLowerCase() ?? INVENTED.address;
    if (held?.address === address) return held.answer;
    return answerAsBlockscout({ ...INVENTED, address })(request);
  }

  beforeAll(async () => {
    source = await startReplayServer(answer);
    const headers = await signInHeaders(server, 'platformAdmin');
    const response = await fetch(`${server.origin}/api/v1/sources/blockscout-eth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ isOn: true, endpoint: source.url }),
    });
    expect(response.status).toBe(200);
    [platform, member] = [await signIn(server, 'platformAdmin'), await signIn(server, 'member')];
  });
  afterAll(() => source.close());

  async function queue(page: Page, addresses: readonly string[]): Promise<void> {
    const summary = page.getByText('Fetch several addresses from an external source');
    await summary.waitFor();
    if (!(await page.getByLabel('Addresses, one per line').isVisible())) await summary.click();
    await page.getByLabel('Addresses, one per line').fill(addresses.join('\n'));
    await page.getByRole('button', { name: 'Queue', exact: true }).click();
  }

  async function expectNoFaults(page: Page): Promise<void> {
    expect(await findPageFaults(page, '/jobs')).toEqual([]);
  }

  const items = (page: Page) => page.locator('.jb-item');

  test('a job is queued, shows its progress and its place, is cancelled, started again and finished', async () => {
    held = { address: ADDRESSES[1] ?? '', answer: { fault: 'hang' } };
    await visit('/jobs', async (page) => {
      await page.getByText('Jobs you start appear here').waitFor();
      await queue(page, ADDRESSES);
      await queue(page, [ADDRESSES[2] ?? '']);
      await page.getByText('1 of 3 addresses fetched').waitFor();
      await page.getByText('Waiting, place 1 in line').waitFor();
      await page.getByRole('link', { name: '2 jobs open' }).waitFor();
      await expectNoFaults(page);
      await page.getByRole('button', { name: /^Cancel Fetch 3 addresses/ }).click();
      await page.getByRole('button', { name: /^Start again Fetch 3 addresses/ }).waitFor();
      // The other one has its turn now.
      await items(page).filter({ hasText: 'Finished' }).waitFor();
      held = undefined;
      await page.getByRole('button', { name: /^Start again Fetch 3 addresses/ }).click();
      await page.getByText('3 addresses fetched from Blockscout, Ethereum.').click();
      await page.locator('.jb-result a').nth(2).waitFor();
      await page.getByRole('link', { name: /jobs? open/ }).waitFor({ state: 'detached' });
      await expectNoFaults(page);
    });
  });

  test('a job that waits for its source says why and when, on a phone as well', async () => {
    held = { address: ADDRESSES[0] ?? '', answer: { status: 503, json: {} } };
    await visit(
      '/jobs',
      async (page) => {
        await queue(page, [ADDRESSES[0] ?? '']);
        await page.getByText(/^Tries again at/).waitFor();
        await expectNoFaults(page);
      },
      { viewport: PHONE },
    );
    held = undefined;
  });

  test('administrators of the installation see the jobs of all agencies, and the schedules', async () => {
    await visit(
      '/jobs?scope=all',
      async (page) => {
        await page.getByText('lead.investigator@northgate.example').first().waitFor();
        await page.getByRole('cell', { name: 'deliver-mail' }).waitFor();
        await page.getByText('every 3 s').waitFor();
        await expectNoFaults(page);
      },
      { storageState: platform },
    );
  });

  test('the palette finds the page, and people without dashboard access do not get in', async () => {
    await visit('/address-search', async (page) => {
      await page.getByRole('navigation', { name: 'Tools' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.locator('[role="dialog"] input:focus').waitFor();
      await page.keyboard.type('jobs');
      await page.getByRole('dialog').getByRole('link', { name: /^Jobs/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    });
    await visit('/jobs', (page) => page.getByRole('heading', { level: 1, name: 'Restricted' }).waitFor(), {
      storageState: member,
    });
  });
});
