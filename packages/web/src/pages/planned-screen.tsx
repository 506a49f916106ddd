import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { useDocumentTitle } from '../document-title.ts';
import { listPlannedTools } from '../shell/tool-menu.ts';
import { addressSearchUrl, trackUrl } from '../url.ts';

/** What each tool that is not there yet will do. */
const WILL_DO: Readonly<Record<string, string>> = {};

/** The honest page of a tool that has a place in the menu and is not there yet. */
export function PlannedScreen() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const title = listPlannedTools().find((tool) => tool.path === path)?.name ?? '';
  useDocumentTitle(title);
  return (
    <div className="tm-page tm-planned">
      <h1 className="tm-title">{title}</h1>
      <p>
        <b>This tool is not in this version.</b> {WILL_DO[path]}
      </p>
      <p className="tm-t3">
        What works today: <AppLink href={trackUrl()}>the explorer</AppLink> and{' '}
        <AppLink href={addressSearchUrl()}>Address History Search</AppLink>.
      </p>
    </div>
  );
}
