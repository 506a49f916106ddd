import { Drawer, Menu } from '@mantine/core';
import { IconChevronDown, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { AppLink } from '../components/app-link.tsx';
import { hasTools, useSession } from '../session.ts';
import { addressSearchUrl, homeUrl } from '../url.ts';
import { AccountMenu } from './account-menu.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { focusTable, useHotkeys } from './hotkeys.ts';
import { KeySheet } from './key-sheet.tsx';
import { ProLoginButton } from './pro-login-button.tsx';
import { PublicFooter } from './public-footer.tsx';
import { isGroup, listPublicMenu, type PublicEntry, type PublicGroup } from './public-menu.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { SearchPalette } from './search-palette.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

function isCurrent(path: string, entryPath: string): boolean {
  return path === entryPath || (entryPath !== '/' && path.startsWith(`${entryPath}/`));
}

function GroupMenu({ group, path }: { readonly group: PublicGroup; readonly path: string }) {
  const isHere = group.pages.some((page) => isCurrent(path, page.path));
  return (
    <Menu
      position="bottom-start"
      offset={6}
      shadow="md"
      // The placeholder is an element that a menu may not hold.
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: 'tm-menu' }}
    >
      <Menu.Target>
        <button type="button" className={isHere ? 'here' : undefined}>
          {group.name}
          <IconChevronDown size={13} stroke={1.5} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {group.pages.map((page) => (
          <Menu.Item key={page.path} component={AppLink} href={page.path}>
            {page.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry, path }: { readonly entry: PublicEntry; readonly path: string }) {
  if (isGroup(entry)) return <GroupMenu group={entry} path={path} />;
  return (
    <AppLink href={entry.path} aria-current={isCurrent(path, entry.path) ? 'page' : undefined}>
      {entry.name}
    </AppLink>
  );
}

interface MenuSheetProps {
  readonly menu: readonly PublicEntry[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function MenuSheet({ menu, isOpen, onClose }: MenuSheetProps) {
  const session = useSession();
  const pages = menu.map((entry) => (isGroup(entry) ? entry : { name: '', pages: [entry] }));
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="100%"
      title={<Wordmark />}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      <nav className="tm-pubsheet" aria-label="Site">
        {pages.map(({ name, pages: items }, i) => (
          <section key={name || items[0]?.path || i}>
            {name && <h2>{name}</h2>}
            {items.map((page) => (
              <AppLink key={page.path} href={page.path} onClick={onClose}>
                {page.name}
              </AppLink>
            ))}
          </section>
        ))}
        {hasTools(session) && (
          <AppLink className="tm-btn pri" href={addressSearchUrl()} onClick={onClose}>
            Open the dashboard
          </AppLink>
        )}
        <ProLoginButton onClick={onClose} />
      </nav>
    </Drawer>
  );
}

/** Top bar with the public menu, a page, the foot. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(?<=.)\/+$/, '') });
  const session = useSession();
  const { isSignedIn, isAdmin, isAllowed } = session;
  const menu = useMemo(() => listPublicMenu({ isSignedIn, isAdmin, isAllowed }), [isSignedIn, isAdmin, isAllowed]);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const keys = useMemo(() => {
    const search = () => setSearching(true);
    return { '/': search, 'ctrl+k': search, '?': () => setShowingKeys(true), j: focusTable, k: focusTable };
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
          {isSignedIn && <AccountMenu />}
          <button type="button" className="tm-icbtn tm-menubtn" aria-label="Menu" onClick={() => setMenuOpen(true)}>
            <IconMenu2 size={18} stroke={1.5} />
          </button>
        </div>
      </header>
      <main id="main" className="tm-pubmain" tabIndex={-1}>
        {children}
      </main>
      <PublicFooter onKeys={() => setShowingKeys(true)} />
      <MenuSheet menu={menu} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <SearchPalette isOpen={isSearching} place="explorer" onClose={() => setSearching(false)} />
      <KeySheet isOpen={isShowingKeys} place="explorer" onClose={() => setShowingKeys(false)} />
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
