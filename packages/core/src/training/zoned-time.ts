import { AppError } from '../errors.ts';

/** What a clock on the wall shows, `2026-03-29T09:00`. */
const WALL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;
const MINUTE = 60_000;
const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Names only: an offset such as +02:00 knows no daylight saving time.
  if (!/^(UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(zone)) throw unknownZone(zone);
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
    return format;
  } catch (cause) {
    if (cause instanceof RangeError) throw unknownZone(zone);
    throw cause;
  }
}

function unknownZone(zone: string): AppError {
  return new AppError('invalid', `"${zone.slice(0, 60)}" is no time zone. Use a name such as Europe/Berlin, or UTC.`, {
    context: { field: 'zone' },
  });
}

/** Throws `invalid` for what is no IANA time zone. */
export function assertZone(zone: string): void {
  formatOf(zone);
}

/** What a clock in the zone shows at an instant. Throws `invalid` for an unknown zone. */
export function toWallTime(instant: Date, zone: string): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

function wallAsUtc(wall: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (WALL.exec(wall) ?? []).slice(1).map(Number);
  const value = Date.UTC(year, month - 1, day, hour, minute);
  const isReal = WALL.test(wall) && new Date(value).toISOString().slice(0, 16) === wall;
  if (isReal) return value;
  throw new AppError('invalid', `"${wall.slice(0, 40)}" is no date and time. Write it as 2026-03-30T09:00.`);
}

/** Minutes a zone is ahead of UTC at an instant. */
export function offsetMinutes(instant: Date, zone: string): number {
  return Math.round((wallAsUtc(toWallTime(instant, zone)) - Math.floor(instant.getTime() / MINUTE) * MINUTE) / MINUTE);
}

/**
 * The instant at which a clock in the zone shows this time; the first of the two where clocks are put back. Throws
 * `invalid` for a time that no clock shows because clocks are put forward over it.
 */
export function toInstant(wall: string, zone: string): Date {
  const target = wallAsUtc(wall);
  // Zones change their offset at most once within two days: the offsets on either side are all there can be.
  const offsets = [target - DAY, target + DAY].map((at) => offsetMinutes(new Date(at), zone));
  const instants = offsets.map((offset) => target - offset * MINUTE).sort((a, b) => a - b);
  const found = instants.find((at) => toWallTime(new Date(at), zone) === wall);
  if (found !== undefined) return new Date(found);
  throw new AppError('invalid', `No clock in ${zone} shows ${wall.replace('T', ' ')}: clocks are put forward over it.`);
}
