import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { CertificateBody } from '@trailmark/core/training/certificate';
import { keyIdOf, signFile, toPublicKeyText } from '@trailmark/evidence/certificate/sign-file';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'training-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NARROW = { viewport: { width: 390, height: 844 } };

/** A certificate that is whole and signed, by a key that is nobody's. */
function forgeCertificate(): string {
  const pair = generateKeyPairSync('ed25519');
  const body: CertificateBody = {
    format: 'trailmark-certificate-1',
    id: '5b0e3b44-6f6c-4d2c-9a3e-0c1a2f3d4e5f',
    holder: { name: 'Analyst', agency: 'North Ridge Police' },
    course: { level: 'essentials', title: 'Cryptocurrency Essentials', hours: 16 },
    session: { from: '2026-05-04', to: '2026-05-05' },
    issuedOn: '2026-05-06',
    validUntil: '2029-05-06',
    issuer: { installation: 'https://desk.example', keyId: keyIdOf(toPublicKeyText(pair.publicKey)) },
  };
  return signFile(body, pair);
}

async function checkFile(page: Page, text: string): Promise<void> {
  const path = join(folder, 'certificate.json');
  writeFileSync(path, text);
  await page.locator('input[type=file]').setInputFiles(path);
}

async function findSerious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'allowed', isShared: true });
  const VISITOR = { storageState: { cookies: [], origins: [] } };

  describe('a visitor', () => {
    test('reads the three courses and their dates', async () => {
      await visit(
        '/training',
        async (page) => {
          await page.getByRole('link', { name: 'Advanced Crypto' }).last().click();
          await page.getByRole('heading', { level: 1, name: 'Advanced Crypto' }).waitFor();
          expect(await page.locator('.tm-tr-syllabus > li').count()).toBe(8);
          expect(await page.getByText('Handout').count()).toBe(1);
          await page.getByRole('link', { name: 'All dates and enrolment' }).click();
          await page.locator('.tm-tr-sessions > li').first().waitFor();
          expect(await page.locator('.tm-tr-sessions .what > b').allInnerTexts()).toEqual(['Advanced Crypto']);
          await page.getByText('Sign in to enrol').waitFor();
        },
        VISITOR,
      );
    });

    test('learns that a complete certificate of a foreign key is not valid, and that a changed one was changed', async () => {
      const forged = forgeCertificate();
      await visit(
        '/training/certificate',
        async (page) => {
          await page.getByText('Key of this installation').waitFor();
          await checkFile(page, forged);
          await page.getByRole('heading', { name: 'This certificate is not valid.' }).waitFor();
          expect(
            await page.locator('.checks > li').evaluateAll((items) => items.map((item) => item.className)),
          ).toEqual(['passed', 'failed', 'passed', 'open']);
          await checkFile(page, forged.replace('"hours":16', '"hours":61'));
          await page.getByText('The file was changed after it was signed').waitFor();
          await checkFile(page, '{}');
          await page.getByText('This is not a training certificate').waitFor();
        },
        VISITOR,
      );
    });
  });

  describe('an investigator', () => {
    test('enrols, sees the place, and gives it up', async () => {
      await visit(
        '/training/schedule?level=essentials',
        async (page) => {
          await page.getByRole('link', { name: 'Enrol', exact: true }).first().click();
          await page.getByRole('button', { name: 'Ask for a place' }).click();
          await page.getByText('A place needs your consent').waitFor();
          await page.getByRole('checkbox').check();
          await page.getByRole('button', { name: 'Ask for a place' }).click();
          await page.getByText('A mail about it is on its way.').waitFor();
          await page.getByRole('link', { name: 'About the courses' }).click();
          await page.getByRole('button', { name: 'Give up the place', exact: true }).click();
          await page.getByRole('button', { name: 'Give up the place in Cryptocurrency Essentials' }).click();
          await page.locator('.tm-tr-mine .tm-tr-state.cancelled').waitFor();
        },
        { expected: { statuses: [400] } },
      );
    });

    test('solves the first lab with what the explorer shows', async () => {
      await visit('/access/training/labs/first-payment', async (page) => {
        const answers = [
          'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
          '10',
          '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
          '9',
        ];
        for (const [i, answer] of answers.entries()) await page.getByLabel(`Answer to question ${i + 1}`).fill(answer);
        await page.getByLabel('Answer to question 2').fill('9');
        await page.getByRole('button', { name: 'Mark my answers' }).click();
        await page.getByText('3 of 4 right.').waitFor();
        await page.getByText('Not right. Read the right-hand side').waitFor();
        await page.getByLabel('Answer to question 2').fill('10');
        await page.getByRole('button', { name: 'Mark my answers' }).click();
        await page.getByText('4 of 4 right.').waitFor();
      });
    });
  });

  test.each([
    '/access/training',
    '/access/training/intermediate',
    '/training/schedule',
    '/training/schedule?view=month&month=2027-01',
    '/access/training/labs/change-recognition',
    '/training/certificate',
  ])('%s has no serious barrier, in light and dark, wide and narrow', async (path) => {
    for (const options of [{}, { dark: true, ...NARROW }]) {
      await visit(
        path,
        async (page) => {
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          expect(await findSerious(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        },
        options,
      );
    }
  });
});
