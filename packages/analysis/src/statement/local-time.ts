/** Offsets of zones change at full quarters of an hour. */
const QUARTER = 900;
/** Quarters remembered: a year of hourly lines. */
const MOST = 50_000;

/** Parts of a moment as clocks of a zone show it. */
export interface LocalDate {
  /** `2026-03-09`. */
  readonly day: string;
  /** `2026-03`. */
  readonly month: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs more than a thousand uses of it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  formats.set(zone, format);
  return format;
}

/**
 * Days and months of an IANA zone, whatever the zone and language of the machine. Throws a RangeError for a zone that does not exist.
 */
export function createLocalDates(zone: string): (seconds: number) => LocalDate {
  const format = formatOf(zone);
  const known = new Map<number, LocalDate>();
  return (seconds) => {
    const quarter = Math.floor(seconds / QUARTER);
    const found = known.get(quarter);
    if (found) return found;
    const parts = new Map(format.formatToParts(quarter * QUARTER * 1_000).map(({ type, value }) => [type, value]));
    const month = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}`;
    const date = { day: `${month}-${parts.get('day')}`, month };
    if (known.size >= MOST) known.clear();
    known.set(quarter, date);
    return date;
  };
}
