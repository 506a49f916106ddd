import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170 } from './block-170.ts';
import { goTo } from './go-to.ts';
import { openSite } from './harness.ts';
import { findPageFaults } from './page-faults.ts';
import { type SignedIn, signIn, signInHeaders } from './people.ts';

const PHONE = { width: 390, height: 844 };
const CASES = '/agency-cases';

describeWith('chromium', (chromium) => {
  const { server, visit, ask } = openSite(chromium, { as: 'allowed' });
  let head: SignedIn;
  let headHeaders: Record<string, string>;
  /** One session for all calls: a person has a few at a time. */
  let own: Record<string, string>;
  let path = '';
  beforeAll(async () => {
    head = await signIn(server, 'agencyAdmin');
    own = { 'content-type': 'application/json', ...(await signInHeaders(server, 'allowed')) };
    headHeaders = { 'content-type': 'application/json', ...(await signInHeaders(server, 'agencyAdmin')) };
  });

  /** Colours that are still on their way to another theme are nobody's fault. */
  async function expectNoFaults(page: Page): Promise<void> {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findPageFaults(page, CASES)).toEqual([]);
  }

  async function callAs(headers: Readonly<Record<string, string>>, url: string, body?: object) {
    const response = await fetch(`${server.origin}/api/v1${url}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('a case is opened from a template, gets its loss, and is found by its words', async () => {
    await visit(CASES, async (page) => {
      await page.getByRole('button', { name: 'Open the first case' }).waitFor();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'New case' }).click();
      await page.getByLabel('Template').selectOption('service-theft');
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour');
      await page.getByLabel('Who may see it').selectOption('need-to-know');
      await page.getByLabel('Deadline').fill('2030-01-15');
      await page.getByRole('button', { name: 'Open the case' }).click();
      await page.getByRole('heading', { name: 'Harbour' }).waitFor();
      path = new URL(page.url()).pathname;
      await page.getByRole('button', { name: 'Enter a loss' }).click();
      await page.getByLabel('Amount').fill('10');
      await page.getByLabel('Day it happened, UTC').fill('2020-03-03');
      await page.getByRole('button', { name: 'Enter it' }).click();
      await page.getByText('10.00000000 BTC not accounted for').waitFor();
      await page.getByRole('button', { name: 'Enter a place' }).click();
      await page.getByLabel('Where it is').selectOption('unspent');
      await page.getByLabel('Amount').fill('10');
      await page.getByRole('button', { name: 'Enter it' }).click();
      await page.getByText('Total, equal to the loss').waitFor();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Work in this case' }).click();
      await page.getByRole('link', { name: 'Agency cases' }).first().click();
      await page.getByLabel('Titles, identifiers, notes, file names').fill('harb');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Harbour', exact: true }).waitFor();
    });
  });

  test('an address is added from its tool, compared with today, and found again', async () => {
    await visit(`/address-search/btc/${BLOCK_170.sender}`, async (page) => {
      await page.getByRole('button', { name: 'Add to case' }).click();
      await page.getByLabel('Case', { exact: true }).selectOption({ index: 1 });
      await page.getByLabel('Why it matters').fill('Where it began');
      await page.getByRole('button', { name: 'Add to the case' }).click();
      await page.getByRole('status').getByText('is in the case').waitFor();
      await page.getByRole('link', { name: 'Open the case' }).click();
      await page.getByRole('link', { name: BLOCK_170.sender }).waitFor();
      await page.getByText('Where it began').click();
      await page.getByRole('button', { name: 'Compare with today' }).click();
      await page.getByText(/^Today’s answer/).waitFor();
      await expectNoFaults(page);
    });
    const found = await ask(`/api/v1/cases?words=${BLOCK_170.sender}`);
    expect((await found.json()) as object).toMatchObject({ totals: { count: 1 } });
  });

  test('a colleague who is no member learns that there is a custodian to contact, and no more', async () => {
    const made = await callAs(headHeaders, '/cases', { template: 'tax', title: 'Orchard' });
    const input = { params: { chain: 'btc', address: BLOCK_170.sender }, query: {} };
    const { body } = await callAs(headHeaders, `/cases/${String(made.body.id)}/items`, { kind: 'address', input });
    expect(body.overlaps).toEqual([{ kind: 'contact-the-custodian' }]);
    const id = path.split('/').at(-1);
    expect((await callAs(headHeaders, `/cases/${id}`)).status).toBe(404);
    await visit(
      path,
      async (page) => {
        await page.getByText('There is no such case.').waitFor();
      },
      { storageState: head, expected: { statuses: [404] } },
    );
    await visit(path, async (page) => {
      await page.getByText(/The case 2\d{3}-\d{5}, Orchard, also names/).waitFor();
    });
  });

  test('who met the hidden case writes to its custodian, who answers without saying which case it is', async () => {
    const found = (await callAs(headHeaders, '/cases?words=Orchard')).body as {
      readonly items: readonly { readonly id: string }[];
    };
    const orchard = `${CASES}/${found.items[0]?.id ?? ''}`;
    await visit(
      `/address-search/btc/${BLOCK_170.sender}`,
      async (page) => {
        await page.getByRole('button', { name: 'Add to case' }).click();
        await page.getByLabel('Case', { exact: true }).selectOption({ index: 1 });
        await page.getByRole('button', { name: 'Add to the case' }).click();
        await page.getByRole('button', { name: 'Contact the custodian' }).click();
        await page.getByLabel('Message').fill('Which suspect do you follow?');
        await page.getByRole('button', { name: 'Send to the custodian' }).click();
        await page.locator('.ac-thread').getByText('Which suspect do you follow?').waitFor();
      },
      { storageState: head },
    );
    await visit(path, async (page) => {
      const question = page.getByRole('article', { name: 'Question of Head of unit' });
      await question.getByText('Which suspect do you follow?').waitFor();
      await expectNoFaults(page);
      await question.getByLabel('Answer to Head of unit').fill('Call me on Monday.');
      await question.getByRole('button', { name: 'Reply' }).click();
      await question.locator('.ac-thread').getByText('Call me on Monday.').waitFor();
    });
    await visit(
      orchard,
      async (page) => {
        await page.locator('.ac-thread').getByText('Call me on Monday.').waitFor();
        expect(await page.locator('main').textContent()).not.toContain('Harbour');
      },
      { storageState: head },
    );
  });

  test('a file of evidence breaks off, goes on where it stopped, and is what was sent', async () => {
    const { 'content-type': _, ...session } = own;
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7) % 251));
    const at = `${server.origin}/api/v1${path.replace(CASES, '/cases')}`;
    const tus = { ...session, 'tus-resumable': '1.0.0' };
    const metadata = `filename ${Buffer.from('..\\phone image.bin').toString('base64')}`;
    const begun = await fetch(`${at}/uploads`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    expect(begun.status).toBe(201);
    const upload = begun.headers.get('location')?.split('/').at(-1) ?? '';
    const send = (from: number, to: number, offset = from) =>
      fetch(`${at}/uploads/${upload}`, {
        method: 'PATCH',
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: bytes.subarray(from, to),
      });
    expect((await send(0, 100_000)).status).toBe(204);
    expect((await send(200_000, 300_000)).status).toBe(409);
    const told = await fetch(`${at}/uploads/${upload}`, { method: 'HEAD', headers: tus });
    expect(told.headers.get('upload-offset')).toBe('100000');
    expect((await send(100_000, 300_000)).status).toBe(204);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await callAs(own, `${path.replace(CASES, '/cases')}/uploads/${upload}/finish`, { sha256 });
    await visit(`${path}/evidence`, async (page) => {
      await page.getByText('EV-01').first().waitFor();
      await page.getByText('phone image.bin').first().waitFor();
      await expectNoFaults(page);
    });
    const { items } = (await callAs(own, `${path.replace(CASES, '/cases')}/evidence`)).body as {
      readonly items: readonly object[];
    };
    expect(items).toEqual([expect.objectContaining({ state: 'good', size: 300_000 })]);
  });

  test('a request packet goes through review by another person, and is sent under an authority', async () => {
    const at = path.replace(CASES, '/cases');
    const actors = (await callAs(own, '/actors?limit=1')).body as {
      readonly items: readonly { readonly id: string }[];
    };
    const packet = {
      ...{ format: 'json', actor: actors.items[0]?.id, kind: 'production', deposits: [`${BLOCK_170.txid}:0`] },
      ...{ authority: 'District court', caseNumber: '26/1183', officer: 'Lead investigator', officerId: '4711' },
      ...{ replyTo: 'records@northgate.example', legalBasis: 'Section 98', asks: ['Account holder'] },
    };
    const input = { params: { chain: 'btc' }, query: {}, body: packet };
    const pinned = await callAs(own, `${at}/items`, { kind: 'request-packet', input });
    expect(pinned.status, JSON.stringify(pinned.body)).toBe(200);
    const { id: item } = pinned.body.item as { readonly id: string };
    const choices = (await callAs(own, '/case-choices')).body as {
      readonly colleagues: readonly { readonly id: string; readonly name: string }[];
    };
    const second = choices.colleagues.find(({ name }) => name === 'Head of unit');
    await callAs(own, `${at}/members`, { account: second?.id, role: 'legal' });
    const basis = 'Order 26/1183, section 98';
    const draft = await callAs(own, `${at}/requests`, {
      item,
      recipient: 'Example exchange',
      kind: 'production',
      basis,
    });
    const { id: request } = draft.body as { readonly id: string };
    const step = (headers: Readonly<Record<string, string>>, version: number, to: string) =>
      callAs(headers, `${at}/requests/${request}/steps`, { version, to });
    expect((await step(own, 1, 'approved')).status).toBe(403);
    expect((await step(headHeaders, 1, 'approved')).status).toBe(200);
    const refused = await step(own, 2, 'sent');
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/authority/i)]);
    const order = { type: 'Production order', number: '26/1183', issuer: 'District court', acts: ['request'] };
    await callAs(own, `${at}/authorities`, { ...order, from: '2020-01-01', to: '2099-12-31' });
    expect((await step(own, 2, 'sent')).status).toBe(200);
    await visit(`${path}/requests`, async (page) => {
      await page.getByText('Example exchange').first().waitFor();
      await expectNoFaults(page);
    });
  });

  test('every tab of the case is sound', async () => {
    await visit(path, async (page) => {
      await page.getByRole('heading', { name: 'Harbour' }).waitFor();
      const tabs = await page.getByRole('navigation', { name: 'Case' }).getByRole('link').all();
      const hrefs = await Promise.all(tabs.map((tab) => tab.getAttribute('href')));
      expect(hrefs.length).toBeGreaterThan(11);
      for (const href of hrefs) {
        await goTo(page, href ?? '');
        await page.locator('.cs-head').waitFor();
        await expectNoFaults(page);
      }
      await page.goto(`${server.origin}${path}/custody`);
      await page.getByRole('button', { name: 'Verify ledgers and files' }).click();
      await page.getByText(/1 file read from the first byte to the last\. All is as it was written/).waitFor();
    });
  });

  test('it is exported, imported with equal content, and purged by two people', async () => {
    const id = path.split('/').at(-1) ?? '';
    const text = await (await ask(`/api/v1/cases/${id}/file`)).text();
    const { origin, content } = JSON.parse(text) as {
      readonly origin: { readonly root: string };
      readonly content: object;
    };
    const imported = await callAs(own, '/case-imports', { content: text });
    expect(imported.body).toMatchObject({ root: origin.root, strangers: [] });
    const copy = (imported.body.head as { readonly id: string }).id;
    const again = (await callAs(own, `/cases/${copy}/file`)).body;
    expect(again.content).toEqual(content);
    const choices = (await callAs(own, '/case-choices')).body as {
      readonly colleagues: { id: string; name: string }[];
    };
    const second = choices.colleagues.find(({ name }) => name === 'Head of unit');
    expect((await callAs(own, `/cases/${id}/members`, { account: second?.id, role: 'legal' })).status).toBe(200);
    expect((await callAs(own, `/cases/${id}/purge`, { reason: 'The time is over' })).status).toBe(200);
    const { body: overview } = await callAs(headHeaders, `/cases/${id}`);
    const { number } = overview.head as { readonly number: string };
    const { body } = await callAs(headHeaders, `/cases/${id}/purge/decision`, { isApproved: true, number });
    const stone = (body.tombstone as { readonly id: string }).id;
    expect((await callAs(own, `/case-tombstones/${stone}`)).body).toMatchObject({ isProven: true });
    expect((await callAs(own, `/cases/${id}`)).status).toBe(404);
  });

  test('list and case hold on a phone and in the dark', async () => {
    for (const dark of [false, true]) {
      await visit(
        CASES,
        async (page) => {
          await page.getByRole('link', { name: 'Harbour', exact: true }).click();
          await page.getByText('Total, equal to the loss').waitFor();
          await expectNoFaults(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        },
        { viewport: PHONE, dark },
      );
    }
  });
});
