import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';
import { findPerson, type Person, signIn } from './people.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function fillIn(page: Page, person: Person): Promise<void> {
  await email(page).fill(person.email);
  await password(page).fill(person.password);
  await login(page).click();
}

const readStored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
const readIndexed = (page: Page) =>
  page
    .locator('form[aria-label="Sign-in"] [aria-invalid]')
    .evaluateAll((nodes) => nodes.map((node) => (node as HTMLInputElement).name));

/** Answers a route once as instructed, then leaves it to the server. */
async function answerOnce(page: Page, url: string, status: number, body: object): Promise<void> {
  let isTold = false;
  await page.route(url, async (route) => {
    if (isTold) return route.continue();
    isTold = true;
    return route.fulfill({ status, json: body });
  });
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { flags: ['--demo-people'] });

  describe('the sign-in page', () => {
    test('marks both fields when they do not fit, and shows a toast for a while', async () => {
      await visit('/login', async (page) => {
        await fillIn(page, { ...findPerson(server, 'allowed'), password: 'not the password' });
        const toast = page.getByText('Email or Password is incorrect!');
        await toast.waitFor();
        expect(await readIndexed(page)).toEqual(['email', 'password']);
        await toast.waitFor({ state: 'detached' });
        expect(await password(page).inputValue()).toBe('not the password');
      });
    });

    test('stores the values, says so, and goes to the first page', async () => {
      await visit('/login', async (page) => {
        const person = findPerson(server, 'allowed');
        await fillIn(page, person);
        await page.getByText('You have successfully logged in!').waitFor();
        expect(await readStored(page)).toMatchObject({
          login: 'true',
          loggedEmail: person.email,
          user_type: 'user',
          allow_status: 'Yes',
        });
        await page.waitForURL((url) => url.pathname === '/');
        await page.getByRole('button', { name: /^Account of/ }).waitFor();
        const cookies = await page.context().cookies();
        expect(cookies.map(({ expires }) => expires)).toEqual(cookies.map(() => -1));
      });
    });

    test.each([
      ['waiting', 'Your Account is Pending Verification!'],
      ['unverified', 'Email is not verified! Please verify.'],
    ] as const)('informs an account that is %s, once its password was right', async (kind, text) => {
      await visit('/login', async (page) => {
        await fillIn(page, findPerson(server, kind));
        await page.getByText(text).waitFor();
        expect(await readStored(page)).toEqual({});
      });
    });

    test('keeps what was typed when the server is away, and says so in the form', async () => {
      await visit(
        '/login',
        async (page) => {
          await login(page).waitFor();
          await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
          await fillIn(page, { email: 'lead.investigator@northgate.example', password: 'typed once only' });
          await page.getByText('The Trailmark server did not answer.').first().waitFor();
          expect(await password(page).inputValue()).toBe('typed once only');
        },
        { expected: { outage: true } },
      );
    });
  });

  describe('guarded pages', () => {
    test.each(['/admin-users', '/access/training', '/resources_noallow/le-portal', '/coin-flow'])(
      'show visitors the sign-in page at %s',
      async (path) => {
        await visit(path, async (page) => {
          await login(page).waitFor();
          expect(new URL(page.url()).pathname).toBe(path);
          expect(await page.evaluate(() => sessionStorage.getItem('previousPage'))).toBe(path);
        });
      },
    );

    test('continue to what was requested after the sign-in', async () => {
      await visit('/update-password', async (page) => {
        await fillIn(page, findPerson(server, 'member'));
        await page.getByRole('heading', { level: 1, name: 'Update password' }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/update-password');
      });
    });

    test('send people who are no administrators to the first page, whatever the browser remembers', async () => {
      const storageState = await signIn(server, 'member');
      await visit(
        '/admin-users',
        async (page) => {
          await page.waitForURL((url) => url.pathname === '/');
          await page.evaluate(() => {
            localStorage.setItem('user_type', 'admin');
            localStorage.setItem('allow_status', 'Yes');
          });
          await page.goto(`${server.origin}/admin-users`);
          await page.waitForURL((url) => url.pathname === '/');
          expect(await readStored(page)).toMatchObject({ user_type: 'user', allow_status: 'No' });
        },
        { storageState, expected: { statuses: [403] } },
      );
    });

    test('keep the LE portal apart by allow_status', async () => {
      await visit('/access/resources/le-portal/', (page) => page.waitForURL('**/resources_noallow/le-portal'), {
        storageState: await signIn(server, 'member'),
      });
    });
  });

  describe('a session', () => {
    test('ends everywhere after Logout, and nothing of it stays in the browser', async () => {
      const storageState = await signIn(server, 'auditor');
      await visit(
        '/',
        async (page) => {
          await page.getByRole('button', { name: /^Account of/ }).waitFor();
          const other = await page.context().newPage();
          await other.goto(`${server.origin}/update-password`);
          await other.getByRole('heading', { level: 1, name: 'Update password' }).waitFor();
          await page.getByRole('button', { name: /^Account of/ }).click();
          await page.getByRole('menuitem', { name: 'Logout' }).click();
          await page.getByRole('link', { name: 'Pro Analytics Login' }).waitFor();
          expect(await readStored(page)).toEqual({});
          await other.waitForURL((url) => url.pathname === '/');
          await page.goto(`${server.origin}/update-password`);
          await login(page).waitFor();
        },
        { storageState },
      );
    });

    test('that is locked has no page in the document, and gives it back as it was', async () => {
      const storageState = await signIn(server, 'allowed');
      await visit(
        '/address-search',
        async (page) => {
          const field = page.locator('main textarea, main input').first();
          await field.fill(ADDRESS);
          await page.evaluate(async () => {
            const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
            const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
            await fetch('/api/v1/session/lock', { method: 'POST', headers, body: '{}' });
            window.dispatchEvent(new StorageEvent('storage', { key: 'login' }));
          });
          await page.getByRole('heading', { name: 'The session is locked' }).waitFor();
          expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(ADDRESS);
          expect(await readStored(page)).toEqual({});
          await page.keyboard.press('Control+k');
          expect(await page.getByRole('dialog').count()).toBe(0);
          await password(page).fill('not the password');
          await page.getByRole('button', { name: 'Unlock' }).click();
          await page.locator('.tm-lock .wrong').waitFor();
          await password(page).fill(findPerson(server, 'allowed').password);
          await page.getByRole('button', { name: 'Unlock' }).click();
          await page.getByRole('heading', { level: 1, name: 'Address History Search' }).waitFor();
          expect(await field.inputValue()).toBe(ADDRESS);
        },
        { storageState, expected: { statuses: [400, 401] } },
      );
    });

    test('asks for a fresh proof where a step needs one, and does the step', async () => {
      const person = findPerson(server, 'member');
      const storageState = await signIn(server, 'member');
      await visit(
        '/update-password',
        async (page) => {
          await answerOnce(page, '**/api/v1/update-password', 401, {
            kind: 'unauthorised',
            detail: 'Confirm that it is you.',
            reason: 'step-up',
          });
          await page.getByLabel('Current password').fill('not the current password');
          await page.getByLabel('New password').fill('a sentence of a quiet river');
          await page.getByRole('button', { name: 'Update password' }).click();
          const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
          await dialog.getByLabel('Password', { exact: true }).fill(person.password);
          await dialog.getByRole('button', { name: 'Confirm' }).click();
          await dialog.waitFor({ state: 'detached' });
          // The step itself reached the server, which refuses the wrong password next to its field.
          await page.locator('form[aria-label="Update password"] .wrong').waitFor();
        },
        { storageState, expected: { statuses: [400, 401, 403] } },
      );
    });

    test('warns two minutes before it locks, and can be kept', async () => {
      const storageState = await signIn(server, 'allowed');
      await visit(
        '/address-search',
        async (page) => {
          const stay = page.getByRole('button', { name: 'Stay signed in' });
          await page.getByRole('button', { name: /^Account of/ }).waitFor();
          expect(await stay.count()).toBe(0);
          const near = new Date(Date.now() + 90_000).toISOString();
          let isNear = true;
          await page.route('**/api/v1/me', async (route) => {
            if (!isNear) return route.continue();
            const response = await route.fetch();
            const me = (await response.json()) as { session: { locksAt: string } };
            me.session.locksAt = near;
            return route.fulfill({ response, json: me });
          });
          await page.reload();
          await page.getByText('The session locks in less than two minutes.').waitFor();
          isNear = false;
          await stay.click();
          await stay.waitFor({ state: 'detached' });
        },
        { storageState },
      );
    });
  });
});
