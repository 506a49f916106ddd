import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { AppLink } from '../components/app-link.tsx';
import { PartBoundary } from '../components/part-boundary.tsx';
import { ApplyPreferences } from '../session/apply-preferences.tsx';
import { hasTools, useSession } from '../session.ts';
import { ALERTS_PATH, PATHS, trackUrl } from '../url.ts';
import { AccountMenu } from './account-menu.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { FloatingParts } from './floating-parts.tsx';
import { addSubject, focusTable, useHotkeys } from './hotkeys.ts';
import { OpenedPart } from './opened-part.tsx';
import { RestrictedScreen } from './restricted-screen.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { SearchButton } from './search-button.tsx';
import { SideNav } from './side-nav.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { ALERTS_LETTER, isToolForAllowed, TOOL_MENU } from './tool-menu.ts';
import { useSettled } from './use-settled.ts';

/** Nothing is missed where the server is away when they would come. */
const LateParts = lazy(() =>
  import('./late-parts.tsx').then(
    (part) => ({ default: part.LateParts }),
    () => ({ default: () => null }),
  ),
);
const ToolSheet = lazy(() => import('./tool-sheet.tsx').then((part) => ({ default: part.ToolSheet })));

const RAIL_BELOW_PX = 1200;

/** `g` and a letter: one entry for each tool, and the alerts. */
function useJumps(): Readonly<Record<string, () => unknown>> {
  const router = useRouter();
  return useMemo(() => {
    const tools = TOOL_MENU.flatMap(({ items }) => items);
    const places = [...tools, { key: ALERTS_LETTER, path: ALERTS_PATH }];
    return Object.fromEntries(
      places.flatMap(({ key, path }) => (key ? [[`g ${key}`, () => void router.navigate({ href: path })]] : [])),
    );
  }, [router]);
}

/** Side navigation, top bar and the page of a tool. */
export function DashboardLayout() {
  const [isRail, setRail] = useState(() => window.innerWidth <= RAIL_BELOW_PX);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const jumps = useJumps();
  const keys = useMemo(() => {
    const search = () => setSearching(true);
    const view = { '?': () => setShowingKeys(true), '[': () => setRail((before) => !before) };
    return { '/': search, 'ctrl+k': search, ...view, j: focusTable, k: focusTable, a: addSubject, ...jumps };
  }, [jumps]);
  useHotkeys(keys);
  // Of the page that is shown: the address is already the next one's while that page is on its way.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const isCanvas = path.startsWith(`${PATHS.coinFlow}/`);
  // A canvas needs the width; whoever wants the navigation next to it opens it again.
  useEffect(() => {
    if (isCanvas) setRail(true);
  }, [isCanvas]);
  const session = useSession();
  const hasSettled = useSettled();
  const isRestricted = session.isKnown && !hasTools(session) && isToolForAllowed(path);
  return (
    <div className={`tm-app${isRail ? ' rail' : ''}`}>
      <a className="tm-skip" href="#main">
        Skip to content
      </a>
      <SideNav isRail={isRail} onToggle={() => setRail(!isRail)} onKeys={() => setShowingKeys(true)} />
      <div className="tm-main">
        <header className="tm-topbar">
          <button type="button" className="tm-icbtn tm-menubtn" aria-label="Menu" onClick={() => setSheetOpen(true)}>
            <IconMenu2 size={18} stroke={1.5} />
          </button>
          <SearchButton onOpen={() => setSearching(true)} />
          <span className="tm-grow" />
          <AppLink className="tm-btn quiet tm-wide" href={trackUrl()}>
            Explorer
          </AppLink>
          {hasSettled && session.isKnown && hasTools(session) && (
            <PartBoundary isQuiet>
              <Suspense fallback={null}>
                <LateParts />
              </Suspense>
            </PartBoundary>
          )}
          <ThemeToggle />
          <AccountMenu />
        </header>
        <DemoBanner />
        <main id="main" tabIndex={-1}>
          {isRestricted ? <RestrictedScreen /> : <Outlet />}
        </main>
      </div>
      <OpenedPart isOpen={isSheetOpen}>
        {(isOpen) => <ToolSheet isOpen={isOpen} onClose={() => setSheetOpen(false)} />}
      </OpenedPart>
      <FloatingParts
        place="dashboard"
        isSearching={isSearching}
        isShowingKeys={isShowingKeys}
        onSearchOpen={() => setSearching(true)}
        onSearchClose={() => setSearching(false)}
        onKeysClose={() => setShowingKeys(false)}
      />
      <ScrollToTop />
      <ApplyPreferences />
    </div>
  );
}
