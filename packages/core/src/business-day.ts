const DAY = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** Whether a UTC day is one from Monday to Friday. Public holidays differ by country and are not known here. */
export function isBusinessDay(time: Date): boolean {
  const day = time.getUTCDay();
  return day !== SUNDAY && day !== SATURDAY;
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

/**
 * The time one business day later: the same time on the next day from Monday to Friday, UTC. What begins on a weekend
 * counts from Monday 00:00.
 */
export function addBusinessDay(from: Date): Date {
  let time = from.getTime();
  while (!isBusinessDay(new Date(time))) time = startOfDay(time) + DAY;
  do time += DAY;
  while (!isBusinessDay(new Date(time)));
  return new Date(time);
}
