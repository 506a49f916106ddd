import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../account/utc-time.tsx';
import { sessionsQuery } from './queries.ts';

type SessionItem = Answer<'listSessions'>['items'][number];

function SessionLine({ item, onEnd, isEnding }: { item: SessionItem; onEnd: () => void; isEnding: boolean }) {
  return (
    <li>
      <div>
        <b className="tm-m">{item.isCurrent ? 'This session' : 'Another session'}</b>{' '}
        <span className="tm-t3">from {item.source === '' ? 'an unknown address' : item.source}</span>
        <p className="tm-sm tm-t3 agent" title={item.agent}>
          {item.agent || 'The browser did not say what it is.'}
        </p>
        <p className="tm-sm tm-t3">
          Began <UtcTime iso={item.startedAt} />, last used <UtcTime iso={item.activeAt} />
        </p>
      </div>
      {!item.isCurrent && (
        <button type="button" className="tm-btn sm" disabled={isEnding} onClick={onEnd}>
          End
        </button>
      )}
    </li>
  );
}

/** Own living sessions: ending one of them, or all. */
export function SessionsSection() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery());
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: (id: string) => api.call('endSession', { params: { id }, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const leaving = useMutation({
    mutationFn: () => api.call('logout', { body: { everywhere: true } }),
    // Whatever the page still holds belongs to the session that has ended.
    onSuccess: () => window.location.assign('/login'),
  });
  const failure = ending.error ?? leaving.error;
  return (
    <section className="up-section" aria-labelledby="up-sessions">
      <h2 className="tm-h" id="up-sessions">
        Sessions
      </h2>
      {error && <ErrorPanel error={error} what="The list of sessions" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="sessions">
          <RowBars rows={2} columns={['200px', '80px']} />
        </Skeleton>
      )}
      {data && (
        <ul className="up-list">
          {data.items.map((item) => (
            <SessionLine key={item.id} item={item} isEnding={ending.isPending} onEnd={() => ending.mutate(item.id)} />
          ))}
        </ul>
      )}
      {failure && <ErrorPanel error={failure} what="The change" />}
      {isAsking ? (
        <div className="tm-row tm-wrap">
          <span>End all sessions, this one too?</span>
          <button type="button" className="tm-btn sm" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
            Log out everywhere
          </button>
          <button type="button" className="tm-btn quiet sm" onClick={() => setAsking(false)}>
            Keep them
          </button>
        </div>
      ) : (
        <button type="button" className="tm-btn up-start" onClick={() => setAsking(true)}>
          Log out everywhere…
        </button>
      )}
    </section>
  );
}
