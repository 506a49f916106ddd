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
  /** Day of the copy that states it: of later days it states nothing. */
  readonly asOf: string;
}

/** What is known of one address on one list. Copies ascend; of two of one day the last counts. */
export interface ListRecord {
  readonly copies: readonly ListCopy[];
  readonly stated: readonly StatedListing[];
}

export interface ListPeriod {
  readonly from: string;
  /** `by`: the first copy that has it, so that it may have been listed earlier. */
  readonly how: 'on' | 'by';
  /** Day of the first copy without it, or the end that the source states; null while the last copy has it. */
  readonly to: string | null;
}

/** A period with the last day of which a copy or a source shows that the address was listed. */
interface Run extends ListPeriod {
  readonly shown: string;
}

/** One copy a day, the last of it. */
const toDays = (copies: readonly ListCopy[]): ListCopy[] =>
  copies.filter(({ asOf }, i) => copies[i + 1]?.asOf !== asOf);

/** Runs of copies that have the address, cut where a source states that a listing ended between two of them. */
function toRuns(copies: readonly ListCopy[], ends: readonly string[]): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  for (const { asOf, has } of copies) {
    const shown = open?.shown ?? asOf;
    const end = ends.find((day) => day > shown && day <= asOf);
    if (open && (!has || end !== undefined)) {
      runs.push({ ...open, to: end ?? asOf });
      open = undefined;
    }
    if (has) open = { from: open?.from ?? asOf, how: 'by', to: null, shown: asOf };
  }
  return open ? [...runs, open] : runs;
}

const meets = (a: ListPeriod, b: ListPeriod): boolean =>
  (a.to === null || b.from <= a.to) && (b.to === null || a.from <= b.to);

/** One period of two that meet: the earlier start, and an end only where no copy shows the address listed after it. */
function join(run: Run, { from, how, to }: Run): Run {
  const isEarlier = from <= run.from;
  const isOver = run.to === null && to !== null && to > run.shown;
  return { ...run, from: isEarlier ? from : run.from, how: isEarlier ? how : run.how, to: isOver ? to : run.to };
}

/** An end that another entry outlives is none: an address can be in two entries of one list. */
function toLasting(listing: StatedListing, all: readonly StatedListing[]): Run {
  const { from, how, to } = listing;
  const isOutlived = to !== null && all.some((one) => one.to === null && one.from <= to && one.asOf >= to);
  return { from, how, to: isOutlived ? null : to, shown: from };
}

/** When an address was on a list: what copies show, with the days that the source states. */
export function toPeriods({ copies, stated }: ListRecord): ListPeriod[] {
  const listings = stated.map((listing) => toLasting(listing, stated));
  const ends = listings.flatMap(({ to }) => to ?? []).sort();
  let runs = toRuns(toDays(copies), ends);
  for (const listing of listings) {
    const met = runs.find((run) => meets(run, listing));
    runs = met ? runs.map((run) => (run === met ? join(run, listing) : run)) : [...runs, listing];
  }
  return runs
    .map(({ from, how, to }) => ({ from, how, to }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

export interface DayVerdict {
  /**
   * `listed` and `not-listed` are what copies or the source show of that day. `between-copies` and `after-last-copy` are days that
   * nothing settles, `no-copy` one before every copy: none of them is “not listed”.
   */
  readonly state: 'listed' | 'not-listed' | 'between-copies' | 'after-last-copy' | 'no-copy';
  /** The period that the day falls into: since when, and until when. */
  readonly period: ListPeriod | null;
  /** The next listing after a day that is in no period, and how many days later it was. */
  readonly next: { readonly from: string; readonly days: number } | null;
  /** The last copy of that day or before it, and the first after it. */
  readonly before: ListCopy | null;
  readonly after: ListCopy | null;
}

const DAY_MS = 86_400_000;
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

interface Around extends Pick<DayVerdict, 'before' | 'after'> {
  readonly day: string;
}

/** Whether a copy or a source shows that the address was listed on a day of a period. */
function isShownListed({ stated }: ListRecord, { day, before, after }: Around): boolean {
  const isStated = stated.some(({ from, to, asOf }) => from <= day && (to === null ? day <= asOf : day < to));
  return isStated || (before?.has === true && (before.asOf === day || after?.has === true));
}

/** Whether a copy or a source shows that the address was not listed on a day outside every period. */
function isShownAbsent({ stated }: ListRecord, { day, before }: Around, later: ListPeriod | undefined): boolean {
  // A source that states the day of a listing settles what was before it, without a copy of then. One that is known “by” a day may be older.
  if (before?.asOf === day || later?.how === 'on') return true;
  return stated.some(({ to, asOf }) => to === day || (to !== null && to < day && day <= asOf && !later));
}

/** Whether an address was on a list on a day. A later removal does not change what was true on that day. */
export function listedOn(record: ListRecord, day: string): DayVerdict {
  const [periods, copies] = [toPeriods(record), toDays(record.copies)];
  const period = periods.find(({ from, to }) => from <= day && (to === null || day < to)) ?? null;
  const before = copies.findLast(({ asOf }) => asOf <= day) ?? null;
  const after = copies.find(({ asOf }) => asOf > day) ?? null;
  const around = { day, before, after };
  if (period && isShownListed(record, around)) return { state: 'listed', period, next: null, before, after };
  const later = period ? undefined : periods.find(({ from }) => from > day);
  const next = later ? { from: later.from, days: Math.round((toMs(later.from) - toMs(day)) / DAY_MS) } : null;
  if (!period && isShownAbsent(record, around, later)) return { state: 'not-listed', period, next, before, after };
  const state = before === null ? 'no-copy' : after === null ? 'after-last-copy' : 'between-copies';
  return { state, period, next, before, after };
}
