import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { endSession } from '../../session/sign-out.ts';
import { describeAgent } from './describe-agent.ts';
import { type SessionItem, sessionsQuery } from './queries.ts';
import './account-parts.css';

export interface SessionListProps {
  readonly items: readonly SessionItem[];
  readonly isBusy: boolean;
  readonly onEnd: (id: string) => void;
}

/** Living sessions, this one first. */
export function SessionList({ items, isBusy, onEnd }: SessionListProps) {
  const sorted = items.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <ul className="tm-rows">
      {sorted.map(({ id, isCurrent, startedAt, activeAt, source, agent }) => {
        const device = describeAgent(agent);
        return (
          <li key={id}>
            <span className="tm-grow">
              <b title={agent.slice(0, 300)}>{device}</b>
              {isCurrent && ' (this session)'}
              <span className="tm-t3">
                From {source}, since <UtcTime iso={startedAt} />, last active <UtcTime iso={activeAt} />
              </span>
            </span>
            {!isCurrent && (
              <button
                type="button"
                className="tm-btn sm"
                disabled={isBusy}
                aria-label={`End session: ${device} from ${source}`}
                onClick={() => onEnd(id)}
              >
                End session
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Own sessions, and how to end them. Queries the server itself. */
export function SessionPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery());
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => api.call('endSession', { params: { id }, body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const everywhere = useMutation({ mutationFn: () => endSession(true) });
  if (error) return <ErrorPanel error={error} what="The list of sessions" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="sessions">
        <RowBars rows={2} columns={['40%', '20%']} />
      </Skeleton>
    );
  }
  const failure = end.error ?? everywhere.error;
  return (
    <div className="tm-factors">
      <SessionList items={data.items} isBusy={end.isPending} onEnd={(id) => end.mutate(id)} />
      {failure && <ErrorPanel error={failure} what="Ending the session" />}
      <p>
        <button type="button" className="tm-btn" disabled={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </button>
      </p>
    </div>
  );
}
