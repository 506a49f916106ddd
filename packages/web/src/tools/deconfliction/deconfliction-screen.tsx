import '../../components/tool-page.css';
import './deconfliction.css';
import { IconArrowsExchange, IconBuilding } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { deconflictionSearch, deconflictionUrl } from './search.ts';

const VIEWS = {
  alerts: lazy(() => import('./alerts-view.tsx').then(({ AlertsView }) => ({ default: AlertsView }))),
  lists: lazy(() => import('./lists-view.tsx').then(({ ListsView }) => ({ default: ListsView }))),
  partners: lazy(() => import('./partners-view.tsx').then(({ PartnersView }) => ({ default: PartnersView }))),
  files: lazy(() => import('./files-view.tsx').then(({ FilesView }) => ({ default: FilesView }))),
  deconfliction: lazy(() => import('./interests-view.tsx').then(({ InterestsView }) => ({ default: InterestsView }))),
};

/** What changed that touches our cases, what was listed when, and who else works on the same. */
export function DeconflictionScreen() {
  const search = deconflictionSearch.parse(useSearch({ strict: false }));
  const current = search.tab ?? 'alerts';
  const View = VIEWS[current];
  const toCurrent = (tab: string) => (tab === current ? 'page' : undefined);
  useDocumentTitle('Scam/Sanction Alerts');
  return (
    <div className="tm-page tm-stack as-page">
      <div className="tm-row tm-wrap dc-head">
        <h1 className="tm-title">Scam and sanction alerts</h1>
        <AppLink className="tm-btn" aria-current={toCurrent('files')} href={deconflictionUrl({ tab: 'files' })}>
          <IconArrowsExchange size={16} stroke={1.5} aria-hidden="true" /> Exchange files
        </AppLink>
        <AppLink className="tm-btn" aria-current={toCurrent('partners')} href={deconflictionUrl({ tab: 'partners' })}>
          <IconBuilding size={16} stroke={1.5} aria-hidden="true" /> Partners
        </AppLink>
      </div>
      <Tabs
        label="Scam and sanction alerts"
        current={current === 'partners' || current === 'files' ? 'deconfliction' : current}
        items={[
          { id: 'alerts', label: 'Alerts', href: deconflictionUrl() },
          { id: 'lists', label: 'Lists', href: deconflictionUrl({ tab: 'lists' }) },
          { id: 'deconfliction', label: 'Deconfliction', href: deconflictionUrl({ tab: 'deconfliction' }) },
        ]}
      />
      <Suspense
        fallback={
          <Skeleton what="this tab">
            <RowBars rows={5} columns={['160px', '320px']} />
          </Skeleton>
        }
      >
        <View search={search} />
      </Suspense>
    </div>
  );
}
