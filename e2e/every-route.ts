import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { goTo } from './go-to.ts';
import { openSite } from './harness.ts';
import { findOverflow, findPageFaults } from './page-faults.ts';
import { type PersonKind, type SignedIn, signIn } from './people.ts';

export type Reader = PersonKind | 'visitor';

/** Where a path leads: its own page, the sign-in that is there instead, a page that says who may use it, or another path. */
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
  '/wallet-statement/seed',
  '/exchange-lookup',
  '/coin-flow',
  '/nft-analysis',
  '/address-monitoring',
  '/deconfliction',
  '/scam-submission',
  '/enhanced-report',
  '/agency-cases',
  '/jobs',
];
/** Of people with the dashboard it says that there is none, which the journeys of coin flow see. */
const A_FLOW = '/coin-flow/00000000-0000-4000-8000-000000000000';
const ADMINS: readonly Reader[] = ['agencyAdmin', 'platformAdmin'];

/** What the specification states about every one of its routes, for one kind of reader. */
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

async function findOutcome(page: Page, path: string): Promise<Outcome> {
  const { pathname } = new URL(page.url());
  if (pathname !== path) return { to: pathname };
  const isSignIn = (await page.getByRole('link', { name: 'Not Verified?' }).count()) > 0;
  if (isSignIn && path !== '/login') return 'sign-in';
  return (await page.getByRole('heading', { level: 1, name: 'Restricted' }).count()) > 0 ? 'restricted' : 'page';
}

/**
 * Whether axe looks at a page as this reader. A page open to all is the same for everybody inside, but for the header and its
 * menu: it is looked at as a visitor and as somebody signed in, and the others show their header on the start page. A tool
 * looks the same to all who may use it. What else is behind the sign-in is the reader's own, and looked at as each.
 */
function isLookedAt(reader: Reader, path: string): boolean {
  if (reader === 'visitor' || reader === 'allowed' || path === '/') return true;
  return ![...OPEN, PORTAL, PORTAL_INSIDE, ...FOR_ALLOWED].includes(path);
}

/** Walks every route of the specification as each of the readers, at both widths; axe looks at each kind of page in both themes. */
export function describeEveryRoute(readers: readonly Reader[]): void {
  describeWith('chromium', (chromium) => {
    const { server, visit } = openSite(chromium, { isShared: true });

    /** Walks the routes and looks at what is there: the sign-in or the word that a page is restricted only once. */
    async function walk(page: Page, reader: Reader, paths: readonly string[]) {
      const seen: (readonly [string, Outcome])[] = [];
      const findings: string[] = [];
      const looked = new Set<Outcome>();
      for (const path of paths) {
        await goTo(page, path);
        const outcome = await findOutcome(page, path);
        seen.push([path, outcome]);
        const isNew =
          outcome === 'page' ? isLookedAt(reader, path) : typeof outcome === 'string' && !looked.has(outcome);
        looked.add(outcome);
        findings.push(...(isNew ? await findPageFaults(page, path) : await findOverflow(page, path)));
      }
      return { seen, findings };
    }

    describe.each(readers)('as %s', (reader) => {
      let session: { storageState?: SignedIn } = {};
      beforeAll(async () => {
        if (reader !== 'visitor') session = { storageState: await signIn(server, reader) };
      });

      test.each(LOOKS)(
        'every route is what it should be at $width px, and no page has a fault, light or dark',
        async ({ width, height }) => {
          const wanted = listOutcomes(reader);
          const run = async (page: Page): Promise<void> => {
            const paths = wanted.map(([path]) => path);
            expect(await walk(page, reader, paths)).toEqual({ seen: wanted, findings: [] });
          };
          await visit('/', run, { viewport: { width, height }, ...session });
        },
        240_000,
      );
    });
  });
}
