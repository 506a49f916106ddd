import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { homeUrl } from '../url.ts';
import { ChainTips } from './chain-tips.tsx';
import { TOOL_MENU } from './tool-menu.ts';
import { Wordmark } from './wordmark.tsx';

export interface SideNavProps {
  readonly isRail: boolean;
  readonly onToggle: () => void;
  readonly onKeys?: () => void;
  /** In the sheet of a phone: no collapse button; a chosen item closes it. */
  readonly onChosen?: () => void;
}

/** The dashboard's navigation: 350 px, or a rail of 56. */
export function SideNav({ isRail, onToggle, onKeys, onChosen }: SideNavProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isSheet = onChosen !== undefined;
  const Toggle = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = `${isRail ? 'Expand' : 'Collapse'} navigation`;
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
      {TOOL_MENU.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {items.map(({ path: itemPath, name, Icon, key, planned }) => (
              <li key={itemPath}>
                <AppLink
                  href={itemPath}
                  onClick={onChosen}
                  className={planned ? 'planned' : undefined}
                  title={isRail ? name : undefined}
                  aria-current={path === itemPath || path.startsWith(`${itemPath}/`) ? 'page' : undefined}
                >
                  <Icon size={16} stroke={1.5} aria-hidden="true" />
                  <span className="label">{name}</span>
                  {key && !isSheet && (
                    <span className="keys" aria-hidden="true">
                      g {key}
                    </span>
                  )}
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="tm-navfoot">
        <ChainTips />
        <p className="tm-t3">Local session: this server answers only this machine.</p>
        {onKeys && (
          <button type="button" className="tm-linkbtn" onClick={onKeys}>
            Keys of this view <kbd>?</kbd>
          </button>
        )}
      </div>
    </nav>
  );
}
