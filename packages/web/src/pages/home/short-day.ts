const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `2027-01-14T09:00`: 14 Jan 2027. */
export function formatShortDay(wallTime: string): string {
  const [year, month, day] = wallTime.slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
