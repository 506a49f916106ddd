import {
  IconBook2,
  IconFileCertificate,
  IconHome,
  IconInfoCircle,
  IconListSearch,
  IconMail,
  IconPackage,
  IconPoint,
  IconSchool,
  IconShieldLock,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { AppLink } from '../components/app-link.tsx';
import type { Session } from '../session.ts';
import { isAdminRoom, isGroup, listPublicMenu, type PublicEntry } from './public-menu.ts';

const ICONS: Readonly<Record<string, TablerIcon>> = {
  Home: IconHome,
  Product: IconPackage,
  Training: IconSchool,
  Resources: IconBook2,
  Explorer: IconListSearch,
  'LE Portal': IconShieldLock,
  'Contact Us': IconMail,
  About: IconInfoCircle,
  Users: IconUsers,
  'Audit log': IconFileCertificate,
};
const AUDIT_LOG: PublicEntry = { path: '/audit', name: 'Audit log' };

export interface PublicSideMenuProps {
  readonly session: Session;
  readonly path: string;
  readonly isRail: boolean;
  /** Groups are closed unless one holds the page: tools follow below. */
  readonly isFolded: boolean;
  readonly onChosen?: (() => void) | undefined;
}

/** The public menu in the side bar: for people without the tools, and for administrators above them. */
export function PublicSideMenu({ session, path, isRail, isFolded, onChosen }: PublicSideMenuProps) {
  const menu = [...listPublicMenu(session), ...(session.role === 'auditor' || session.isAdmin ? [AUDIT_LOG] : [])];
  const link = (href: string, name: string, Icon: TablerIcon) => (
    <AppLink
      href={href}
      onClick={onChosen}
      title={isRail ? name : undefined}
      aria-current={path === href || isAdminRoom(path, href) ? 'page' : undefined}
    >
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <span className="label">{name}</span>
    </AppLink>
  );
  return (
    <section aria-label="Site">
      <h2>Site</h2>
      <ul>
        {menu.map((entry) => {
          const Icon = ICONS[entry.name] ?? IconPoint;
          if (!isGroup(entry)) return <li key={entry.name}>{link(entry.path, entry.name, Icon)}</li>;
          const isHere = entry.pages.some((page) => page.path === path);
          return (
            <li key={entry.name}>
              <details open={!isFolded || isHere}>
                <summary title={isRail ? entry.name : undefined}>
                  <Icon size={16} stroke={1.5} aria-hidden="true" />
                  <span className="label">{entry.name}</span>
                </summary>
                <ul>
                  {entry.pages.map((page) => (
                    <li key={page.path}>{link(page.path, page.name, IconPoint)}</li>
                  ))}
                </ul>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
