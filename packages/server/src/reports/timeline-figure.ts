import type { KnowledgeMark } from '@trailmark/core/case';
import type { ReportText, ReportTimeline, TimelineColumn } from '@trailmark/core/report/report-document';

const MOST_COLUMNS = 12;

/** Something that happened, as a row of the table and a place on the picture. */
export interface TimelineEvent {
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly lane: string;
  readonly mark: KnowledgeMark | null;
  readonly cells: readonly ReportText[];
}

interface Unit {
  readonly name: string;
  /** Characters of `2022-08-01T21:32:31` that name a period. */
  readonly length: number;
  readonly write: (period: string) => readonly [string, string];
  /** A number that goes up by one from a period to the next. */
  readonly count: (time: number) => number;
}

const monthsOf = (time: number): number => {
  const date = new Date(time * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** From the finest on: the first whose periods fit on a page is used. */
const UNITS: readonly Unit[] = [
  {
    ...{ name: 'hour', length: 13, count: (time) => Math.floor(time / 3_600) },
    write: (period) => [period.slice(0, 10), `${period.slice(11)}:00`],
  },
  {
    ...{ name: 'day', length: 10, count: (time) => Math.floor(time / 86_400) },
    write: (period) => [period, ''],
  },
  { name: 'month', length: 7, count: monthsOf, write: (period) => [period, ''] },
  {
    ...{ name: 'year', length: 4, count: (time) => new Date(time * 1000).getUTCFullYear() },
    write: (period) => [period, ''],
  },
];

const momentOf = (time: number): string => new Date(time * 1000).toISOString();

/** Periods with an event in columns, kinds of events in lanes; periods without one are left out, and the line is broken there. */
export function drawTimeline(events: readonly TimelineEvent[]): ReportTimeline {
  const periodOf = ({ time }: TimelineEvent, { length }: Unit): string => momentOf(time).slice(0, length);
  const unit =
    UNITS.find((one) => new Set(events.map((event) => periodOf(event, one))).size <= MOST_COLUMNS) ??
    (UNITS.at(-1) as Unit);
  const periods = [...Map.groupBy(events, (event) => periodOf(event, unit))];
  const columns = periods.map(([period, own], i): TimelineColumn => {
    const before = periods[i - 1]?.[1][0];
    const isApart = before !== undefined && unit.count(own[0]?.time ?? 0) - unit.count(before.time) > 1;
    return { lines: unit.write(period), isApart };
  });
  const lanes = [...new Set(events.map(({ lane }) => lane))].toSorted(
    (a, b) => Number(a === 'Case') - Number(b === 'Case'),
  );
  const dots = periods.flatMap(([, own], column) =>
    lanes.flatMap((name, lane) => {
      const count = own.filter((event) => event.lane === name).length;
      return count === 0 ? [] : [{ column, lane, count }];
    }),
  );
  return {
    ...{ columns, lanes, dots },
    alt: `Timeline of ${events.length} events in ${lanes.length} lanes (${lanes.join(', ')}) and ${columns.length} columns, each one ${unit.name}. The table that follows lists every event.`,
    caption: `Events by ${unit.name}. The number in a circle is how many rows of the table fall there; where the line is broken, nothing of the table happened for longer.`,
  };
}
