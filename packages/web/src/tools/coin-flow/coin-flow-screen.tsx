import './coin-flow.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { ImportFlow } from './import-flow.tsx';
import { methodsQuery } from './queries.ts';
import { SavedFlows } from './saved-flows.tsx';
import type { CoinFlowSearch } from './search.ts';
import { StartForm } from './start-form.tsx';
import { StarterList } from './starter-list.tsx';

const route = getRouteApi('/dashboard/coin-flow');

/** Few links state rules: what reads them is loaded then. */
function rulesQuery(text: string | undefined) {
  return {
    queryKey: ['flow-rules', text],
    queryFn: async () => (await import('./read-rules.ts')).readRules(text),
    enabled: text !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  };
}

function Start({ search }: { readonly search: CoinFlowSearch }) {
  const { data, error, refetch } = useQuery(methodsQuery());
  const linked = useQuery(rulesQuery(search.rules));
  if (error) return <ErrorPanel error={error} what="The tracing methods" onRetry={() => void refetch()} />;
  if (data && !linked.isLoading)
    return (
      <StartForm
        key={`${search.start}/${search.chain}/${search.rules}`}
        search={search}
        methods={data.items}
        rules={linked.data}
      />
    );
  return (
    <Skeleton what="the form">
      <div className="cf-start">
        <Bar width="100%" height={56} />
        <Bar width="60%" />
        <Bar width="100%" height={160} />
        <Bar width="112px" height={32} />
      </div>
    </Skeleton>
  );
}

/** Coin flow: start a trace, open a prepared case or a saved flow, or import one. */
export function CoinFlowScreen() {
  const search = route.useSearch();
  useDocumentTitle('Coin flow');
  return (
    <div className="tm-page tm-stack cf-page">
      <h1 className="tm-title">Coin flow</h1>
      <div className="cf-halves">
        <section aria-labelledby="cf-h-start">
          <h2 className="tm-h" id="cf-h-start">
            Start a trace
          </h2>
          <Start search={search} />
        </section>
        <div className="cf-side">
          <section aria-labelledby="cf-h-cases">
            <h2 className="tm-h" id="cf-h-cases">
              Prepared cases
            </h2>
            <StarterList />
          </section>
          <section aria-labelledby="cf-h-saved">
            <h2 className="tm-h" id="cf-h-saved">
              Saved flows
            </h2>
            <SavedFlows />
          </section>
          <section aria-labelledby="cf-h-import">
            <h2 className="tm-h" id="cf-h-import">
              Import a flow
            </h2>
            <ImportFlow />
          </section>
        </div>
      </div>
    </div>
  );
}
