import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RosterRow } from '@trailmark/api/contract/training-wire';
import { ENROLMENT_STATES } from '@trailmark/core/training/enrolment';
import { COURSE_LEVELS, COURSE_NAMES } from '@trailmark/core/training/level';
import { Fragment } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { rosterCsvUrl, rosterQuery, sessionsQuery } from './queries.ts';
import { RosterDetail } from './roster-detail.tsx';
import type { RosterSearch } from './search.ts';
import { adminTrainingUrl, rosterUrl } from './training-url.ts';
import { formatDays, STATE_NAMES } from './training-words.ts';
import './training.css';

type Change = (patch: { readonly [K in keyof RosterSearch]?: RosterSearch[K] | undefined }) => void;

/** Sessions of the last year on, so that a past roster can still be marked. */
function lastYear(): string {
  return new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
}

function SessionFilter({ search, onChange }: { readonly search: RosterSearch; readonly onChange: Change }) {
  const sessions = useQuery(sessionsQuery({ from: lastYear() })).data?.sessions ?? [];
  return (
    <label>
      Session
      <select
        className="tm-field"
        value={search.session ?? ''}
        onChange={(event) => onChange({ session: event.currentTarget.value || undefined })}
      >
        <option value="">All sessions</option>
        {sessions.map(({ id, level, startsLocal, endsLocal }) => (
          <option key={id} value={id}>
            {COURSE_NAMES[level]}, {formatDays(startsLocal, endsLocal)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Filters({ search, onChange }: { readonly search: RosterSearch; readonly onChange: Change }) {
  return (
    <div className="tm-tr-filters">
      <SessionFilter search={search} onChange={onChange} />
      <label>
        Course
        <select
          className="tm-field"
          value={search.level ?? ''}
          onChange={(event) => onChange({ level: (event.currentTarget.value || undefined) as RosterSearch['level'] })}
        >
          <option value="">All courses</option>
          {COURSE_LEVELS.map((level) => (
            <option key={level} value={level}>
              {COURSE_NAMES[level]}
            </option>
          ))}
        </select>
      </label>
      <label>
        State
        <select
          className="tm-field"
          value={search.state ?? ''}
          onChange={(event) => onChange({ state: (event.currentTarget.value || undefined) as RosterSearch['state'] })}
        >
          <option value="">All states</option>
          {ENROLMENT_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_NAMES[state]}
            </option>
          ))}
        </select>
      </label>
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

function Row({ row, search }: { readonly row: RosterRow; readonly search: RosterSearch }) {
  const isOpen = search.row === row.id;
  return (
    <Fragment>
      <tr>
        <td data-narrow="top-left">
          <AppLink href={rosterUrl({ ...search, row: isOpen ? undefined : row.id })} aria-expanded={isOpen}>
            {row.person.name}
          </AppLink>
        </td>
        <td data-narrow="bottom-left">{row.person.agency}</td>
        <td>{COURSE_NAMES[row.session.level]}</td>
        <td className="tm-nw" data-narrow="bottom-right">
          {row.session.startsLocal.slice(0, 10)}
        </td>
        <td data-narrow="top-right">
          <span className={`tm-tr-state ${row.state}`}>{STATE_NAMES[row.state]}</span>
        </td>
        <td className="tm-r">{row.mark ?? ''}</td>
        <td>{row.certificate ? `until ${row.certificate.validUntil}` : ''}</td>
      </tr>
      {isOpen && (
        <tr className="detail">
          <td colSpan={7}>
            <RosterDetail key={row.id} row={row} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function RosterTable({ rows, search }: { readonly rows: readonly RosterRow[]; readonly search: RosterSearch }) {
  return (
    <table className="tm-tbl">
      <thead>
        <tr>
          {['Name', 'Agency', 'Course', 'Begins', 'State'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" className="tm-r">
            Mark
          </th>
          <th scope="col">Certificate</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} search={search} />
        ))}
      </tbody>
    </table>
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
    <div className="tm-page tm-tr">
      <header className="head">
        <h1>Training Enrolled Users</h1>
        <p className="tm-t2">
          {role === 'platform-admin' ? 'People of all agencies.' : 'People of your agency.'}{' '}
          {role === 'platform-admin' && <AppLink href={adminTrainingUrl()}>Dates and seats</AppLink>}
        </p>
      </header>
      <Filters search={search} onChange={change} />
      {roster.isError && <ErrorPanel error={roster.error} what="The roster" onRetry={() => void roster.refetch()} />}
      {roster.isPending && (
        <Skeleton what="roster">
          <RowBars rows={8} columns={['20%', '20%', '20%', '10%']} />
        </Skeleton>
      )}
      {roster.data && rows.length === 0 && <Empty>Nobody is enrolled who fits these filters.</Empty>}
      {rows.length > 0 && (
        <>
          <RosterTable rows={rows} search={search} />
          <p className="tm-foot">
            <span className="tm-grow">
              {rows.length === 1 ? '1 enrolment' : `${rows.length} enrolments`}
              {rows.length === 2_000 && '; more are there: narrow the filters'}
            </span>
            <a className="tm-btn sm" href={rosterCsvUrl(filter)} download>
              Download CSV
            </a>
          </p>
        </>
      )}
    </div>
  );
}
