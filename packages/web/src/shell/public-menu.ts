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
  {
    path: '/login',
    name: 'Sign-in',
    planned: 'This version has no accounts: the server answers only this machine, and the dashboard is open on it.',
  },
  { path: '/register', name: 'Create an account', planned: 'This version has no accounts.' },
  { path: '/forgot-password', name: 'Forgotten password', planned: 'This version has no accounts.' },
  { path: '/re-verification', name: 'Verification', planned: 'This version has no accounts.' },
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
  return [...listed.filter(({ planned }) => planned !== undefined), ...UNLISTED];
}
