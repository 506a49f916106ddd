import type { TrainingSession } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import type { ReactNode } from 'react';
import { sessionCalendarUrl } from './queries.ts';
import { formatDays, formatIn, languageName, MODE_NAMES } from './training-words.ts';

function describeSeats({ isCancelled, seatsLeft, seats, waiting }: TrainingSession): string {
  if (isCancelled) return 'Called off';
  if (seatsLeft > 0) return `${seatsLeft} of ${seats} seats left`;
  return waiting === 0 ? 'Full; waiting list open' : `Full; ${waiting} waiting`;
}

function Times({ session, zone }: { readonly session: TrainingSession; readonly zone: string | undefined }) {
  const shown = zone ?? session.zone;
  return (
    <>
      <b>{formatDays(session.startsLocal, session.endsLocal)}</b>
      <span>
        {formatIn(session.startsAt, shown)} to {formatIn(session.endsAt, shown)} <span className="tm-t3">{shown}</span>
      </span>
      {shown !== 'UTC' && (
        <span className="tm-t3 tm-sm">
          {formatIn(session.startsAt, 'UTC')} to {formatIn(session.endsAt, 'UTC')} UTC
        </span>
      )}
    </>
  );
}

export interface SessionListProps {
  readonly sessions: readonly TrainingSession[];
  /** Shown instead of each session's own zone. */
  readonly zone: string | undefined;
  /** What can be done with a session, below its facts. */
  readonly renderAction?: (session: TrainingSession) => ReactNode;
}

/** Dates with place, seats and times in a zone and in UTC. */
export function SessionList({ sessions, zone, renderAction }: SessionListProps) {
  if (sessions.length === 0) return null;
  return (
    <ul className="tm-tr-sessions">
      {sessions.map((session) => (
        <li key={session.id} id={`s-${session.id}`} className={session.isCancelled ? 'off' : undefined}>
          <div className="when">
            <Times session={session} zone={zone} />
          </div>
          <div className="what">
            <b>{COURSE_NAMES[session.level]}</b>
            {session.isDemo && <span className="tm-tr-state requested">Example</span>}
            <span>
              {MODE_NAMES[session.mode]}: {session.place}
            </span>
            <span className="tm-t3">
              In {languageName(session.language)}
              {session.trainer && `; ${session.trainer}`}
            </span>
            {session.note && <span className="tm-t3">{session.note}</span>}
          </div>
          <div className="seats">
            <b>{describeSeats(session)}</b>
            {!session.isCancelled && (
              <span className="tm-t3 tm-sm">
                Give up a place until {formatIn(session.cancelUntil, zone ?? session.zone)} ({zone ?? session.zone})
              </span>
            )}
            <span className="tm-row tm-wrap">
              {renderAction?.(session)}
              <a
                className="tm-btn sm quiet"
                href={sessionCalendarUrl(session.id)}
                download
                aria-label={`Add ${COURSE_NAMES[session.level]}, ${session.startsLocal.slice(0, 10)}, to your calendar`}
              >
                Add to calendar
              </a>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
