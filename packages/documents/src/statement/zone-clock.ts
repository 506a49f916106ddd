import { offsetMinutes } from '@trailmark/core/training/zoned-time';

const QUARTER = 900;
const DAY = 86_400;

/** A moment as a clock in the zone of the statement shows it. */
export interface ZonedMoment {
  /** `2026-03-01` */
  readonly day: string;
  /** `14:22:10` */
  readonly time: string;
  /** `+01:00`; `Z` for UTC. */
  readonly offset: string;
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** Minutes the zone is ahead of UTC: calculated once for a day without a change of clocks, else for its quarters of an hour. */
function createOffsets(zone: string): (seconds: number) => number {
  const known = new Map<number, number>();
  const lookUp = (seconds: number): number => {
    const found = known.get(seconds) ?? offsetMinutes(new Date(seconds * 1000), zone);
    if (known.size > 50_000) known.clear();
    known.set(seconds, found);
    return found;
  };
  return (seconds) => {
    const start = Math.floor(seconds / DAY) * DAY;
    const offset = lookUp(start);
    return offset === lookUp(start + DAY) ? offset : lookUp(Math.floor(seconds / QUARTER) * QUARTER);
  };
}

/**
 * Seconds since 1970 as the zone shows them, whatever zone and language the machine has. Throws `invalid` for an unknown zone.
 */
export function createZoneClock(zone: string): (seconds: number) => ZonedMoment {
  const offsetAt = zone === 'UTC' ? () => 0 : createOffsets(zone);
  // Lines of one block have one time: what was written last often comes again.
  let last: { readonly seconds: number; readonly moment: ZonedMoment } | undefined;
  function write(seconds: number): ZonedMoment {
    const offset = offsetAt(seconds);
    const text = new Date((seconds + offset * 60) * 1000).toISOString();
    return {
      day: text.slice(0, 10),
      time: text.slice(11, 19),
      offset: zone === 'UTC' ? 'Z' : formatOffset(offset),
    };
  }
  return (seconds) => {
    if (last?.seconds !== seconds) last = { seconds, moment: write(seconds) };
    return last.moment;
  };
}

let written: { readonly seconds: number; readonly text: string } | undefined;

/** `2026-03-01 14:22:10` in UTC. */
export function formatUtcCell(seconds: number): string {
  if (written?.seconds !== seconds) {
    const text = new Date(seconds * 1000).toISOString();
    written = { seconds, text: `${text.slice(0, 10)} ${text.slice(11, 19)}` };
  }
  return written.text;
}
