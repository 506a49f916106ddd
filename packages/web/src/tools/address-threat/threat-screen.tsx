import '../../components/chart/chart.css';
import '../../components/tool-page.css';
import './address-threat.css';
import { useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '../../document-title.ts';
import { ResultScreen } from './result-screen.tsx';
import { toRequest } from './screening-request.ts';
import { type ThreatSearch, threatSearch } from './search.ts';
import { SensitivityScreen } from './sensitivity-screen.tsx';
import { ThreatStart } from './threat-start.tsx';

function Start({ search }: { readonly search: ThreatSearch }) {
  useDocumentTitle('Address threat analysis');
  return <ThreatStart search={search} />;
}

/** Address threat analysis: the form, or with a subject in the address bar its verdict or the sensitivity of that. */
export function ThreatScreen() {
  const search = threatSearch.parse(useSearch({ strict: false }));
  const request = toRequest(search);
  const key = JSON.stringify([search.chain, search.address, search.tx]);
  return (
    <div className="tm-page tm-stack as-page th-page">
      {request === undefined && <Start search={search} />}
      {request && search.view === undefined && <ResultScreen key={key} request={request} search={search} />}
      {request && search.view === 'sensitivity' && <SensitivityScreen key={key} request={request} search={search} />}
    </div>
  );
}
