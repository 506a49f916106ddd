import { AppError } from '@trailmark/core/errors';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

const PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2})?)?Z?$/;

/** Typed date to the form of the address bar: "2009-1-12" is "2009-01-12". Throws `invalid` on a day that does not exist. */
export function parseMoment(text: string): string {
  const match = PATTERN.exec(text.trim());
  if (!match) throw new AppError('invalid', 'Write the date as 2009-01-12, with a time as 2009-01-12 14:30 (UTC).');
  const [, year = '', month = '', day = '', hour, minute] = match;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = hour === undefined ? date : `${date}T${hour.padStart(2, '0')}:${minute}`;
  const seconds = startSeconds(moment);
  if (seconds === undefined || formatMoment(seconds) !== (hour === undefined ? `${date}T00:00` : moment)) {
    throw new AppError('invalid', `There is no ${text.trim()} in the calendar.`);
  }
  return moment;
}

/** First second that a moment names; undefined for text that names none. */
export function startSeconds(moment: string): number | undefined {
  const ms = Date.parse(moment.includes('T') ? `${moment}:00Z` : `${moment}T00:00:00Z`);
  return Number.isNaN(ms) || ms < 0 ? undefined : ms / 1000;
}

/** Last second that a moment names: the end of its day, or of its minute. */
export function endSeconds(moment: string): number | undefined {
  const start = startSeconds(moment);
  if (start === undefined) return undefined;
  return start + (moment.includes('T') ? MINUTE_SECONDS : DAY_SECONDS) - 1;
}

/** "2009-01-12T14:30", the minute that holds the second. */
export function formatMoment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16);
}

/** The shortest moments that name the given seconds, both ends included: whole days where the range is whole days. */
export function toMoments(fromSeconds: number, toSeconds: number): { readonly from: string; readonly to: string } {
  const isWholeDays = fromSeconds % DAY_SECONDS === 0 && (toSeconds + 1) % DAY_SECONDS === 0;
  const [from, to] = [formatMoment(fromSeconds), formatMoment(toSeconds)];
  return isWholeDays ? { from: from.slice(0, 10), to: to.slice(0, 10) } : { from, to };
}
