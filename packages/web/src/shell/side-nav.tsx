import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { hasTools, useSession } from '../session.ts';
import { homeUrl } from '../url.ts';
import { ChainTips } from './chain-tips.tsx';
import { PublicSideMenu } from './public-side-menu.tsx';
import { TOOL_MENU, type ToolSection } from './tool-menu.ts';

export interface SideNavProps {
  readonly isRail: boolean;
  readonly onToggle: () => void;
  readonly onKeys?: () => void;
  /** In the sheet of a phone: no collapse button; a chosen item closes it. */
  readonly onChosen?: (() => void) | undefined;
}

interface ToolSectionsProps {
  readonly sections: readonly ToolSection[];
  readonly path: string;
  readonly isRail: boolean;
  readonly onChosen?: (() => void) | undefined;
}

function ToolSections({ sections, path, isRail, onChosen }: ToolSectionsProps) {
  return sections.map(({ title, items }) => (
    <section key={title} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {items.map(({ path: itemPath, name, Icon, key }) => (
          <li key={itemPath}>
            <AppLink
              href={itemPath}
              onClick={onChosen}
              title={isRail ? name : undefined}
              aria-current={path === itemPath || path.startsWith(`${itemPath}/`) ? 'page' : undefined}
            >
              <Icon size={16} stroke={1.5} aria-hidden="true" />
              <span className="label">{name}</span>
              {key && !onChosen && (
                <span className="keys" aria-hidden="true">
                  g {key}
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** The dashboard's navigation: 350 px, or a rail of 56. Its content depends on who is signed in. */
export function SideNav({ isRail, onToggle, onKeys, onChosen }: SideNavProps) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(?<=.)\/+$/, '') });
  const session = useSession();
  const isSheet = onChosen !== undefined;
  const Toggle = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = `${isRail ? 'Expand' : 'Collapse'} navigation`;
  const isForTools = hasTools(session);
  return (
    <nav className="tm-nav" aria-label="Tools">
      <div className="tm-nav-top">
        <AppLink className="tm-brandmark" href={homeUrl()} onClick={onChosen}>
          <Wordmark markOnly={isRail} />
        </AppLink>
        {!isSheet && (
          <button
            type="button"
            className="tm-icbtn"
            aria-label={toggleLabel}
            title={`${toggleLabel} ( [ )`}
            onClick={onToggle}
          >
            <Toggle size={16} stroke={1.5} />
          </button>
        )}
      </div>
      {(session.isAdmin || !isForTools) && (
        <PublicSideMenu session={session} path={path} isRail={isRail} isFolded={isForTools} onChosen={onChosen} />
      )}
      {isForTools && <ToolSections sections={TOOL_MENU} path={path} isRail={isRail} onChosen={onChosen} />}
      <div className="tm-navfoot">
        {isForTools && <ChainTips />}
        {session.me?.account && <p className="tm-t3">{session.me.account.agency.name}</p>}
        {onKeys && (
          <button type="button" className="tm-linkbtn" onClick={onKeys}>
            Keys of this view <kbd>?</kbd>
          </button>
        )}
      </div>
    </nav>
  );
}
