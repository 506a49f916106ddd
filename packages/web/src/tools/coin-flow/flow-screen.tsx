import './coin-flow.css';
import './flow-room.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { coinFlowUrl } from '../../url.ts';
import { FlowWorkspace, preloadCanvas } from './flow-workspace.tsx';
import { flowQuery, headQuery, type OpenedFlow, versionQuery } from './queries.ts';
import { shownView } from './search.ts';
import { dropUnsaved, readUnsaved, type UnsavedFlow } from './unsaved-store.ts';

const route = getRouteApi('/dashboard/coin-flow/$flow');

if (shownView({}) === 'graph') preloadCanvas();

function Waiting() {
  return (
    <div className="cf-room" aria-busy="true">
      <Skeleton what="the coin flow">
        <div className="cf-head">
          <Bar width="240px" height={16} />
        </div>
        <div className="cf-tools">
          <Bar width="420px" height={20} />
        </div>
      </Skeleton>
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div className="tm-page tm-stack">
      <h1 className="tm-title">Coin flow</h1>
      <ErrorPanel error={error} what="This coin flow" onRetry={onRetry}>
        <p>
          <AppLink href={coinFlowUrl()}>All coin flows</AppLink>
        </p>
      </ErrorPanel>
    </div>
  );
}

/** Work of an earlier visit that did not reach the server; undefined while the browser is queried. */
function useUnsaved(opened: OpenedFlow | undefined): UnsavedFlow | null | undefined {
  const [unsaved, setUnsaved] = useState<{ readonly of: OpenedFlow; readonly found: UnsavedFlow | null }>();
  useEffect(() => {
    if (!opened) return undefined;
    let isCurrent = true;
    void readUnsaved(opened.head.id, opened.head.branch).then((found) => {
      if (isCurrent) setUnsaved({ of: opened, found: found ?? null });
    });
    return () => {
      isCurrent = false;
    };
  }, [opened]);
  return opened && unsaved?.of === opened ? unsaved.found : undefined;
}

interface OfferProps {
  readonly unsaved: UnsavedFlow;
  readonly onTake: () => void;
  readonly onDrop: () => void;
}

function Offer({ unsaved, onTake, onDrop }: OfferProps): ReactNode {
  const at = new Date(unsaved.at).toISOString().slice(0, 16).replace('T', ' ');
  return (
    <div className="tm-banner cf-banner" role="status">
      <p className="tm-grow">
        <b>Changes of {at} UTC did not reach the server.</b> This browser kept them. What is shown is as it was last
        saved.
      </p>
      <button type="button" className="tm-btn sm" onClick={onTake}>
        Bring them back
      </button>
      <button type="button" className="tm-btn sm quiet" onClick={onDrop}>
        Discard them
      </button>
    </div>
  );
}

function DraftScreen({ flow }: { readonly flow: string }) {
  const search = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(flowQuery(flow, search.branch));
  const unsaved = useUnsaved(data);
  const [taken, setTaken] = useState<UnsavedFlow | 'discarded' | undefined>(undefined);
  const [notice, setNotice] = useState<string | undefined>(undefined);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data || unsaved === undefined) return <Waiting />;
  const isFromNow = taken !== undefined && taken !== 'discarded' && taken.branch === data.head.branch;
  const shown: OpenedFlow = isFromNow ? { ...data, document: taken.document, history: taken.history } : data;
  const offer = unsaved && taken === undefined && (
    <Offer
      unsaved={unsaved}
      onTake={() => setTaken(unsaved)}
      onDrop={() => {
        setTaken('discarded');
        void dropUnsaved(flow, unsaved.branch);
      }}
    />
  );
  const head = isFromNow ? { ...data.head, revision: taken.revision } : data.head;
  return (
    <FlowWorkspace
      key={`${data.head.branch}/${isFromNow}`}
      flow={flow}
      opened={{ ...shown, head }}
      isAhead={isFromNow}
      search={search}
      version={undefined}
      notice={
        <>
          {offer}
          {notice !== undefined && (
            <div className="tm-banner cf-banner" role="status">
              <p className="tm-grow">{notice}</p>
              <button type="button" className="tm-btn sm" onClick={() => setNotice(undefined)}>
                Close
              </button>
            </div>
          )}
        </>
      }
      onBranched={(answer, draft) => {
        setNotice(answer.sentence);
        setTaken('discarded');
        client.setQueryData(flowQuery(flow, answer.head.branch).queryKey, { head: answer.head, ...draft });
        void router.navigate({ href: coinFlowUrl(flow, { ...search, branch: answer.head.branch }), replace: true });
      }}
    />
  );
}

function VersionScreen({ flow, version }: { readonly flow: string; readonly version: number }) {
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(versionQuery(flow, version));
  const head = useQuery(headQuery(flow, search.branch));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (head.error && !head.data) return <Failed error={head.error} onRetry={() => void head.refetch()} />;
  if (!data || !head.data) return <Waiting />;
  return (
    <FlowWorkspace
      key={`version ${version}`}
      flow={flow}
      opened={{ head: head.data, document: data.document, history: { cursor: 0, entries: [] } }}
      isAhead={false}
      search={search}
      version={data.version}
      notice={null}
      onBranched={() => undefined}
    />
  );
}

/** A saved coin flow: its draft on a branch, or a version as it was. */
export function FlowScreen() {
  const { flow } = route.useParams();
  const { version } = route.useSearch();
  return version === undefined ? (
    <DraftScreen key={flow} flow={flow} />
  ) : (
    <VersionScreen key={flow} flow={flow} version={version} />
  );
}
