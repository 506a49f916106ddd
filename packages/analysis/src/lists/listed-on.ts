/** One copy of a list, and whether the address is on it. Days are `YYYY-MM-DD`. */
export interface ListCopy {
  readonly asOf: string;
  readonly has: boolean;
}

/** Dates that a source states of a listing. */
export interface StatedListing {
  readonly from: string;
  /** `on` that day, or `by` it at the latest. */
  readonly how: 'on' | 'by';
  readonly to: string | null;
}

/** What is known of one address on one list. Copies ascend. */
export interface ListRecord {
  readonly copies: readonly ListCopy[];
  readonly stated: readonly StatedListing[];
}

export interface ListPeriod {
  readonly from: string;
  /** `by`: the first copy that has it, so that it may have been listed earlier. */
  readonly how: 'on' | 'by';
  /** Day of the first copy without it; null while it is listed. */
  readonly to: string | null;
}

/** Runs of copies that have the address. */
function toRuns(copies: readonly ListCopy[]): ListPeriod[] {
  const runs: ListPeriod[] = [];
  let from: string | undefined;
  for (const { asOf, has } of copies) {
    if (has) from ??= asOf;
    else if (from !== undefined) {
      runs.push({ from, how: 'by', to: asOf });
      from = undefined;
    }
  }
  return from === undefined ? runs : [...runs, { from, how: 'by', to: null }];
}

const meets = (a: ListPeriod, b: ListPeriod): boolean =>
  (a.to === null || b.from <= a.to) && (b.to === null || a.from <= b.to);

/** One period of two that meet: the earlier start, and the copies' own end, since they show what became of it. */
function join(run: ListPeriod, { from, how, to }: StatedListing): ListPeriod {
  const isEarlier = from <= run.from;
  return { from: isEarlier ? from : run.from, how: isEarlier ? how : run.how, to: run.to ?? to };
}

/** When an address was on a list: what copies show, with the days that the source states. */
export function toPeriods({ copies, stated }: ListRecord): ListPeriod[] {
  let periods = toRuns(copies);
  for (const listing of stated) {
    const own: ListPeriod = { from: listing.from, how: listing.how, to: listing.to };
    const met = periods.find((period) => meets(period, own));
    periods = met ? periods.map((period) => (period === met ? join(period, listing) : period)) : [...periods, own];
  }
  return periods.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

export interface DayVerdict {
  /** `no-copy`: no copy of that day or before it is known, which is not “not listed”. */
  readonly state: 'listed' | 'not-listed' | 'no-copy';
  /** Of a listed day: since when, and until when. */
  readonly period: ListPeriod | null;
  /** Of a day that is not listed: the next listing, and how many days later it was. */
  readonly next: { readonly from: string; readonly days: number } | null;
}

const DAY_MS = 86_400_000;
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether an address was on a list on a day. A later removal does not change what was true on that day. */
export function listedOn(record: ListRecord, day: string): DayVerdict {
  const periods = toPeriods(record);
  const period = periods.find(({ from, to }) => from <= day && (to === null || day < to));
  if (period) return { state: 'listed', period, next: null };
  const later = periods.find(({ from }) => from > day);
  const next = later ? { from: later.from, days: Math.round((toMs(later.from) - toMs(day)) / DAY_MS) } : null;
  const hasCopy = record.copies.some(({ asOf }) => asOf <= day);
  // A source that states the day itself settles what was before it, without a copy of then.
  const isStated = later?.how === 'on';
  const isAfter = periods.some(({ to }) => to !== null && to <= day);
  return { state: hasCopy || isStated || isAfter ? 'not-listed' : 'no-copy', period: null, next };
}
