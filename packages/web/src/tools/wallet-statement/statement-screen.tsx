import '../../components/tool-page.css';
import './wallet-statement.css';
import { useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '../../document-title.ts';
import { type StatementSearch, statementSearch, toRequest } from './search.ts';
import { StatementResult } from './statement-result.tsx';
import { StatementStart } from './statement-start.tsx';

function Start({ search }: { readonly search: StatementSearch }) {
  useDocumentTitle('Wallet statement');
  return <StatementStart search={search} />;
}

/** Wallet statement: the form, or with a set in the address bar its statement. */
export function StatementScreen() {
  const search = statementSearch.parse(useSearch({ strict: false }));
  const request = toRequest(search);
  return (
    <div className="tm-page tm-stack as-page ws-page">
      {request ? (
        <StatementResult key={`${search.set} ${search.key}`} request={request} search={search} />
      ) : (
        <Start search={search} />
      )}
    </div>
  );
}
