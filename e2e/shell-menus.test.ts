import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite, readText } from './harness.ts';
import { type PersonKind, type SignedIn, signIn } from './people.ts';

const GROUPS = ['Home', 'Product', 'Training', 'Resources', 'Explorer', 'LE Portal', 'Contact Us', 'About'];
const OPEN_TRAINING = [
  '/training',
  '/training/schedule',
  '/training/cryptocurrencyessentials',
  '/training/intermediate',
  '/training/AdvancedCrypto',
];
const ACCESS_TRAINING = [
  '/access/training',
  '/training/schedule',
  '/access/training/cryptocurrencyessentials',
  '/access/training/intermediate',
  '/training/AdvancedCrypto',
];

interface Menu {
  readonly top: readonly string[];
  readonly training: readonly string[];
  readonly lePortal: string;
}

const ANONYMOUS: Menu = { top: GROUPS, training: OPEN_TRAINING, lePortal: '/resources/le-portal' };
const ALLOWED: Menu = { top: GROUPS, training: ACCESS_TRAINING, lePortal: '/resources/le-portal' };
const NOT_ALLOWED: Menu = { ...ALLOWED, lePortal: '/resources_noallow/le-portal' };
const ADMIN: Menu = {
  top: [...GROUPS, 'Users'],
  training: [...ACCESS_TRAINING, '/training/TrainingEnrolledUsers'],
  lePortal: '/resources/le-portal',
};

const MENUS: readonly (readonly [PersonKind | 'visitor', Menu])[] = [
  ['visitor', ANONYMOUS],
  ['allowed', ALLOWED],
  ['member', NOT_ALLOWED],
  ['auditor', NOT_ALLOWED],
  ['agencyAdmin', ADMIN],
  ['platformAdmin', ADMIN],
];

async function readTop(page: Page): Promise<Menu> {
  const site = page.getByRole('navigation', { name: 'Site' });
  const top = await site.locator('> a, > button').allInnerTexts();
  const lePortal = (await site.getByRole('link', { name: 'LE Portal' }).getAttribute('href')) ?? '';
  await site.getByRole('button', { name: 'Training' }).click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const training = await items.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href') ?? ''));
  return { top, training, lePortal };
}

/** Headings of the side bar's sections, and the names of the first one's items. */
async function readSide(page: Page): Promise<{ sections: string[]; site: string[] }> {
  const nav = page.getByRole('navigation', { name: 'Tools' });
  await nav.locator('section').first().waitFor();
  const sections = await nav.locator('section > h2').allInnerTexts();
  const first = nav.locator('section').first().locator('> ul > li');
  const site = await Promise.all(
    (await first.all()).map((item) => readText(item.locator('> a .label, > details > summary .label'))),
  );
  return { sections, site };
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { isShared: true });
  const sessions = new Map<string, SignedIn>();
  const sessionOf = async (kind: PersonKind | 'visitor') => {
    if (kind === 'visitor') return {};
    const storageState = sessions.get(kind) ?? (await signIn(server, kind));
    sessions.set(kind, storageState);
    return { storageState };
  };

  describe('the public menu', () => {
    test.each(MENUS)('is as the specification has it for a person who is %s', async (kind, menu) => {
      await visit(
        '/Track',
        async (page) => {
          const known =
            kind === 'visitor'
              ? page.getByText('Pro Analytics Login')
              : page.getByRole('button', { name: /^Account of/ });
          await known.waitFor();
          expect(await readTop(page)).toEqual(menu);
        },
        await sessionOf(kind),
      );
    });
  });

  describe('the side bar', () => {
    test.each([
      ['allowed', ['Managements', 'User Panel'], undefined],
      ['member', ['Site'], GROUPS],
      ['auditor', ['Site'], [...GROUPS, 'Audit log']],
      ['agencyAdmin', ['Site', 'Managements', 'User Panel'], [...GROUPS, 'Users', 'Audit log']],
    ] as const)('of a person who is %s has its sections', async (kind, sections, site) => {
      await visit(
        '/update-password',
        async (page) => {
          await page.getByRole('heading', { level: 1, name: 'Update password' }).waitFor();
          const side = await readSide(page);
          expect(side.sections).toEqual(sections);
          if (site) expect(side.site).toEqual(site);
        },
        await sessionOf(kind),
      );
    });

    test('keeps the tools from people without allow_status in words', async () => {
      await visit(
        '/address-search',
        async (page) => {
          await page.getByText('Your account does not open the analysis tools.').waitFor();
        },
        await sessionOf('member'),
      );
    });
  });

  test('the profile dropdown has Profile, Update Password and Logout, in this order', async () => {
    await visit(
      '/Track',
      async (page) => {
        await page.getByRole('button', { name: /^Account of/ }).click();
        const items = page.getByRole('menuitem');
        await items.first().waitFor();
        expect(await items.allInnerTexts()).toEqual(['Profile', 'Update Password', 'Logout']);
        expect(await items.nth(0).getAttribute('href')).toBe('/profile');
        expect(await items.nth(1).getAttribute('href')).toBe('/update-password');
      },
      await sessionOf('allowed'),
    );
  });
});
