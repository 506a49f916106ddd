import '../../components/chart/chart.css';
import '../../components/tool-page.css';
import './address-threat.css';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useDocumentTitle } from '../../document-title.ts';
import { ResultScreen } from './result-screen.tsx';
import { toRequest } from './screening-request.ts';
import { type ThreatSearch, threatSearch } from './search.ts';
import { SensitivityScreen } from './sensitivity-screen.tsx';
import { ThreatStart } from './threat-start.tsx';

const AppealsScreen = lazy(() =>
  import('./appeals/appeals-screen.tsx').then((part) => ({ default: part.AppealsScreen })),
);
const BatchScreen = lazy(() => import('./batch/batch-screen.tsx').then((part) => ({ default: part.BatchScreen })));
const BatchesScreen = lazy(() =>
  import('./batch/batches-screen.tsx').then((part) => ({ default: part.BatchesScreen })),
);
const StoredList = lazy(() => import('./stored/stored-list.tsx').then((part) => ({ default: part.StoredList })));
const StoredScreen = lazy(() => import('./stored/stored-screen.tsx').then((part) => ({ default: part.StoredScreen })));
const DifferenceScreen = lazy(() =>
  import('./stored/difference-screen.tsx').then((part) => ({ default: part.DifferenceScreen })),
);

function Start({ search }: { readonly search: ThreatSearch }) {
  useDocumentTitle('Address threat analysis');
  return <ThreatStart search={search} />;
}

/** What was kept: a batch, a stored screening, or the lists of them. */
function Kept({ search }: { readonly search: ThreatSearch }) {
  const { batch, stored, earlier, view } = search;
  if (batch !== undefined) return <BatchScreen key={batch} id={batch} />;
  if (stored !== undefined && earlier !== undefined) return <DifferenceScreen later={stored} earlier={earlier} />;
  if (stored !== undefined) return <StoredScreen key={stored} id={stored} search={search} />;
  if (view === 'appeals') return <AppealsScreen />;
  return view === 'batches' ? <BatchesScreen /> : <StoredList />;
}

function isKept({ batch, stored, view }: ThreatSearch): boolean {
  return batch !== undefined || stored !== undefined || view === 'batches' || view === 'stored' || view === 'appeals';
}

/** What the address bar says: a subject has its verdict or the sensitivity of that; without one there is the form. */
function Asked({ search }: { readonly search: ThreatSearch }) {
  const request = toRequest(search);
  const key = JSON.stringify([search.chain, search.address, search.tx]);
  if (request === undefined) return <Start search={search} />;
  if (search.view === 'sensitivity') return <SensitivityScreen key={key} request={request} search={search} />;
  return <ResultScreen key={key} request={request} search={search} />;
}

/** Address threat analysis: the form, a verdict with what is behind it, and what was kept. */
export function ThreatScreen() {
  const search = threatSearch.parse(useSearch({ strict: false }));
  return (
    <div className="tm-page tm-stack as-page th-page">
      {isKept(search) ? (
        <Suspense fallback={null}>
          <Kept search={search} />
        </Suspense>
      ) : (
        <Asked search={search} />
      )}
    </div>
  );
}
