import '../../components/chart/chart.css';
import { formatUnits } from '@trailmark/core/amount';
import { ChartFrame } from '../../components/chart/chart-frame.tsx';
import { useBoxSize } from '../../components/chart/use-box-size.ts';
import { formatCount } from '../../format/number.ts';
import { UnitAmount } from './parts.tsx';
import type { CollectionAnswer } from './queries.ts';
import { formatShare } from './volume-table.tsx';

type Period = CollectionAnswer['periods'][number];

const [HEIGHT, TOP, BOTTOM, LEFT] = [190, 22, 34, 48] as const;

function namePeriod(time: number, kind: 'month' | 'quarter'): { readonly part: string; readonly year: string } {
  const date = new Date(time * 1_000);
  const month = date.getUTCMonth();
  const part = kind === 'quarter' ? String(Math.floor(month / 3) + 1) : String(month + 1);
  return { part, year: String(date.getUTCFullYear()) };
}

/** A figure for the end of a bar: three digits, thousands as k. */
function shortFigure(value: number): string {
  if (value >= 10_000) return `${Math.round(value / 1_000)} k`;
  return value >= 100 ? formatCount(Math.round(value)) : value.toPrecision(2);
}

interface BarsProps {
  readonly values: readonly number[];
  /** A second value, drawn filled inside the first. */
  readonly inner?: readonly number[];
  readonly isLog: boolean;
  readonly answer: CollectionAnswer;
  readonly format: (value: number) => string;
  readonly label: string;
}

interface Scale {
  readonly ticks: readonly number[];
  place(value: number): number;
}

function createScale(values: readonly number[], isLog: boolean): Scale {
  const high = Math.max(...values, isLog ? 10 : 0.01);
  const room = HEIGHT - TOP - BOTTOM;
  if (!isLog) {
    const step = 10 ** Math.floor(Math.log10(high)) * (high / 10 ** Math.floor(Math.log10(high)) > 5 ? 2 : 1);
    const ticks = Array.from({ length: Math.floor(high / step) + 1 }, (_, i) => i * step);
    return { ticks, place: (value) => HEIGHT - BOTTOM - (value / high) * room };
  }
  const low = Math.floor(Math.log10(Math.min(...values.filter((value) => value > 0), high))) - 0.15;
  const top = Math.log10(high) + 0.05;
  const ticks = Array.from({ length: Math.floor(top) - Math.ceil(low) + 1 }, (_, i) => 10 ** (Math.ceil(low) + i));
  return { ticks, place: (value) => HEIGHT - BOTTOM - ((Math.log10(value) - low) / (top - low)) * room };
}

function Bars({ values, inner, isLog, answer, format, label }: BarsProps) {
  const { ref, width: box } = useBoxSize<HTMLDivElement>();
  const width = Math.max(box, 240);
  const scale = createScale(values, isLog);
  const band = (width - LEFT) / Math.max(1, values.length);
  const wide = Math.max(2, Math.min(40, band * 0.62));
  const base = HEIGHT - BOTTOM;
  const isRoomy = band >= 30;
  return (
    <div ref={ref} className="nf-bars">
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {scale.ticks.map((tick) => (
          <g key={tick} className="tick">
            <path d={`M${LEFT} ${scale.place(tick)}H${width}`} />
            <text x={LEFT - 8} y={scale.place(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {values.map((value, i) => {
          const x = LEFT + i * band + (band - wide) / 2;
          const { time } = answer.periods[i] as Period;
          const { part, year } = namePeriod(time, answer.periodKind);
          const before = i > 0 ? namePeriod((answer.periods[i - 1] as Period).time, answer.periodKind).year : '';
          const y = value > 0 ? scale.place(value) : base;
          const filled = inner?.[i] ?? value;
          const fillTop = filled > 0 ? scale.place(filled) : base;
          return (
            <g key={time}>
              {inner && value > 0 && <rect className="outline" x={x} y={y} width={wide} height={base - y} />}
              {filled > 0 && <rect className="bar" x={x} y={fillTop} width={wide} height={base - fillTop} />}
              {isRoomy && (
                <text className="value" x={x + wide / 2} y={y - 5} textAnchor="middle">
                  {value > 0 ? format(value) : '0'}
                </text>
              )}
              {(isRoomy || i % Math.ceil(24 / band) === 0) && (
                <text x={x + wide / 2} y={base + 14} textAnchor="middle">
                  {part}
                </text>
              )}
              {year !== before && (
                <text x={x} y={base + 28}>
                  {year}
                </text>
              )}
            </g>
          );
        })}
        <path className="base" d={`M${LEFT} ${base}H${width}`} />
      </svg>
    </div>
  );
}

function nameOf(time: number, kind: 'month' | 'quarter'): string {
  const { part, year } = namePeriod(time, kind);
  return kind === 'quarter' ? `${year} Q${part}` : `${year}-${part.padStart(2, '0')}`;
}

function PeriodTable({ answer }: { readonly answer: CollectionAnswer }) {
  const { unit, periodKind } = answer;
  return (
    <table className="nf-table">
      <thead>
        <tr>
          <th scope="col">{periodKind === 'quarter' ? 'Quarter' : 'Month'}</th>
          <th scope="col" className="tm-r">
            Sales
          </th>
          <th scope="col" className="tm-r">
            Volume, {unit.symbol}
          </th>
          <th scope="col" className="tm-r">
            Flagged, strict
          </th>
          <th scope="col" className="tm-r">
            Flagged, loose
          </th>
          <th scope="col" className="tm-r">
            Lowest sale
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.periods.map(({ time, count, amount, strict, loose, lowest }) => (
          <tr key={time}>
            <th scope="row">{nameOf(time, periodKind)}</th>
            <td className="tm-r">{formatCount(count)}</td>
            <td className="tm-r">
              <UnitAmount units={amount} unit={unit} />
            </td>
            <td className="tm-r">
              <UnitAmount units={strict} unit={unit} />
            </td>
            <td className="tm-r">
              <UnitAmount units={loose} unit={unit} />
            </td>
            <td className="tm-r">{lowest === null ? '–' : <UnitAmount units={lowest} unit={unit} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function toCsv({ periods, periodKind, unit }: CollectionAnswer): string {
  const rows = periods.map(({ time, count, amount, strict, loose, lowest }) =>
    [nameOf(time, periodKind), count, amount, strict, loose, lowest ?? ''].join(','),
  );
  const head = `period,sales,volume_smallest_unit_${unit.symbol},flagged_strict,flagged_loose,lowest_sale`;
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** Volume, flagged share and lowest price by month or quarter, each with its table. */
export function PeriodCharts({ answer }: { readonly answer: CollectionAnswer }) {
  const { periods, periodKind, unit } = answer;
  if (periods.length === 0) return null;
  const toNumber = (units: bigint): number => Number(formatUnits(units, unit.decimals ?? 0));
  const share = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100);
  const volumes = periods.map(({ amount }) => toNumber(amount));
  const loose = periods.map((period) => share(period.loose, period.amount));
  const strict = periods.map((period) => share(period.strict, period.amount));
  const floors = periods.map(({ lowest }) => (lowest === null ? 0 : toNumber(lowest)));
  const table = <PeriodTable answer={answer} />;
  const csv = () => toCsv(answer);
  const total = periods.reduce((sum, { amount }) => sum + amount, 0n);
  const flagged = periods.reduce((sum, period) => sum + period.loose, 0n);
  const percent = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));
  return (
    <div className="nf-charts">
      <ChartFrame
        title={`Volume per ${periodKind}`}
        unit={`${unit.symbol}, log scale`}
        chart={
          <Bars
            values={volumes}
            isLog
            answer={answer}
            format={shortFigure}
            label={`Volume per ${periodKind}; the table has every figure.`}
          />
        }
        table={table}
        csv={csv}
        fileName="nft-periods.csv"
      />
      <ChartFrame
        title="Flagged share"
        unit="% of volume. Filled: strict, outline: loose"
        chart={
          <Bars
            values={loose}
            inner={strict}
            isLog={false}
            answer={answer}
            format={percent}
            label={`Flagged share per ${periodKind}: ${formatShare(flagged, total)} of all in the loose view.`}
          />
        }
        table={table}
        csv={csv}
        fileName="nft-periods.csv"
      />
      <ChartFrame
        title="Lowest sale"
        unit={`${unit.symbol}, log scale, without flagged sales`}
        chart={
          <Bars
            values={floors}
            isLog
            answer={answer}
            format={shortFigure}
            label={`Lowest sale per ${periodKind}; the table has every figure.`}
          />
        }
        table={table}
        csv={csv}
        fileName="nft-periods.csv"
      />
    </div>
  );
}
