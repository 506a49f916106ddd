import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite, readText } from './harness.ts';
import { findViolations, overflowOf } from './page-faults.ts';
import { findPerson, type Person } from './people.ts';

const TOKEN = 'A'.repeat(43);

/** Each page with what shows that it is there. */
const PAGES: readonly (readonly [string, string])[] = [
  ['/login', 'Login'],
  ['/register', 'Create an account'],
  ['/forgot-password', 'Forgotten password'],
  ['/re-verification', 'Not verified?'],
  ['/verify-email', 'Verify your email'],
  [`/verify-email#${TOKEN}`, 'Verify your email'],
  [`/reset-password#${TOKEN}`, 'Set a new password'],
  [`/claim#${TOKEN}`, 'Claim this installation'],
];

async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

async function giveCredentials(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

const submitWrong = async (page: Page) => {
  const submit = page.locator('form.tm-form button[type="submit"]');
  if ((await submit.count()) === 0 || page.url().includes('verify')) return;
  await submit.first().click();
  await page.locator('.wrong').first().waitFor();
};

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, {
    flags: ['--demo-people'],
    env: { TRAILMARK_SECOND_FACTOR: 'required', TRAILMARK_USE_NOTICE: 'For official use. What you do is recorded.' },
  });

  describe('the pages around sign-in', () => {
    test.each(PAGES)(
      '%s has no finding of axe and does not scroll sideways, also with errors shown',
      async (path, title) => {
        for (const [width, dark] of [
          [1440, false],
          [390, true],
        ] as const) {
          await visit(
            path,
            async (page) => {
              await page.getByRole('heading', { level: 1, name: title }).waitFor();
              await expectSound(page);
              const acknowledge = page.getByRole('button', { name: 'I have read this' });
              if ((await acknowledge.count()) > 0) await acknowledge.click();
              await submitWrong(page);
              await expectSound(page);
            },
            { viewport: { width, height: 844 }, dark },
          );
        }
      },
    );

    test('take the secret of an emailed link out of the address bar, and use it on a click only', async () => {
      await visit(
        `/verify-email#${TOKEN}`,
        async (page) => {
          const asked: string[] = [];
          page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
          const verify = page.getByRole('button', { name: 'Verify this address' });
          await verify.waitFor();
          await page.waitForFunction(() => window.location.hash === '');
          expect(asked.filter((line) => line.startsWith('POST'))).toEqual([]);
          await verify.click();
          await page.getByRole('alert').waitFor();
          expect(asked).toContain('POST /api/v1/verify-email');
        },
        { expected: { statuses: [400, 404, 410] } },
      );
    });

    test('hold the sign-in form until the notice of use is acknowledged', async () => {
      await visit('/login', async (page) => {
        await page.getByText('For official use. What you do is recorded.').waitFor();
        expect(await page.getByLabel('Email', { exact: true }).isDisabled()).toBe(true);
        await page.getByRole('button', { name: 'I have read this' }).click();
        expect(await page.getByLabel('Email', { exact: true }).isDisabled()).toBe(false);
      });
    });

    test('report what is wrong with a domain and a password while they are typed', async () => {
      await visit('/register', async (page) => {
        await page.getByLabel('Official email').fill('somebody@gmail.com');
        await page.locator('.wrong').first().waitFor();
        await page.getByLabel('Password', { exact: true }).fill('northgate police 2026');
        await page.getByText(/Hard to guess: /).waitFor();
      });
    });
  });

  test('an account without a second factor sets up an authenticator, keeps its codes, and has to give a code from then on', async () => {
    const person = findPerson(server, 'allowed');
    await visit(
      '/login',
      async (page) => {
        await page.getByRole('button', { name: 'I have read this' }).click();
        await giveCredentials(page, person);
        await page.waitForURL('**/second-factor');
        await page.goto(`${server.origin}/address-search`);
        await page.waitForURL('**/second-factor');
        await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
        await page.getByText('It is shown only now.').waitFor();
        await expectSound(page);
        const secret = (await readText(page.locator('.secret code'))).replaceAll(/\s/g, '');
        await page.getByLabel('First code of the app').fill(generateSync({ secret }));
        await page.getByRole('button', { name: 'Use this authenticator' }).click();
        await page.getByText('They are shown only now').waitFor();
        await expectSound(page);
        const [recovery = ''] = await page.locator('.tm-codes li').allInnerTexts();
        await page.getByRole('button', { name: 'I have kept them' }).click();
        await page.waitForURL((url) => url.pathname === '/');
        await page.context().clearCookies();
        await page.goto(`${server.origin}/login`);
        await page.getByRole('button', { name: 'I have read this' }).click();
        await giveCredentials(page, person);
        await page.getByLabel('Code of your authenticator').fill('000000');
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByText('This code was not accepted.').waitFor();
        await page.getByRole('button', { name: 'Use a recovery code' }).click();
        await page.getByLabel('Recovery code').fill(recovery);
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByText('You have successfully logged in!').waitFor();
        await page.waitForURL((url) => url.pathname === '/');
        await page.goto(`${server.origin}/address-search`);
        await page.getByRole('heading', { level: 1, name: 'Address History Search' }).waitFor();
      },
      { expected: { statuses: [401, 403] } },
    );
  });
});
