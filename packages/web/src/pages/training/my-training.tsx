import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Enrolment } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { scheduleUrl } from '../../url.ts';
import { certificateUrl, myTrainingQuery, refreshTraining, sessionCalendarUrl } from './queries.ts';
import { formatDay, formatFailure, formatIn, STATE_NAMES } from './training-words.ts';

function GiveUp({ enrolment }: { readonly enrolment: Enrolment }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.call('cancelEnrolment', { params: { enrolment: enrolment.id }, body: {} }),
    onSettled: () => refreshTraining(client),
  });
  const [isAsking, setAsking] = useState(false);
  if (!enrolment.cancelUntil) return null;
  const { level, zone } = enrolment.session;
  if (!isAsking)
    return (
      <>
        <button type="button" className="tm-btn sm" onClick={() => setAsking(true)}>
          Give up the place
        </button>
        <span className="tm-t3 tm-sm">
          until {formatIn(enrolment.cancelUntil, zone)} ({zone})
        </span>
      </>
    );
  return (
    <>
      <span className="tm-sm">Somebody who waits gets the place.</span>
      <button type="button" className="tm-btn sm" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        Give up the place in {COURSE_NAMES[level]}
      </button>
      <button type="button" className="tm-btn sm quiet" onClick={() => setAsking(false)}>
        Keep it
      </button>
      {cancel.isError && (
        <span className="tm-bad" role="alert">
          {formatFailure(cancel.error)}
        </span>
      )}
    </>
  );
}

function EnrolmentItem({ enrolment }: { readonly enrolment: Enrolment }) {
  const { session, state, mark, certificate } = enrolment;
  return (
    <li>
      <div className="what">
        <b>{COURSE_NAMES[session.level]}</b>
        <span>
          {session.startsLocal.replace('T', ' ')} <span className="tm-t3">({session.zone})</span>
        </span>
      </div>
      <span className={`tm-tr-state ${state}`}>{STATE_NAMES[state]}</span>
      {mark !== null && <span>Mark {mark} of 100</span>}
      <span className="tm-row tm-wrap">
        {certificate && (
          <>
            <a className="tm-btn sm" href={certificateUrl(certificate.id, 'json')} download>
              Certificate file
            </a>
            <a className="tm-btn sm" href={certificateUrl(certificate.id, 'pdf')} download>
              Print sheet
            </a>
            <span className="tm-t3 tm-sm">valid until {formatDay(certificate.validUntil)}</span>
          </>
        )}
        {state === 'confirmed' && (
          <a className="tm-btn sm quiet" href={sessionCalendarUrl(session.id)} download>
            Add to calendar
          </a>
        )}
        <GiveUp enrolment={enrolment} />
      </span>
    </li>
  );
}

/** What the person at the page is enrolled in, and the resulting certificates. */
export function MyTraining() {
  const mine = useQuery(myTrainingQuery(true));
  if (mine.isError) return <ErrorPanel error={mine.error} what="Your enrolments" onRetry={() => void mine.refetch()} />;
  if (!mine.data) {
    return (
      <Skeleton what="your enrolments">
        <RowBars rows={2} columns={['30%', '10%', '30%']} />
      </Skeleton>
    );
  }
  const { enrolments } = mine.data;
  return (
    <section aria-labelledby="tm-tr-mine">
      <h2 id="tm-tr-mine">Your enrolments</h2>
      {enrolments.length === 0 ? (
        <Empty
          action={
            <AppLink className="tm-btn" href={scheduleUrl()}>
              See the schedule
            </AppLink>
          }
        >
          You are enrolled in no course yet.
        </Empty>
      ) : (
        <ul className="tm-tr-mine">
          {enrolments.map((enrolment) => (
            <EnrolmentItem key={enrolment.id} enrolment={enrolment} />
          ))}
        </ul>
      )}
    </section>
  );
}
