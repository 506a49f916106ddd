const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function parts(seconds: number): { readonly day: number; readonly month: string; readonly year: number } {
  const date = new Date(seconds * 1000);
  return { day: date.getUTCDate(), month: MONTHS[date.getUTCMonth()] ?? '', year: date.getUTCFullYear() };
}

/** "3 Mar 2026", "3 to 4 Mar 2026", "5 Mar to 2 Apr 2026", in UTC. */
export function formatDay(from: number, to: number): string {
  const a = parts(from);
  const b = parts(to);
  const end = `${b.day} ${b.month} ${b.year}`;
  if (a.year !== b.year) return `${a.day} ${a.month} ${a.year} to ${end}`;
  if (a.month !== b.month) return `${a.day} ${a.month} to ${end}`;
  return a.day === b.day ? end : `${a.day} to ${end}`;
}

/** The same span in fewer and fewer letters, for where the whole does not fit. */
export function shortenDays(from: number, to: number): readonly string[] {
  const a = parts(from);
  const b = parts(to);
  const whole = formatDay(from, to);
  const withoutYear = whole.replace(/ \d{4}$/, '');
  const months =
    a.month === b.month && a.year === b.year ? `${a.month} ${a.year}` : `${a.month} to ${b.month} ${b.year}`;
  return a.year === b.year ? [whole, withoutYear, months] : [whole, `${a.year} to ${b.year}`];
}
