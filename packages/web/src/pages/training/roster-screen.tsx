import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RosterRow } from '@trailmark/api/contract/training-wire';
import { ENROLMENT_STATES } from '@trailmark/core/training/enrolment';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { ChoiceLabel } from './choice-label.tsx';
import { rosterCsvUrl, rosterQuery, sessionsQuery } from './queries.ts';
import { RosterDetail } from './roster-detail.tsx';
import type { RosterSearch } from './search.ts';
import { TrainingRoom } from './training-room.tsx';
import { adminTrainingUrl, rosterUrl } from './training-url.ts';
import { formatDays, LEVEL_CHOICES, STATE_NAMES } from './training-words.ts';

type Change = (patch: { readonly [K in keyof RosterSearch]?: RosterSearch[K] | undefined }) => void;

/** Sessions of the last year on, so that a past roster can still be marked. */
function lastYear(): string {
  return new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
}

const STATES = ENROLMENT_STATES.map((state) => [state, STATE_NAMES[state]] as const);

function Filters({ search, onChange }: { readonly search: RosterSearch; readonly onChange: Change }) {
  const sessions = useQuery(sessionsQuery({ from: lastYear() })).data?.sessions ?? [];
  const dates = sessions.map(({ id, level, startsLocal, endsLocal }) => {
    return [id, `${COURSE_NAMES[level]}, ${formatDays(startsLocal, endsLocal)}`] as const;
  });
  return (
    <div className="tm-tr-filters">
      <ChoiceLabel
        label="Session"
        all="All sessions"
        options={dates}
        value={search.session}
        onChoose={(session) => onChange({ session })}
      />
      <ChoiceLabel
        label="Course"
        all="All courses"
        options={LEVEL_CHOICES}
        value={search.level}
        onChoose={(level) => onChange({ level })}
      />
      <ChoiceLabel
        label="State"
        all="All states"
        options={STATES}
        value={search.state}
        onChoose={(state) => onChange({ state })}
      />
      <label>
        Name, email or agency
        <input
          className="tm-field"
          type="search"
          maxLength={100}
          defaultValue={search.text ?? ''}
          onBlur={(event) => onChange({ text: event.currentTarget.value.trim() || undefined })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onChange({ text: event.currentTarget.value.trim() || undefined });
          }}
        />
      </label>
    </div>
  );
}

/** Opens and closes what is known of an enrolment below its row. */
function PersonLink({ id, name }: { readonly id: string; readonly name: string }) {
  const search = useSearch({ strict: false }) as RosterSearch;
  const isOpen = search.row === id;
  return (
    <AppLink href={rosterUrl({ ...search, row: isOpen ? undefined : id })} aria-expanded={isOpen}>
      <bdi>{name}</bdi>
    </AppLink>
  );
}

const COLUMNS: readonly DataColumn<RosterRow>[] = [
  {
    id: 'name',
    header: 'Name, email',
    narrow: 'top-left',
    cell: ({ id, person }) => (
      <span className="ad-who">
        <PersonLink id={id} name={person.name} />
        <span className="tm-t3 tm-sm">{person.email}</span>
      </span>
    ),
  },
  { id: 'agency', header: 'Agency', isMinor: true, cell: ({ person }) => <bdi>{person.agency}</bdi> },
  { id: 'course', header: 'Course', cell: ({ session }) => COURSE_NAMES[session.level] },
  {
    id: 'begins',
    header: 'Begins',
    narrow: 'bottom-right',
    cell: ({ session }) => <span className="tm-nw">{session.startsLocal.slice(0, 10)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    narrow: 'top-right',
    cell: ({ state }) => <span className={`tm-tr-state ${state}`}>{STATE_NAMES[state]}</span>,
  },
  { id: 'mark', header: 'Mark', align: 'right', cell: ({ mark }) => mark ?? <span className="tm-t3">–</span> },
  {
    id: 'certificate',
    header: 'Certificate',
    cell: ({ certificate }) => (certificate ? `until ${certificate.validUntil}` : <span className="tm-t3">none</span>),
  },
];

function RosterTable({ rows, search }: { readonly rows: readonly RosterRow[]; readonly search: RosterSearch }) {
  const navigate = useNavigate();
  const open = ({ id }: RosterRow) =>
    void navigate({ href: rosterUrl({ ...search, row: search.row === id ? undefined : id }), resetScroll: false });
  return (
    <DataTable
      caption="Training Enrolled Users"
      columns={COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      onOpen={open}
      opensOnClick
      selectedId={search.row}
      detail={(row) => (row.id === search.row ? <RosterDetail key={row.id} row={row} /> : null)}
    />
  );
}

/** Who is enrolled, for administrators: requests, attendance, marks, moves, certificates. */
export function RosterScreen() {
  useDocumentTitle('Training Enrolled Users');
  const search = useSearch({ strict: false }) as RosterSearch;
  const { role } = useSession();
  const navigate = useNavigate();
  const { session, level, state, text } = search;
  const filter = { session, level, state, text };
  const roster = useQuery(rosterQuery(filter));
  const change: Change = (patch) => void navigate({ href: rosterUrl({ ...search, ...patch }), resetScroll: false });
  const rows = roster.data?.rows ?? [];
  return (
    <TrainingRoom
      title="Training Enrolled Users"
      lead={role === 'platform-admin' ? 'People of all agencies.' : 'People of your agency.'}
      actions={
        <AppLink className="tm-btn" href={adminTrainingUrl()}>
          Courses and dates
        </AppLink>
      }
    >
      <Filters search={search} onChange={change} />
      {roster.isError && <ErrorPanel error={roster.error} what="The roster" onRetry={() => void roster.refetch()} />}
      {roster.isPending && (
        <Skeleton what="roster">
          <RowBars rows={8} columns={['20%', '20%', '20%', '10%']} />
        </Skeleton>
      )}
      {roster.data && rows.length === 0 && (
        <Empty>
          {session || level || state || text ? 'Nobody is enrolled who fits these filters.' : 'Nobody is enrolled yet.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <RosterTable rows={rows} search={search} />
          <p className="tm-foot">
            <span className="tm-grow">
              {rows.length === 1 ? '1 enrolment' : `${rows.length} enrolments`}
              {rows.length === 2_000 && ' shown; more are there. Narrow the filters, or download all'}
            </span>
            <a className="tm-btn sm" href={rosterCsvUrl(filter)} download>
              Export all as CSV
            </a>
          </p>
        </>
      )}
    </TrainingRoom>
  );
}
