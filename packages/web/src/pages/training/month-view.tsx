import type { TrainingSession } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES, type CourseLevel } from '@trailmark/core/training/level';
import { AppLink } from '../../components/app-link.tsx';
import { listMonthWeeks, shiftMonth } from './month-grid.ts';
import { formatIn, formatMonth } from './training-words.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** For a phone, where a day is a finger wide. */
const SHORT_NAMES: Readonly<Record<CourseLevel, string>> = {
  essentials: 'Ess.',
  intermediate: 'Int.',
  advanced: 'Adv.',
};

export interface MonthViewProps {
  readonly month: string;
  readonly sessions: readonly TrainingSession[];
  readonly zone: string | undefined;
  /** Address of another month, and of the list with a session in it. */
  readonly toMonth: (month: string) => string;
  readonly toList: (session: TrainingSession) => string;
}

function isOn(session: TrainingSession, day: string, zone: string | undefined): boolean {
  const shown = zone ?? session.zone;
  return formatIn(session.startsAt, shown).slice(0, 10) <= day && day <= formatIn(session.endsAt, shown).slice(0, 10);
}

/** A month as a table of weeks; sessions are on every day they take place. */
export function MonthView({ month, sessions, zone, toMonth, toList }: MonthViewProps) {
  return (
    <section aria-label={formatMonth(month)}>
      <div className="tm-row tm-between tm-tr-monthhead">
        <AppLink className="tm-btn sm" href={toMonth(shiftMonth(month, -1))}>
          Month before
        </AppLink>
        <h2>{formatMonth(month)}</h2>
        <AppLink className="tm-btn sm" href={toMonth(shiftMonth(month, 1))}>
          Month after
        </AppLink>
      </div>
      <table className="tm-tr-month">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <span className="long">{name}</span>
                <abbr title={name}>{name.slice(0, 2)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listMonthWeeks(month).map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, isInMonth }) => (
                <td key={day} className={isInMonth ? undefined : 'other'}>
                  <span className="date">{Number(day.slice(8))}</span>
                  {sessions
                    .filter((session) => isOn(session, day, zone))
                    .map((session) => (
                      <AppLink
                        key={session.id}
                        href={toList(session)}
                        className={session.isCancelled ? 'off' : undefined}
                      >
                        <span className="long">{COURSE_NAMES[session.level]}</span>
                        <abbr title={COURSE_NAMES[session.level]}>{SHORT_NAMES[session.level]}</abbr>
                      </AppLink>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
