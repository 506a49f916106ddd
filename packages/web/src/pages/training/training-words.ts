import { AppError } from '@trailmark/core/errors';
import type { EnrolmentState } from '@trailmark/core/training/enrolment';
import { COURSE_LEVELS, COURSE_NAMES } from '@trailmark/core/training/level';
import { toWallTime } from '@trailmark/core/training/zoned-time';

/** What an enrolment's state is called. */
export const STATE_NAMES: Readonly<Record<EnrolmentState, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  waitlisted: 'On the waiting list',
  attended: 'Attended',
  'no-show': 'Did not come',
  passed: 'Passed',
  failed: 'Not passed',
  cancelled: 'Cancelled',
};

export const MODE_NAMES = { 'in-person': 'In person', online: 'Online' } as const;

/** Courses and ways to hold them, to choose from. */
export const LEVEL_CHOICES = COURSE_LEVELS.map((level) => [level, COURSE_NAMES[level]] as const);
export const MODE_CHOICES = [
  ['in-person', MODE_NAMES['in-person']],
  ['online', MODE_NAMES.online],
] as const;

/** `In person or online`. */
export function describeModes(modes: readonly (keyof typeof MODE_NAMES)[]): string {
  const words = modes.map((mode, i) => (i === 0 ? MODE_NAMES[mode] : MODE_NAMES[mode].toLowerCase()));
  return words.join(' or ');
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** `en`: English. A code nobody knows stays as it is. */
export function languageName(code: string): string {
  return LANGUAGES.of(code) ?? code;
}

/** The browser's own time zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** `2027-03-29 09:00` on a clock of the zone; UTC where the browser does not know it. */
export function formatIn(iso: string, zone: string): string {
  try {
    return toWallTime(new Date(iso), zone).replace('T', ' ');
  } catch {
    return toWallTime(new Date(iso), 'UTC').replace('T', ' ');
  }
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2027-03-29`: 29 March 2027. */
export function formatDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

export function formatMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** Days from a wall time to another as one text: `29 to 30 March 2027`. */
export function formatDays(from: string, to: string): string {
  const [a, b] = [formatDay(from), formatDay(to)];
  if (a === b) return a;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth ? `${Number(from.slice(8, 10))} to ${b}` : `${a} to ${b}`;
}

/** A failure as one sentence. */
export function formatFailure(error: unknown): string {
  return AppError.is(error) || error instanceof Error ? error.message : 'It failed for a reason nobody named.';
}

/** The field that a refusal is about. */
export function fieldOf(error: unknown): string | undefined {
  return AppError.is(error) && typeof error.context.field === 'string' ? error.context.field : undefined;
}
