import type { EChartsCoreOption } from 'echarts/core';
import type { PlotPoint } from './chart-data.ts';
import type { ChartTokens } from './chart-tokens.ts';

export interface PlotFrame {
  readonly tokens: ChartTokens;
  /** Milliseconds: both charts of a page share one time axis. */
  readonly span: readonly [number, number];
  /** The date filter in use, milliseconds. */
  readonly filter: readonly [number, number] | undefined;
}

const TWO_DIGITS = (value: number): string => value.toString().padStart(2, '0');

/** Tick names in UTC, as coarse as the tick: "2009", "2009-02", "02-14", "14:00". */
function formatTick(ms: number): string {
  const at = new Date(ms);
  const [month, day, hour, minute] = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
  if (hour !== 0 || minute !== 0) return `${TWO_DIGITS(hour)}:${TWO_DIGITS(minute)}`;
  if (day !== 1) return `${TWO_DIGITS(month)}-${TWO_DIGITS(day)}`;
  return month === 1 ? String(at.getUTCFullYear()) : `${at.getUTCFullYear()}-${TWO_DIGITS(month)}`;
}

/** Axis figures only: "12,500", "0.05", "1.2M"; tables and read-outs hold the exact amounts. */
export function formatAxisNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${+(value / 1e9).toPrecision(3)}G`.replace('-', '\u2212');
  if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`.replace('-', '\u2212');
  return value.toLocaleString('en', { maximumSignificantDigits: 4 }).replace('-', '\u2212');
}

function createFrame({ tokens, span }: PlotFrame): EChartsCoreOption {
  const label = { color: tokens.text3, fontSize: 11, fontFamily: tokens.font };
  return {
    animation: false,
    useUTC: true,
    grid: { left: 0, right: 12, top: 10, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time',
      min: span[0],
      max: span[1],
      axisLine: { onZero: false, lineStyle: { color: tokens.control } },
      axisTick: { show: true, lineStyle: { color: tokens.control } },
      axisLabel: { ...label, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: formatTick },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { ...label, formatter: formatAxisNumber },
      splitLine: { lineStyle: { color: tokens.line } },
    },
  };
}

function createFilterArea({ tokens, filter }: PlotFrame) {
  if (!filter) return {};
  const [from, to] = filter;
  return {
    markArea: {
      silent: true,
      itemStyle: { color: tokens.selection, borderColor: tokens.brandLine, borderWidth: 1 },
      data: [[{ xAxis: from }, { xAxis: to }]],
    },
  };
}

/** Steps, not curves; gaps where the balance is not known. */
export function createBalanceOption(steps: readonly PlotPoint[], frame: PlotFrame): EChartsCoreOption {
  const { tokens } = frame;
  return {
    ...createFrame(frame),
    series: [
      {
        type: 'line',
        step: 'end',
        data: steps,
        symbol: steps.length < 3 ? 'rect' : 'none',
        symbolSize: 4,
        connectNulls: false,
        silent: true,
        lineStyle: { color: tokens.text, width: 1.5 },
        itemStyle: { color: tokens.text },
        ...createFilterArea(frame),
      },
    ],
  };
}

const MIN_BAR_PX = 1.5;
const MAX_BAR_PX = 28;

/** Received up in the colour of money in, sent down in the colour of money out. */
export function createVolumeOption(
  bars: { readonly received: readonly PlotPoint[]; readonly sent: readonly PlotPoint[] },
  frame: PlotFrame,
): EChartsCoreOption {
  const { tokens } = frame;
  const bar = { type: 'bar', silent: true, stack: 'all', barMinWidth: MIN_BAR_PX, barMaxWidth: MAX_BAR_PX };
  const zero = {
    silent: true,
    symbol: 'none',
    label: { show: false },
    lineStyle: { color: tokens.control, type: 'solid', width: 1 },
  };
  return {
    ...createFrame(frame),
    series: [
      {
        ...bar,
        name: 'Received',
        data: bars.received,
        itemStyle: { color: tokens.moneyIn },
        markLine: { ...zero, data: [{ yAxis: 0 }] },
        ...createFilterArea(frame),
      },
      { ...bar, name: 'Sent', data: bars.sent, itemStyle: { color: tokens.moneyOut } },
    ],
  };
}
