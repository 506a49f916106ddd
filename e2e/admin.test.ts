import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { goTo } from './go-to.ts';
import { openSite, readText } from './harness.ts';
import { findPageFaults } from './page-faults.ts';
import { PEOPLE, signIn } from './people.ts';

const LOOKS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const PATHS = [
  '/admin-users',
  '/admin-agencies',
  '/admin-inbox',
  '/admin-outbox',
  '/admin-sources',
  '/training/TrainingEnrolledUsers',
  '/admin-users/self',
];

const rowOf = (page: Page, email: string) => page.locator('.tm-tbl tbody tr', { hasText: email });

async function openUser(page: Page, email: string): Promise<void> {
  await rowOf(page, email).getByRole('link').first().click();
  await page.locator('.tm-facts').waitFor();
}

/** Opens an act of the page, states why where it is required, and confirms by the button that names its object. */
async function confirmAct(page: Page, name: string, button: RegExp, reason?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { flags: ['--demo-people'] });

  test('an agency administrator finds who waits first, denies with a reason only, reconsiders and approves', async () => {
    const storageState = await signIn(server, 'agencyAdmin');
    const run = async (page: Page): Promise<void> => {
      await page.locator('.tm-tbl tbody tr').first().waitFor();
      expect(await readText(page.locator('.tm-tbl tbody tr').first())).toContain(PEOPLE.waiting);
      expect(await readText(page.locator('.tm-tbl'))).not.toContain('meridian.example');
      expect(await page.getByRole('link', { name: 'Outbox' }).count()).toBe(0);
      await openUser(page, PEOPLE.waiting);
      await page.getByRole('button', { name: 'Deny', exact: true }).click();
      await page.getByRole('button', { name: /^Deny .+/ }).click();
      await page.getByText('Say why, in 3 to 1,000 characters.').waitFor();
      await page.keyboard.press('Escape');
      await confirmAct(page, 'Deny', /^Deny .+/, 'No papers');
      await page.getByText('No papers').waitFor();
      await confirmAct(page, 'Reconsider', /^Reconsider .+/, 'Papers came');
      await confirmAct(page, 'Approve', /^Approve .+/);
      await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor();
      expect(await readText(page.locator('.tm-facts'))).toContain('Active');
    };
    await visit('/admin-users', run, { storageState });
  });

  test('a proposed role waits for a second administrator, who confirms it', async () => {
    const propose = async (page: Page): Promise<void> => {
      await openUser(page, PEOPLE.allowed);
      await confirmAct(page, 'Change the role', /^Change the role of .+/, 'Takes over the unit');
      await page.getByText('A second administrator has to confirm this.').waitFor();
      expect(await page.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0);
    };
    await visit('/admin-users', propose, { storageState: await signIn(server, 'platformAdmin') });
    const confirm = async (page: Page): Promise<void> => {
      await confirmAct(page, 'Confirm', /^Make .+ agency administrator$/);
      await page.locator('.ad-proposals').waitFor({ state: 'detached' });
      await rowOf(page, PEOPLE.allowed).getByText('Agency administrator').waitFor();
    };
    await visit('/admin-users', confirm, { storageState: await signIn(server, 'agencyAdmin') });
  });

  test('filters are in the address bar and narrow the list and the file alike', async () => {
    const run = async (page: Page): Promise<void> => {
      await page.getByLabel('Status', { exact: true }).selectOption('registered');
      await page.waitForURL(/status=registered/);
      await page.getByRole('button', { name: 'Export all 1', exact: true }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export all 1', exact: true }).click(),
      ]);
      const chunks = await (await download.createReadStream()).toArray();
      const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
      expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining(PEOPLE.unverified)]);
      await page.getByLabel('Name or email').fill('nobody at all');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByText('No account fits these filters.').waitFor();
    };
    await visit('/admin-users', run, { storageState: await signIn(server, 'platformAdmin') });
  });

  test('an agency is added, and a domain that cannot be its own is rejected next to the field', async () => {
    const run = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Add an agency' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Harbour Customs');
      await dialog.getByLabel('Country').fill('Malta');
      await dialog.getByRole('button', { name: 'Add the agency' }).click();
      await dialog.getByText('A country is two letters, such as MT, or nothing.').waitFor();
      await dialog.getByLabel('Country').fill('mt');
      await dialog.getByRole('button', { name: 'Add the agency' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Harbour Customs' }).click();
      await page.getByLabel('Add a mail domain').fill('gmail.com');
      await page.getByRole('button', { name: 'Add the domain' }).click();
      await page.getByText('it is no agency’s own').waitFor();
      await page.getByLabel('Add a mail domain').fill('customs.example');
      await page.getByRole('button', { name: 'Add the domain' }).click();
      await page.getByRole('button', { name: 'Remove customs.example' }).waitFor();
    };
    const expected = { statuses: [400] };
    await visit('/admin-agencies', run, { storageState: await signIn(server, 'platformAdmin'), expected });
  });

  test('every room of administration is reached by clicks from the users', async () => {
    const run = async (page: Page): Promise<void> => {
      const rooms = page.getByRole('navigation', { name: 'Administration' });
      const walk = [
        ['Agencies', 'Agencies'],
        ['Inbox', 'Contact inbox'],
        ['Outbox', 'Mail outbox'],
        ['Training', 'Courses and dates'],
        ['Content', 'Site texts'],
        ['Users', 'Users'],
      ];
      for (const [link = '', title = ''] of walk) {
        await rooms.getByRole('link', { name: link, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      }
      await rooms.getByRole('link', { name: 'Training', exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: 'Training Enrolled Users' }).click();
      await page.getByText('Nobody is enrolled yet.').waitFor();
    };
    await visit('/admin-users', run, { storageState: await signIn(server, 'platformAdmin') });
  });

  test('people who are no administrators are sent away, and the server refuses them too', async () => {
    const storageState = await signIn(server, 'member');
    await visit('/admin-users', (page) => page.waitForURL(`${server.origin}/`), { storageState });
    const { cookies } = storageState as { readonly cookies: readonly { name: string; value: string }[] };
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${server.origin}/api/v1/admin/users`, { headers: { cookie } });
    expect(answer.status).toBe(403);
  });

  describe.each(LOOKS)('at $width px', ({ width, height }) => {
    test('no screen of administration has a finding of axe in either theme, or scrolls sideways', async () => {
      const storageState = await signIn(server, 'platformAdmin');
      const findings: string[] = [];
      const run = async (page: Page): Promise<void> => {
        for (const path of PATHS) {
          await goTo(page, path === '/admin-users/self' ? '/admin-users' : path);
          await page.locator('.tm-tbl tbody tr, .tm-empty').first().waitFor();
          if (path === '/admin-users/self') await openUser(page, PEOPLE.platformAdmin);
          findings.push(...(await findPageFaults(page, path)));
        }
      };
      await visit('/admin-users', run, { storageState, viewport: { width, height } });
      expect(findings).toEqual([]);
    });
  });
});
