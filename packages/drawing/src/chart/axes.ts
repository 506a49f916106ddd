import { scaleLinear, scaleUtc } from 'd3-scale';
import { measureText } from '../picture/picture-text.ts';

export interface AxisTick {
  /** Pixel. */
  readonly at: number;
  readonly text: string;
}

export interface ChartAxis {
  /** Pixel of a value; for a time axis the value is in milliseconds. */
  readonly place: (value: number) => number;
  readonly valueAt: (pixel: number) => number;
  readonly ticks: readonly AxisTick[];
}

type Pair = readonly [number, number];

/** Size of the letters along an axis, pixels. */
export const AXIS_TEXT_SIZE = 11;
/** Room for a time tick, pixels. */
const TICK_ROOM = 112;
/** A text may reach this far beyond the end of its axis, pixels. */
const OVERHANG = 12;
const VALUE_TICKS = 4;

const twoDigits = (value: number): string => value.toString().padStart(2, '0');

/** A moment in UTC, as coarse as the tick: "2009", "2009-02", "02-14", "14:00". */
export function formatTimeTick(ms: number): string {
  const at = new Date(ms);
  const [month, day, hour, minute] = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
  if (hour !== 0 || minute !== 0) return `${twoDigits(hour)}:${twoDigits(minute)}`;
  if (day !== 1) return `${twoDigits(month)}-${twoDigits(day)}`;
  return month === 1 ? String(at.getUTCFullYear()) : `${at.getUTCFullYear()}-${twoDigits(month)}`;
}

/** "12,500", "0.05", "1.2M": for axes only, exact amounts are in the table. */
export function formatAxisNumber(value: number): string {
  const size = Math.abs(value);
  const text =
    size >= 1e9
      ? `${+(value / 1e9).toPrecision(3)}G`
      : size >= 1e6
        ? `${+(value / 1e6).toPrecision(3)}M`
        : value.toLocaleString('en', { maximumSignificantDigits: 4 });
  return text.replace('-', '\u2212');
}

/** Round moments in UTC between two moments, about as many as requested; all in milliseconds. */
export function listTimeTicks([from, to]: Pair, about: number): readonly number[] {
  return scaleUtc()
    .domain([from, to])
    .ticks(Math.max(1, about))
    .map((tick) => tick.getTime());
}

/** Round numbers between two numbers, about as many as requested. */
export function listNumberTicks([from, to]: Pair, about: number): readonly number[] {
  return scaleLinear().domain([from, to]).ticks(Math.max(1, about));
}

function fits({ at, text }: AxisTick, [from, to]: Pair): boolean {
  const half = measureText(text, AXIS_TEXT_SIZE, 'sans') / 2;
  return at - half >= from && at + half <= to + OVERHANG;
}

/** A time axis over a span in milliseconds, from one pixel to another; a tick whose text would be cut off is left out. */
export function createTimeAxis(span: Pair, range: Pair): ChartAxis {
  const scale = scaleLinear().domain(span).range(range);
  const about = Math.max(3, Math.round((range[1] - range[0]) / TICK_ROOM));
  const ticks = listTimeTicks(span, about).map((ms) => ({ at: scale(ms), text: formatTimeTick(ms) }));
  return { place: scale, valueAt: (pixel) => scale.invert(pixel), ticks: ticks.filter((tick) => fits(tick, range)) };
}

/** An axis of amounts that begins and ends at round numbers, from the bottom pixel up to the top one. Zero is always on it. */
export function createValueAxis(values: readonly number[], range: Pair): ChartAxis {
  const [least, most] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [0, 0]);
  const domain: Pair = least === most ? [0, 1] : [least, most];
  const scale = scaleLinear().domain(domain).nice(VALUE_TICKS).range(range);
  const ticks = scale.ticks(VALUE_TICKS).map((value) => ({ at: scale(value), text: formatAxisNumber(value) }));
  return { place: scale, valueAt: (pixel) => scale.invert(pixel), ticks };
}

/** Room that the texts of a value axis take, pixels. */
export function measureTicks(ticks: readonly AxisTick[]): number {
  return Math.ceil(ticks.reduce((most, { text }) => Math.max(most, measureText(text, AXIS_TEXT_SIZE, 'sans')), 0));
}
