import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';
import { findPageFaults } from './page-faults.ts';
import { type PersonKind, type SignedIn, signIn } from './people.ts';

export type Reader = PersonKind | 'visitor';

/** Where a path leads: its own page, the sign-in that stands there instead, a page that says who may use it, or another path. */
export type Outcome = 'page' | 'sign-in' | 'restricted' | { readonly to: string };

const LOOKS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const OPEN = [
  '/',
  '/products/Tools',
  '/products/CryptoWallets',
  '/training',
  '/training/schedule',
  '/training/cryptocurrencyessentials',
  '/training/intermediate',
  '/training/AdvancedCrypto',
  '/resources/publications',
  '/resources/caseStudies',
  '/Track',
  '/Support/contactUS',
  '/about-us',
  '/login',
  '/register',
  '/forgot-password',
  '/re-verification',
];
const PORTAL = '/resources/le-portal';
const PORTAL_INSIDE = '/access/resources/le-portal/';
const PORTAL_RESTRICTED = '/resources_noallow/le-portal';
const SIGNED_IN = [
  '/access/training',
  '/access/training/cryptocurrencyessentials',
  '/access/training/intermediate',
  PORTAL_RESTRICTED,
  '/support',
  '/profile',
  '/video-tutorials',
  '/subscription',
  '/update-password',
];
const FOR_ADMINS = ['/training/TrainingEnrolledUsers', '/admin-users'];
const FOR_ALLOWED = [
  '/address-search',
  '/address-threat',
  '/wallet-statement',
  '/exchange-lookup',
  '/coin-flow',
  '/nft-analysis',
  '/address-monitoring',
  '/deconfliction',
  '/scam-submission',
  '/enhanced-report',
  '/agency-cases',
];
/** Of people with the dashboard it says that there is none, which the journeys of coin flow see. */
const A_FLOW = '/coin-flow/00000000-0000-4000-8000-000000000000';
const ADMINS: readonly Reader[] = ['agencyAdmin', 'platformAdmin'];

/** What the specification says of every one of its routes, for one kind of reader. */
export function listOutcomes(reader: Reader): readonly (readonly [path: string, outcome: Outcome])[] {
  const isVisitor = reader === 'visitor';
  const isAdmin = ADMINS.includes(reader);
  const hasTools = isAdmin || reader === 'allowed';
  const behind = (outcome: Outcome): Outcome => (isVisitor ? 'sign-in' : outcome);
  return [
    ...OPEN.map((path) => [path, 'page'] as const),
    ...SIGNED_IN.map((path) => [path, behind('page')] as const),
    ...FOR_ADMINS.map((path) => [path, behind(isAdmin ? 'page' : { to: '/' })] as const),
    ...FOR_ALLOWED.map((path) => [path, behind(hasTools ? 'page' : 'restricted')] as const),
    ...(hasTools ? [] : [[A_FLOW, behind('restricted')] as const]),
    [PORTAL, isVisitor || hasTools ? 'page' : { to: PORTAL_RESTRICTED }],
    [PORTAL_INSIDE, behind(hasTools ? 'page' : { to: PORTAL_RESTRICTED })],
  ];
}

/** Longer than the router leaves the last page standing while the next one loads. */
const HANDOVER_MS = 150;

/** Goes to a path inside the application, as a link does, and waits until the page there is complete. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(
    ([to, ms]) => {
      window.history.pushState({}, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
      return new Promise((resolve) => setTimeout(resolve, ms));
    },
    [path, HANDOVER_MS] as const,
  );
  await page.waitForFunction(() => {
    const unfinished = '.tm-skel, .tm-spinner, .tm-spinnerpage, [aria-busy="true"]';
    return document.querySelector('main h1') !== null && document.querySelector(unfinished) === null;
  });
}

async function findOutcome(page: Page, path: string): Promise<Outcome> {
  const { pathname } = new URL(page.url());
  if (pathname !== path) return { to: pathname };
  const isSignIn = (await page.getByRole('link', { name: 'Not Verified?' }).count()) > 0;
  if (isSignIn && path !== '/login') return 'sign-in';
  return (await page.getByRole('heading', { level: 1, name: 'Restricted' }).count()) > 0 ? 'restricted' : 'page';
}

/** Walks every route of the specification as each of the readers, in both themes and at both widths. */
export function describeEveryRoute(readers: readonly Reader[]): void {
  describeWith('chromium', (chromium) => {
    const { server, visit } = openSite(chromium, { flags: ['--demo'] });
    const sessions = new Map<Reader, SignedIn>();
    const sessionOf = async (reader: Reader) => {
      if (reader === 'visitor') return {};
      const storageState = sessions.get(reader) ?? (await signIn(server, reader));
      sessions.set(reader, storageState);
      return { storageState };
    };

    describe.each(readers)('as %s', (reader) => {
      test.each(LOOKS)(
        'every route is what it should be at $width px, light and dark',
        async ({ width, height }) => {
          const wanted = listOutcomes(reader);
          const seen: (readonly [string, Outcome])[] = [];
          const findings: string[] = [];
          const looked = new Set<string>();
          const options = {
            viewport: { width, height },
            reducedMotion: 'reduce',
            ...(await sessionOf(reader)),
          } as const;
          await visit(
            '/',
            async (page) => {
              for (const [path] of wanted) {
                await go(page, path);
                const outcome = await findOutcome(page, path);
                seen.push([path, outcome]);
                // The sign-in that stands in for a page, and the word that it is restricted, are looked at once.
                if (outcome !== 'page' && looked.has(JSON.stringify(outcome))) continue;
                looked.add(JSON.stringify(outcome));
                findings.push(...(await findPageFaults(page, path)));
              }
            },
            options,
          );
          expect(seen).toEqual(wanted);
          expect(findings).toEqual([]);
        },
        240_000,
      );
    });
  });
}
