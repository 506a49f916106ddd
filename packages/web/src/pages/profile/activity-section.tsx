import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEventAnswer } from '@trailmark/api/contract/audit';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { ACTIVITY_PAGE, ownEventsQuery } from './queries.ts';

const OUTCOMES: Readonly<Record<AuditEventAnswer['outcome'], string>> = {
  success: '',
  denied: 'denied',
  failed: 'failed',
};

function Activity({ event: { at, action, outcome, object, source } }: { readonly event: AuditEventAnswer }) {
  return (
    <li>
      <div className="up-activity">
        <span>
          <span className="tm-mono">{action}</span> {outcome !== 'success' && <b>{OUTCOMES[outcome]}</b>}
        </span>
        {object && (
          <span className="tm-sm tm-t3 agent" title={`${object.kind} ${object.id}`}>
            {object.kind} <bdi className="tm-mono">{object.id}</bdi>
          </span>
        )}
        <span className="tm-sm tm-t3">
          <UtcTime iso={at} />
          {source && `, from ${source.address}`}
        </span>
      </div>
    </li>
  );
}

/** What the audit log holds of the own account. */
export function ActivitySection() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ownEventsQuery());
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="up-section" aria-labelledby="up-activity">
      <h2 className="tm-h" id="up-activity">
        Recent activity
      </h2>
      <p className="help">
        What the audit log contains about your account. If something here was not you, sign out everywhere, update your
        password and tell an administrator.
      </p>
      {error && <ErrorPanel error={error} what="Your activity" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="your activity">
          <RowBars rows={4} columns={['60%', '30%']} />
        </Skeleton>
      )}
      {data && events.length === 0 && <Empty>Nothing is logged yet.</Empty>}
      {events.length > 0 && (
        <ul className="up-list">
          {events.map((event) => (
            <Activity key={event.id} event={event} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="tm-btn sm up-start"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading' : `Load ${ACTIVITY_PAGE} more`}
        </button>
      )}
    </section>
  );
}
