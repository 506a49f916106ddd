import './case-people.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withdrawnEventsQuery } from '../../case-work.ts';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';

function Withdrawn({ caseId }: { readonly caseId: string }) {
  const { data, error, refetch } = useQuery(withdrawnEventsQuery(caseId));
  if (error && !data) return <ErrorPanel error={error} what="The withdrawn events" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the withdrawn events">
        <RowBars rows={2} columns={['120px', '60%']} />
      </Skeleton>
    );
  }
  if (data.items.length === 0) return <Empty>No event of this case was withdrawn.</Empty>;
  return (
    <ul className="ct-undated">
      {data.items.map(({ id, number, title, starts, mark, withdrawn }) => (
        <li key={id}>
          <EvidenceMark kind={mark} withWord /> <b className="tm-m">{number}</b> <bdi className="cp-gone">{title}</bdi>{' '}
          <span className="tm-t3">{starts === null ? 'without a time' : <Time seconds={starts} />}</span>
          {withdrawn && (
            <span className="cp-why">
              Withdrawn <Time seconds={withdrawn.at} /> by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Reported events that were taken off the timeline, with the reasons; requested when it is opened. */
export function WithdrawnEvents({ caseId }: { readonly caseId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="tm-note" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Withdrawn events</summary>
      {isOpen && <Withdrawn caseId={caseId} />}
    </details>
  );
}
