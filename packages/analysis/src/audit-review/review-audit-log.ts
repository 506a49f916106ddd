import type { ReviewEvent } from './review-event.ts';

export const REVIEW_DETECTORS = [
  'bulk-look-ups',
  'off-hours',
  'repeated-denials',
  'failed-sign-ins',
  'shared-address',
  'bulk-exports',
] as const;
export type ReviewDetector = (typeof REVIEW_DETECTORS)[number];

/** What a detector points at, for a person to look into: it accuses nobody. */
export interface ReviewFinding {
  readonly detector: ReviewDetector;
  readonly from: number;
  readonly to: number;
  readonly accounts: readonly string[];
  readonly agencies: readonly string[];
  /** An address, or where requests came from. */
  readonly subject: string | null;
  /** Addresses, tries or files, as the detector counts. */
  readonly count: number;
  /** Ids of the events it rests on, at most 50. */
  readonly events: readonly string[];
}

/** The bounds of the detectors. */
export interface ReviewBounds {
  /** More different addresses than this within an hour. */
  readonly addressesAnHour: number;
  /** Searches in one night or weekend day that are worth a finding. */
  readonly offHoursLookUps: number;
  /** Working hours, local, from and to. */
  readonly workFrom: number;
  readonly workTo: number;
  readonly denialsAnHour: number;
  readonly failedSignInsAnHour: number;
  readonly exportsAnHour: number;
}

export const REVIEW_BOUNDS: ReviewBounds = {
  addressesAnHour: 50,
  offHoursLookUps: 5,
  workFrom: 6,
  workTo: 22,
  denialsAnHour: 10,
  failedSignInsAnHour: 20,
  exportsAnHour: 5,
};

const HOUR = 3_600_000;
const MAX_EVENTS = 50;

function groupBy(events: readonly ReviewEvent[], keyOf: (event: ReviewEvent) => string | null) {
  const groups = new Map<string, ReviewEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return groups;
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

function toFinding(
  detector: ReviewDetector,
  events: readonly ReviewEvent[],
  { subject = null, count }: { readonly subject?: string | null; readonly count: number },
): ReviewFinding {
  return {
    detector,
    from: events[0]?.at ?? 0,
    to: events.at(-1)?.at ?? 0,
    accounts: distinct(events.map(({ account }) => account)),
    agencies: distinct(events.map(({ agency }) => agency)),
    subject,
    count,
    events: events.slice(0, MAX_EVENTS).map(({ id }) => id),
  };
}

/** Counts of what the events of a moving window name. */
class Window {
  readonly #counts = new Map<string, number>();

  change(names: readonly string[], by: 1 | -1): void {
    for (const name of names) {
      const count = (this.#counts.get(name) ?? 0) + by;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
  }

  get size(): number {
    return this.#counts.size;
  }
}

/** Runs of events in which more than `bound` different names fall within some hour; runs that touch are one. */
function findBusyRuns(
  events: readonly ReviewEvent[],
  bound: number,
  namesOf: (event: ReviewEvent) => readonly string[],
): (readonly ReviewEvent[])[] {
  const window = new Window();
  const runs: { first: number; last: number }[] = [];
  let first = 0;
  events.forEach((event, last) => {
    window.change(namesOf(event), 1);
    for (let old = events[first]; old && event.at - old.at >= HOUR; old = events[first]) {
      window.change(namesOf(old), -1);
      first++;
    }
    if (window.size <= bound) return;
    const run = runs.at(-1);
    if (run && first <= run.last) run.last = last;
    else runs.push({ first, last });
  });
  return runs.map((run) => events.slice(run.first, run.last + 1));
}

const isLookUp = ({ action }: ReviewEvent): boolean => action.startsWith('look-up.');
const ownName = ({ id }: ReviewEvent): readonly string[] => [id];

function findBulkLookUps(events: readonly ReviewEvent[], bound: number): ReviewFinding[] {
  return [...groupBy(events.filter(isLookUp), ({ account }) => account).values()]
    .flatMap((group) => findBusyRuns(group, bound, ({ addresses }) => addresses))
    .map((run) =>
      toFinding('bulk-look-ups', run, { count: distinct(run.flatMap(({ addresses }) => addresses)).length }),
    );
}

function findBusy(
  detector: ReviewDetector,
  events: readonly ReviewEvent[],
  { bound, keyOf }: { readonly bound: number; readonly keyOf: (event: ReviewEvent) => string | null },
): ReviewFinding[] {
  return [...groupBy(events, keyOf)].flatMap(([key, group]) =>
    findBusyRuns(group, bound, ownName).map((run) =>
      toFinding(detector, run, { count: run.length, subject: run[0]?.account === key ? null : key }),
    ),
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = { weekday: 'short', hour: 'numeric', hourCycle: 'h23', day: 'numeric', month: 'numeric' } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    // A zone that this runtime does not know.
    made = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
  formats.set(timeZone, made);
  return made;
}

/** The night or free day an event falls into, in the account's own zone; null within working hours. */
function freeTimeOf({ at, timeZone }: ReviewEvent, { workFrom, workTo }: ReviewBounds): string | null {
  const read = (time: number) =>
    Object.fromEntries(
      formatOf(timeZone)
        .formatToParts(time)
        .map(({ type, value }) => [type, value]),
    );
  const { weekday, hour } = read(at);
  const isFree = weekday === 'Sat' || weekday === 'Sun' || Number(hour) < workFrom || Number(hour) >= workTo;
  if (!isFree) return null;
  // After midnight it is still the night of the day before.
  const day = read(at - workFrom * HOUR);
  return `${day.month}-${day.day}`;
}

function findOffHours(events: readonly ReviewEvent[], bounds: ReviewBounds): ReviewFinding[] {
  const groups = groupBy(events.filter(isLookUp), (event) => {
    const night = event.account === null ? null : freeTimeOf(event, bounds);
    return night === null ? null : `${event.account} ${night}`;
  });
  return [...groups.values()]
    .filter((group) => group.length >= bounds.offHoursLookUps)
    .map((group) => toFinding('off-hours', group, { count: group.length }));
}

/** The same address by persons of two agencies: they may work on one case, or one may watch the other. */
function findSharedAddresses(events: readonly ReviewEvent[]): ReviewFinding[] {
  const byAddress = new Map<string, ReviewEvent[]>();
  for (const event of events.filter(({ agency }) => agency !== null)) {
    for (const address of event.addresses) {
      const group = byAddress.get(address);
      if (group) group.push(event);
      else byAddress.set(address, [event]);
    }
  }
  return [...byAddress]
    .map(([address, group]) => toFinding('shared-address', group, { subject: address, count: group.length }))
    .filter(({ agencies }) => agencies.length > 1);
}

/** Looks through events of a span, oldest first, for what a person should look at. Newest findings first. */
export function reviewAuditLog(
  events: readonly ReviewEvent[],
  bounds: ReviewBounds = REVIEW_BOUNDS,
): readonly ReviewFinding[] {
  const denied = events.filter(({ outcome }) => outcome === 'denied');
  const failed = events.filter(({ action, outcome }) => outcome !== 'success' && action.endsWith('sign-in'));
  const exported = events.filter(({ action }) => action.startsWith('export.'));
  const whoever = ({ account, source }: ReviewEvent): string => account ?? source;
  const findings = [
    ...findBulkLookUps(events, bounds.addressesAnHour),
    ...findOffHours(events, bounds),
    ...findBusy('repeated-denials', denied, { bound: bounds.denialsAnHour, keyOf: whoever }),
    ...findBusy('failed-sign-ins', failed, { bound: bounds.failedSignInsAnHour, keyOf: ({ source }) => source }),
    ...findSharedAddresses(events),
    ...findBusy('bulk-exports', exported, { bound: bounds.exportsAnHour, keyOf: ({ account }) => account }),
  ];
  return findings.sort((a, b) => b.to - a.to);
}
