export interface PublicPage {
  readonly path: string;
  readonly name: string;
}

export interface PublicGroup {
  readonly name: string;
  readonly pages: readonly PublicPage[];
}

export type PublicEntry = PublicPage | PublicGroup;

export function isGroup(entry: PublicEntry): entry is PublicGroup {
  return 'pages' in entry;
}

/** The public menu for visitors who are not signed in; names, routes and order are fixed by the specification. */
export const PUBLIC_MENU: readonly PublicEntry[] = [
  { path: '/', name: 'Home' },
  {
    name: 'Product',
    pages: [
      { path: '/products/Tools', name: 'Tools' },
      { path: '/products/CryptoWallets', name: 'CryptoWallets' },
    ],
  },
  {
    name: 'Training',
    pages: [
      { path: '/training', name: 'Training' },
      { path: '/training/schedule', name: 'Training schedule' },
      { path: '/training/cryptocurrencyessentials', name: 'Cryptocurrency Essentials' },
      { path: '/training/intermediate', name: 'Intermediate' },
      { path: '/training/AdvancedCrypto', name: 'Advanced Crypto' },
    ],
  },
  {
    name: 'Resources',
    pages: [
      { path: '/resources/publications', name: 'Publications' },
      { path: '/resources/caseStudies', name: 'Case Studies' },
    ],
  },
  { path: '/Track', name: 'Explorer' },
  { path: '/resources/le-portal', name: 'LE Portal' },
  { path: '/Support/contactUS', name: 'Contact Us' },
  { path: '/about-us', name: 'About' },
];

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

/** Whether the entry is the users, from which the page that is shown is reached: every room of administration. */
export function isAdminRoom(path: string, entryPath: string): boolean {
  return entryPath === USERS.path && path.startsWith('/admin-');
}

/** Whether a page of the menu is the one that is shown, or holds it. */
export function isCurrentPage(path: string, entryPath: string): boolean {
  return isAdminRoom(path, entryPath) || path === entryPath || (entryPath !== '/' && path.startsWith(`${entryPath}/`));
}
