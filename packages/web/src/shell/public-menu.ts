export interface PublicPage {
  readonly path: string;
  readonly name: string;
  /** Absent for pages that exist. What the page will hold. */
  readonly planned?: string;
}

export interface PublicGroup {
  readonly name: string;
  readonly pages: readonly PublicPage[];
}

export type PublicEntry = PublicPage | PublicGroup;

export function isGroup(entry: PublicEntry): entry is PublicGroup {
  return 'pages' in entry;
}

const COURSES = 'It will describe the course and its dates.';

/** The public menu for visitors who are not signed in; names, routes and order are fixed by the specification. */
export const PUBLIC_MENU: readonly PublicEntry[] = [
  { path: '/', name: 'Home' },
  {
    name: 'Product',
    pages: [
      {
        path: '/products/Tools',
        name: 'Tools',
        planned: 'It will describe the dashboard tools, what each shows and what it cannot show.',
      },
      {
        path: '/products/CryptoWallets',
        name: 'CryptoWallets',
        planned: 'It will describe the kinds of wallets an investigator meets.',
      },
    ],
  },
  {
    name: 'Training',
    pages: [
      { path: '/training', name: 'Training', planned: 'It will describe the courses.' },
      { path: '/training/schedule', name: 'Training schedule', planned: 'It will list the dates of the courses.' },
      { path: '/training/cryptocurrencyessentials', name: 'Cryptocurrency Essentials', planned: COURSES },
      { path: '/training/intermediate', name: 'Intermediate', planned: COURSES },
      { path: '/training/AdvancedCrypto', name: 'Advanced Crypto', planned: COURSES },
    ],
  },
  {
    name: 'Resources',
    pages: [
      { path: '/resources/publications', name: 'Publications', planned: 'It will list papers on the methods.' },
      {
        path: '/resources/caseStudies',
        name: 'Case Studies',
        planned: 'It will walk through public cases, step by step.',
      },
    ],
  },
  { path: '/Track', name: 'Explorer' },
  { path: '/resources/le-portal', name: 'LE Portal', planned: 'It will hold the material for verified agencies.' },
  { path: '/Support/contactUS', name: 'Contact Us', planned: 'It will hold a contact form.' },
  { path: '/about-us', name: 'About', planned: 'It will say who makes Trailmark and under which licence.' },
];

/** Pages that no menu shows but that the specification names. */
const UNLISTED: readonly PublicPage[] = [
  { path: '/access/training', name: 'Training', planned: 'It will hold the course material for verified accounts.' },
  { path: '/access/training/cryptocurrencyessentials', name: 'Cryptocurrency Essentials', planned: COURSES },
  { path: '/access/training/intermediate', name: 'Intermediate', planned: COURSES },
  {
    path: '/training/TrainingEnrolledUsers',
    name: 'Training Enrolled Users',
    planned: 'It will list enrolled users, for administrators.',
  },
  { path: '/resources_noallow/le-portal', name: 'LE Portal', planned: 'It will say how an agency gets access.' },
  {
    path: '/admin-users',
    name: 'Users',
    planned: 'It will list the accounts, for administrators, once accounts exist.',
  },
];

/** Every public page that this version does not have. */
export function listPlannedPages(): readonly PublicPage[] {
  const listed = PUBLIC_MENU.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry]));
  return [...listed, ...UNLISTED].filter(({ planned }) => planned !== undefined);
}

/** What the menu of a person depends on. */
export interface MenuReader {
  readonly isSignedIn: boolean;
  readonly isAdmin: boolean;
  readonly isAllowed: boolean;
}

/** Pages that have a variant for people who are signed in. */
const WITH_ACCESS = new Set(['/training', '/training/cryptocurrencyessentials', '/training/intermediate']);
const LE_PORTAL = '/resources/le-portal';
const ENROLLED_USERS: PublicPage = { path: '/training/TrainingEnrolledUsers', name: 'Training Enrolled Users' };
const USERS: PublicPage = { path: '/admin-users', name: 'Users' };

function toPageFor({ isSignedIn, isAdmin, isAllowed }: MenuReader): (page: PublicPage) => PublicPage {
  return (page) => {
    if (isSignedIn && WITH_ACCESS.has(page.path)) return { ...page, path: `/access${page.path}` };
    if (page.path === LE_PORTAL && isSignedIn && !isAllowed && !isAdmin) {
      return { ...page, path: '/resources_noallow/le-portal' };
    }
    return page;
  };
}

/** The public menu as the specification varies it by who is at the page. */
export function listPublicMenu(reader: MenuReader): readonly PublicEntry[] {
  const toPage = toPageFor(reader);
  const menu = PUBLIC_MENU.map((entry): PublicEntry => {
    if (!isGroup(entry)) return toPage(entry);
    const isTraining = entry.name === 'Training';
    const extra = isTraining && reader.isAdmin ? [ENROLLED_USERS] : [];
    return { ...entry, pages: [...entry.pages.map(toPage), ...extra] };
  });
  return reader.isAdmin ? [...menu, USERS] : menu;
}
