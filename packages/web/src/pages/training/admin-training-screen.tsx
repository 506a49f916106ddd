import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TrainingSession } from '@trailmark/api/contract/training-wire';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { courseUrl } from '../../url.ts';
import { coursesQuery, refreshTraining, sessionsQuery } from './queries.ts';
import type { AdminTrainingSearch } from './search.ts';
import { SessionForm } from './session-form.tsx';
import { SessionList } from './session-list.tsx';
import { TrainingRoom } from './training-room.tsx';
import { adminTrainingUrl, rosterUrl } from './training-url.ts';
import { formatFailure } from './training-words.ts';

function CallOff({ session }: { readonly session: TrainingSession }) {
  const client = useQueryClient();
  const [reason, setReason] = useState<string>();
  const callOff = useMutation({
    mutationFn: () =>
      api.call('cancelTrainingSession', { params: { session: session.id }, body: { reason: reason ?? '' } }),
    onSuccess: () => refreshTraining(client),
  });
  if (reason === undefined)
    return (
      <button type="button" className="tm-btn sm" onClick={() => setReason('')}>
        Call off
      </button>
    );
  return (
    <span className="tm-row tm-wrap">
      <input
        className="tm-field"
        aria-label="Reason, sent to everybody enrolled"
        placeholder="Reason, sent to everybody enrolled"
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <button
        type="button"
        className="tm-btn sm"
        disabled={reason.trim() === '' || callOff.isPending}
        onClick={() => callOff.mutate()}
      >
        Call off and tell everybody
      </button>
      {callOff.isError && (
        <span className="tm-bad" role="alert">
          {formatFailure(callOff.error)}
        </span>
      )}
    </span>
  );
}

function Courses() {
  const courses = useQuery(coursesQuery());
  return (
    <section>
      <h2>Courses</h2>
      <ul className="tm-tr-bullets">
        {courses.data?.courses.map(({ level, title, hours, modules, validityYears }) => (
          <li key={level}>
            <AppLink href={courseUrl(level, true)}>{title}</AppLink>: {hours} hours, {modules.length} modules,
            certificate valid for {validityYears} years
          </li>
        ))}
      </ul>
      <p className="tm-t3 tm-sm">Syllabi, handouts and labs are files in data/training and change with the software.</p>
    </section>
  );
}

/** Dates and seats, for administrators of the installation; the roster is for all administrators. */
export function AdminTrainingScreen() {
  useDocumentTitle('Courses and dates');
  const { role } = useSession();
  const search = useSearch({ strict: false }) as AdminTrainingSearch;
  const navigate = useNavigate();
  const dates = useQuery(sessionsQuery());
  const sessions = dates.data?.sessions ?? [];
  const mayPlan = role === 'platform-admin';
  const edited = sessions.find(({ id }) => id === search.edit);
  const close = () => void navigate({ href: adminTrainingUrl(), resetScroll: false });
  const renderAction = (session: TrainingSession) => (
    <>
      <AppLink className="tm-btn sm" href={rosterUrl({ session: session.id })}>
        Roster
      </AppLink>
      {mayPlan && !session.isCancelled && (
        <>
          <AppLink className="tm-btn sm" href={adminTrainingUrl({ edit: session.id })}>
            Change
          </AppLink>
          <CallOff session={session} />
        </>
      )}
    </>
  );
  return (
    <TrainingRoom
      title="Courses and dates"
      lead={
        mayPlan
          ? 'Dates are for people of all agencies of this installation.'
          : 'Dates are planned by administrators of the installation; you see and record your own people.'
      }
      actions={
        <>
          <AppLink className="tm-btn" href={rosterUrl()}>
            Training Enrolled Users
          </AppLink>
          {mayPlan && (
            <AppLink className="tm-btn pri" href={adminTrainingUrl({ edit: 'new' })}>
              New date
            </AppLink>
          )}
        </>
      }
    >
      {mayPlan && (search.edit === 'new' || edited) && (
        <SessionForm key={search.edit} session={edited} onClose={close} />
      )}
      {dates.isError && <ErrorPanel error={dates.error} what="The schedule" onRetry={() => void dates.refetch()} />}
      {dates.isPending && (
        <Skeleton what="schedule">
          <RowBars rows={5} columns={['30%', '30%', '20%']} />
        </Skeleton>
      )}
      {dates.data && sessions.length === 0 && <Empty>No date is planned yet.</Empty>}
      <SessionList sessions={sessions} zone={undefined} renderAction={renderAction} />
      <Courses />
    </TrainingRoom>
  );
}
