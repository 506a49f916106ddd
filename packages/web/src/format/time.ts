import { formatDuration } from './number.ts';

/** Which clock times are printed in. UTC is the default; `local` is the zone of this computer, always named. */
export type Zone = 'utc' | 'local';

export interface TimeParts {
  /** "2017-05-22" */
  readonly date: string;
  /** "20:27:25" */
  readonly clock: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const pad = (value: number): string => value.toString().padStart(2, '0');

export function splitTime(seconds: number, zone: Zone): TimeParts {
  const at = new Date(seconds * 1000);
  if (zone === 'utc') {
    const text = at.toISOString();
    return { date: text.slice(0, 10), clock: text.slice(11, 19) };
  }
  return {
    date: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    clock: `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`,
  };
}

/** "2017-05-22 20:27:25" */
export function formatTime(seconds: number, zone: Zone = 'utc'): string {
  const { date, clock } = splitTime(seconds, zone);
  return `${date} ${clock}`;
}

/** "12 May 2017", UTC, for prose. */
export function formatDay(seconds: number): string {
  const at = new Date(seconds * 1000);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`;
}

/** Read once: making a format takes the browser a millisecond, and each row of a table asks for its zone. */
let ownZone: string | undefined;

/** Name of the zone for headers and labels: "UTC" or "Europe/Paris". */
export function formatZone(zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}

/** Relative time, for chain tips and jobs only: "4 min", "17 years". */
export function formatAge(seconds: number, nowSeconds: number): string {
  const age = Math.max(0, nowSeconds - seconds);
  if (age < 63_072_000) return formatDuration(age);
  return `${Math.floor(age / 31_557_600)} years`;
}
