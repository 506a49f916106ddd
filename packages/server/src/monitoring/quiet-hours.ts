import { AppError } from '@trailmark/core/errors';
import type { QuietHours } from '@trailmark/core/watch';

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

function toMinutes(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Minutes of the day in a time zone. */
function minutesIn(zone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return toMinutes(format.format(at));
}

/** Throws `invalid` for a time zone that is none. */
export function assertZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch (cause) {
    const message = `“${zone.slice(0, 60)}” is no time zone. “Europe/Paris” and “UTC” are two.`;
    throw new AppError('invalid', message, { context: { field: 'quiet' }, cause });
  }
}

/** When what is raised now may be sent: now, or the end of the quiet hours. They may pass midnight. */
export function findQuietEnd({ from, to, zone }: QuietHours, at: Date): Date {
  const [start, end, now] = [toMinutes(from), toMinutes(to), minutesIn(zone, at)];
  if (start === end) return at;
  const since = (now - start + DAY_MINUTES) % DAY_MINUTES;
  const length = (end - start + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return at;
  const whole = Math.floor(at.getTime() / MINUTE) * MINUTE;
  return new Date(whole + (length - since) * MINUTE);
}
