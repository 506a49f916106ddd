export interface MonthDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly isInMonth: boolean;
}

const DAY = 86_400_000;

/** Weeks of a month, Monday first, with the days of its neighbours that fill them. */
export function listMonthWeeks(month: string): readonly (readonly MonthDay[])[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const lead = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: MonthDay[][] = [];
  for (let start = first - lead * DAY; ; start += 7 * DAY) {
    const week = Array.from({ length: 7 }, (_, i) => {
      const day = new Date(start + i * DAY).toISOString().slice(0, 10);
      return { day, isInMonth: day.startsWith(month) };
    });
    if (week.every(({ isInMonth }) => !isInMonth)) return weeks;
    weeks.push(week);
  }
}

/** The month some months away. */
export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}
