import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { AppLink } from '../components/app-link.tsx';
import { PartBoundary } from '../components/part-boundary.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { hasTools, useSession } from '../session.ts';
import { addressSearchUrl, homeUrl } from '../url.ts';
import { DemoBanner } from './demo-banner.tsx';
import { FloatingParts, preloadPalette } from './floating-parts.tsx';
import { GroupEntry } from './group-entry.tsx';
import { addSubject, focusTable, useHotkeys } from './hotkeys.ts';
import { OpenedPart } from './opened-part.tsx';
import { ProLoginButton } from './pro-login-button.tsx';
import { PublicFooter } from './public-footer.tsx';
import { isCurrentPage, isGroup, listPublicMenu, type PublicEntry } from './public-menu.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useSettled } from './use-settled.ts';

// What floats above the page is loaded when it is first opened: the first view does not wait for it.
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })));
/** Nothing is missed where the server is away when it would come. */
const NoteVisits = lazy(() =>
  import('./note-visits.tsx').then(
    (part) => ({ default: part.NoteVisits }),
    () => ({ default: () => null }),
  ),
);
const MenuSheet = lazy(() => import('./menu-sheet.tsx').then((part) => ({ default: part.MenuSheet })));

function Entry({ entry, path }: { readonly entry: PublicEntry; readonly path: string }) {
  if (isGroup(entry)) return <GroupEntry group={entry} path={path} />;
  return (
    <AppLink href={entry.path} aria-current={isCurrentPage(path, entry.path) ? 'page' : undefined}>
      {entry.name}
    </AppLink>
  );
}

/** Top bar with the public menu, a page, the foot. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(?<=.)\/+$/, '') });
  const session = useSession();
  const { isSignedIn, isAdmin, isAllowed } = session;
  const menu = useMemo(() => listPublicMenu({ isSignedIn, isAdmin, isAllowed }), [isSignedIn, isAdmin, isAllowed]);
  const hasSettled = useSettled();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const keys = useMemo(() => {
    const search = () => setSearching(true);
    const view = { '?': () => setShowingKeys(true), j: focusTable, k: focusTable, a: addSubject };
    return { '/': search, 'ctrl+k': search, ...view };
  }, []);
  useHotkeys(keys);
  return (
    <div className="tm-public">
      <a className="tm-skip" href="#main">
        Skip to content
      </a>
      <DemoBanner />
      <header className="tm-pubbar">
        <div className="inner">
          <AppLink className="tm-brandmark" href={homeUrl()}>
            <Wordmark />
          </AppLink>
          <nav className="tm-pubnav" aria-label="Site">
            {menu.map((entry) => (
              <Entry key={entry.name} entry={entry} path={path} />
            ))}
          </nav>
          <span className="tm-grow" />
          <button
            type="button"
            className="tm-icbtn"
            aria-label="Search"
            title="Search (Ctrl K)"
            onPointerEnter={preloadPalette}
            onFocus={preloadPalette}
            onClick={() => setSearching(true)}
          >
            <IconSearch size={16} stroke={1.5} />
          </button>
          <ThemeToggle />
          <span className="tm-barbtns">
            <ProLoginButton />
            {hasTools(session) && (
              <AppLink className="tm-btn pri" href={addressSearchUrl()}>
                Open the dashboard
              </AppLink>
            )}
          </span>
          <Suspense fallback={null}>{isSignedIn && <AccountMenu />}</Suspense>
          <button type="button" className="tm-icbtn tm-menubtn" aria-label="Menu" onClick={() => setMenuOpen(true)}>
            <IconMenu2 size={18} stroke={1.5} />
          </button>
        </div>
      </header>
      <main id="main" className="tm-pubmain" tabIndex={-1}>
        {children}
      </main>
      <PublicFooter onKeys={() => setShowingKeys(true)} />
      <OpenedPart isOpen={isMenuOpen}>
        {(isOpen) => <MenuSheet menu={menu} isOpen={isOpen} onClose={() => setMenuOpen(false)} />}
      </OpenedPart>
      <FloatingParts
        place="explorer"
        isSearching={isSearching}
        isShowingKeys={isShowingKeys}
        onSearchOpen={() => setSearching(true)}
        onSearchClose={() => setSearching(false)}
        onKeysClose={() => setShowingKeys(false)}
      />
      {hasSettled && session.isKnown && hasTools(session) && (
        <PartBoundary isQuiet>
          <Suspense fallback={null}>
            <NoteVisits />
          </Suspense>
        </PartBoundary>
      )}
      <ScrollToTop />
    </div>
  );
}

/** The public site. */
export function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
