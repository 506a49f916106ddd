import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TrainingSession } from '@trailmark/api/contract/training-wire';
import { prerequisiteOf } from '@trailmark/core/training/level';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { scheduleUrl, trainingUrl } from '../../url.ts';
import { ChoiceLabel } from './choice-label.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { MonthView } from './month-view.tsx';
import { calendarUrl, myTrainingQuery, sessionsQuery } from './queries.ts';
import type { ScheduleSearch } from './search.ts';
import { SessionList } from './session-list.tsx';
import { LEVEL_CHOICES, MODE_CHOICES, ownZone, STATE_NAMES } from './training-words.ts';
import './training.css';

type Change = (patch: { readonly [K in keyof ScheduleSearch]?: ScheduleSearch[K] | undefined }) => void;

function Filters({
  search,
  zones,
  onChange,
}: {
  readonly search: ScheduleSearch;
  readonly zones: readonly string[];
  readonly onChange: Change;
}) {
  return (
    <div className="tm-tr-filters">
      <ChoiceLabel
        label="Course"
        all="All courses"
        options={LEVEL_CHOICES}
        value={search.level}
        onChoose={(level) => onChange({ level })}
      />
      <ChoiceLabel
        label="Held"
        all="In person or online"
        options={MODE_CHOICES}
        value={search.mode}
        onChoose={(mode) => onChange({ mode })}
      />
      <ChoiceLabel
        label="Times in"
        all="Zone of each session"
        options={zones.map((zone) => [zone, zone] as const)}
        value={search.zone}
        onChoose={(zone) => onChange({ zone })}
      />
      <nav className="tm-seg" aria-label="View">
        <AppLink href={scheduleUrl({ ...search, view: undefined })} aria-current={search.view ? undefined : 'page'}>
          List
        </AppLink>
        <AppLink href={scheduleUrl({ ...search, view: 'month' })} aria-current={search.view ? 'page' : undefined}>
          Month
        </AppLink>
      </nav>
    </div>
  );
}

/** What a person may do with a session: enrol, or see the status of the enrolment. */
function useActions(search: ScheduleSearch) {
  const session = useSession();
  const mine = useQuery(myTrainingQuery(session.isKnown && session.isSignedIn)).data;
  const renderAction = (date: TrainingSession) => {
    if (date.isCancelled || date.startsAt <= new Date().toISOString()) return null;
    if (!session.isSignedIn) return <AppLink href="/login">Sign in to enrol</AppLink>;
    const own = mine?.enrolments.find((each) => each.session.id === date.id && each.state !== 'cancelled');
    if (own) return <span className={`tm-tr-state ${own.state}`}>{STATE_NAMES[own.state]}</span>;
    return (
      <AppLink className="tm-btn sm" href={scheduleUrl({ ...search, view: undefined, enrol: date.id })}>
        {date.seatsLeft > 0 ? 'Enrol' : 'Join the waiting list'}
      </AppLink>
    );
  };
  const isReady = (date: TrainingSession) => {
    const before = prerequisiteOf(date.level);
    return before === undefined || (mine?.passed.includes(before) ?? false);
  };
  return { renderAction, isReady, isSignedIn: session.isSignedIn };
}

/** Dates of all courses, as a list or as a month, in UTC and in a zone of choice. */
export function ScheduleScreen() {
  useDocumentTitle('Training schedule');
  const search = useSearch({ strict: false }) as ScheduleSearch;
  const navigate = useNavigate();
  const { renderAction, isReady, isSignedIn } = useActions(search);
  const [coming] = useQuery(sessionsQuery()).data?.sessions ?? [];
  // A month without dates is no use to whoever has chosen none.
  const month = search.month ?? coming?.startsLocal.slice(0, 7) ?? new Date().toISOString().slice(0, 7);
  const isMonth = search.view === 'month';
  const dates = useQuery(sessionsQuery(isMonth ? { from: `${month}-01` } : {}));
  const sessions = (dates.data?.sessions ?? []).filter(({ level, mode }) => {
    return (search.level ?? level) === level && (search.mode ?? mode) === mode;
  });
  const zones = [...new Set(['UTC', ownZone(), ...(dates.data?.sessions ?? []).map(({ zone }) => zone)])];
  const change: Change = (patch) => void navigate({ href: scheduleUrl({ ...search, ...patch }), resetScroll: false });
  const chosen = isSignedIn ? sessions.find(({ id }) => id === search.enrol) : undefined;
  return (
    <div className="tm-page tm-tr">
      <header className="head">
        <h1>Training schedule</h1>
        <p className="lead">
          Dates are said in the zone of each session and in UTC.{' '}
          <AppLink href={trainingUrl(isSignedIn)}>About the courses</AppLink>.{' '}
          <a href={calendarUrl(search.level)}>Calendar feed (iCal)</a>
        </p>
      </header>
      <Filters search={search} zones={zones} onChange={change} />
      {chosen && (
        <EnrolForm
          key={chosen.id}
          session={chosen}
          isReady={isReady(chosen)}
          onClose={() => change({ enrol: undefined })}
        />
      )}
      {dates.isError && <ErrorPanel error={dates.error} what="The schedule" onRetry={() => void dates.refetch()} />}
      {dates.isPending && (
        <Skeleton what="schedule">
          <RowBars rows={5} columns={['30%', '40%', '20%']} />
        </Skeleton>
      )}
      {dates.data && sessions.length === 0 && !isMonth && (
        <Empty>
          {dates.data.sessions.length === 0
            ? 'No course is planned at the moment. New dates appear here and in the calendar feed.'
            : 'No date fits these filters.'}
        </Empty>
      )}
      {isMonth ? (
        <MonthView
          month={month}
          sessions={sessions}
          zone={search.zone}
          toMonth={(next) => scheduleUrl({ ...search, month: next })}
          toList={({ id }) => `${scheduleUrl({ ...search, view: undefined })}#s-${id}`}
        />
      ) : (
        <SessionList sessions={sessions} zone={search.zone} renderAction={renderAction} />
      )}
    </div>
  );
}
