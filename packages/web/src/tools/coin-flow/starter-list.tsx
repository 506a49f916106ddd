import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { FlowStarter } from '@trailmark/api/contract/flow-graph';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { coinFlowUrl } from '../../url.ts';
import { useMethodNames } from './method-words.ts';
import { startersQuery } from './queries.ts';
import { TraceStatus } from './trace-status.tsx';
import { useTrace } from './use-trace.ts';

interface StarterRowProps {
  readonly starter: FlowStarter;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
  /** The state of its trace. */
  readonly children: ReactNode;
}

function StarterRow({ starter, isBusy, onOpen, children }: StarterRowProps) {
  const { title, sentence, shows, request, isHeld } = starter;
  const nameMethod = useMethodNames();
  return (
    <li>
      <div className="tm-grow">
        <h3>{title}</h3>
        <p className="tm-t2">{sentence}</p>
        <p className="tm-t3 tm-sm">
          {chainName(request.chain)}, {request.direction === 'forward' ? 'forward' : 'back'},{' '}
          {nameMethod(request.method)}
        </p>
        {shows.length > 0 && (
          <ul className="cf-shows" aria-label="What it shows">
            {shows.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
        {!isHeld && <p className="tm-sm cf-unheld">This installation has not indexed the blocks of this case.</p>}
      </div>
      <button
        type="button"
        className="tm-btn"
        disabled={!isHeld || isBusy}
        onClick={onOpen}
        aria-label={`Trace ${title}`}
      >
        Trace
      </button>
      {children}
    </li>
  );
}

/** Cases prepared over the bundled data: one press traces and opens them. */
export function StarterList() {
  const { data, error, refetch } = useQuery(startersQuery());
  const router = useRouter();
  const trace = useTrace();
  const [opened, setOpened] = useState<string | undefined>(undefined);
  if (error) return <ErrorPanel error={error} what="The prepared cases" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the prepared cases">
        <RowBars rows={3} columns={['260px', '64px']} />
      </Skeleton>
    );
  }
  if (data.items.length === 0) return <Empty>No prepared case comes with this server.</Empty>;
  const open = ({ id, title, request }: FlowStarter) => {
    setOpened(id);
    void trace.run(request as TraceRequest, async (answer) => {
      const { createFlowOfTrace } = await import('./trace-run.ts');
      const flow = await createFlowOfTrace(title.slice(0, 120), answer);
      await router.navigate({ href: coinFlowUrl(flow) });
    });
  };
  const isBusy = ['waiting', 'running', 'finishing'].includes(trace.state.kind);
  return (
    <ul className="cf-starters">
      {data.items.map((starter) => (
        <StarterRow key={starter.id} starter={starter} isBusy={isBusy} onOpen={() => open(starter)}>
          {opened === starter.id && <TraceStatus {...trace} kept="Nothing was saved." />}
        </StarterRow>
      ))}
    </ul>
  );
}
