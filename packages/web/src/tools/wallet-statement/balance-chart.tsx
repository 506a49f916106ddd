import '../../components/chart/chart.css';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { formatUnits } from '@trailmark/core/amount';
import { type ChartAxis, createTimeAxis, createValueAxis } from '@trailmark/drawing/chart/axes';
import type { ChartPoint, PlotAxes } from '@trailmark/drawing/chart/marks';
import { ChartFrame } from '../../components/chart/chart-frame.tsx';
import { StepSeries } from '../../components/chart/series.tsx';
import { useBoxSize } from '../../components/chart/use-box-size.ts';
import { formatTime } from '../../format/time.ts';
import { type Asset, AssetAmount, assetWords } from './statement-asset.tsx';

type Series = StatementAnswer['points'][number]['points'];
interface Shown {
  readonly asset: Asset;
  readonly points: Series;
  readonly closing: bigint | undefined;
}

/** Assets with a line each; the table and the files have all of them. */
const MOST = 4;
const ROW = 72;
const FOOT = 24;
const LEFT = 84;
const RIGHT = 12;

function toPoints({ points, asset }: Shown, end: number): ChartPoint[] {
  const drawn = points.map(({ time, amount }): ChartPoint => {
    return [time * 1_000, amount === undefined ? null : Number(formatUnits(amount, asset.decimals))];
  });
  const last = drawn.at(-1);
  return last ? [...drawn, [end, last[1]]] : drawn;
}

/** Below the steps, down to the line of zero; nothing where the balance is not known. */
function drawAreas(points: readonly ChartPoint[], { x, y }: PlotAxes, bottom: number): string {
  let path = '';
  for (const [i, [time, value]] of points.entries()) {
    const next = points[i + 1];
    if (value === null || !next) continue;
    path += `M${x.place(time)} ${bottom}V${y.place(value)}H${x.place(next[0])}V${bottom}Z`;
  }
  return path;
}

interface UnknownProps {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** The stretch of time in which the balance is not known; the words are there where they have room. */
function Unknown({ from, to, top, bottom }: UnknownProps) {
  return (
    <g className="ws-hatch">
      <rect x={from} y={top} width={to - from} height={bottom - top} />
      {to - from > 90 && (
        <text x={from + 10} y={(top + bottom) / 2 + 4}>
          Not known
        </text>
      )}
    </g>
  );
}

interface ScaleProps {
  readonly y: ChartAxis;
  readonly top: number;
  readonly bottom: number;
}

/** Zero and the highest round number of a row, each with its line. */
function Scale({ y, top, bottom }: ScaleProps) {
  const ticks = y.ticks.filter((_, i) => i === 0 || i === y.ticks.length - 1);
  return ticks.map(({ at, text }) => (
    <text key={at} x={LEFT - 6} y={Math.min(Math.max(at + 4, top + 4), bottom + 4)} textAnchor="end">
      {text}
    </text>
  ));
}

function Rows({ shown, width }: { readonly shown: readonly Shown[]; readonly width: number }) {
  const times = shown.flatMap(({ points }) => points.map(({ time }) => time * 1_000));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const end = to > from ? to : from + 86_400_000;
  const x = createTimeAxis([from, end], [LEFT, width - RIGHT]);
  const height = shown.length * ROW + FOOT;
  return (
    <svg width={width} height={height} aria-hidden="true">
      {shown.map((one, i) => {
        const points = toPoints(one, end);
        const [top, bottom] = [i * ROW + 10, (i + 1) * ROW - 8];
        const y = createValueAxis([0, ...points.flatMap(([, value]) => value ?? [])], [bottom, top]);
        const gap = points.find(([, value]) => value === null);
        return (
          <g key={one.asset.id}>
            {gap && (
              <Unknown
                from={Math.min(x.place(gap[0]), width - RIGHT - 2)}
                to={width - RIGHT}
                top={top}
                bottom={bottom}
              />
            )}
            <path className="rule" d={`M${LEFT} ${top}H${width - RIGHT}`} />
            <path className="base" d={`M${LEFT} ${bottom}H${width - RIGHT}`} />
            <text x={0} y={(top + bottom) / 2 + 4} className="ws-name">
              {assetWords(one.asset).slice(0, 11)}
            </text>
            {points.some(([, value]) => value !== null) && <Scale y={y} top={top} bottom={bottom} />}
            <path className="ws-area" d={drawAreas(points, { x, y }, bottom)} />
            <StepSeries points={points} axes={{ x, y }} />
          </g>
        );
      })}
      {x.ticks.map(({ at, text }) => (
        <text key={at} x={at} y={height - 6} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  );
}

function Plot({ shown }: { readonly shown: readonly Shown[] }) {
  const { ref, width } = useBoxSize<HTMLDivElement>();
  const names = shown.map(({ asset }) => assetWords(asset)).join(', ');
  return (
    <div className="ws-plot">
      <div
        ref={ref}
        className="tm-plot ws-lines"
        style={{ height: shown.length * ROW + FOOT }}
        role="img"
        aria-label={`Balance over time of ${names}. The table has the same figures.`}
      >
        {width > 0 && <Rows shown={shown} width={width} />}
      </div>
      <ul className="ws-ends" aria-label="At close">
        {shown.map(({ asset, closing }) => (
          <li key={asset.id}>
            <b>
              <AssetAmount asset={asset} units={closing} />
            </b>
            <small className="tm-t3">{assetWords(asset)} at close</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Twin({ shown }: { readonly shown: readonly Shown[] }) {
  return (
    <table className="tm-charttable">
      <caption className="tm-sr">Balance over time</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Asset</th>
          <th scope="col" className="tm-r">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.flatMap(({ asset, points }) =>
          points.map(({ time, amount }) => (
            <tr key={`${asset.id} ${time}`}>
              <td className="tm-nw">{formatTime(time)}</td>
              <td>{assetWords(asset)}</td>
              <td className="tm-r">
                <AssetAmount asset={asset} units={amount} />
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

/** The balance of each asset after each line, on its own scale over one axis of time. Nothing is drawn where it is not known. */
export function BalanceChart({ answer }: { readonly answer: StatementAnswer }) {
  const { balances, points } = answer;
  const series = new Map(points.map((one) => [one.asset, one.points]));
  const all = balances.flatMap(({ asset, closing, isSpam }): Shown[] => {
    const own = series.get(asset.id) ?? [];
    return isSpam || own.length === 0 ? [] : [{ asset, closing, points: own }];
  });
  if (all.length === 0) return null;
  const shown = all.toSorted((a, b) => b.points.length - a.points.length).slice(0, MOST);
  const csv = () =>
    [
      'time_utc,asset,balance',
      ...all.flatMap(({ asset, points: own }) =>
        own.map(
          ({ time, amount }) =>
            `${formatTime(time)},${asset.id},${amount === undefined ? '' : formatUnits(amount, asset.decimals)}`,
        ),
      ),
    ].join('\r\n');
  return (
    <ChartFrame
      title="Balance over time"
      unit={
        all.length > MOST
          ? `own scale for each asset, ${MOST} of ${all.length} assets, UTC`
          : 'own scale for each asset, UTC'
      }
      chart={<Plot shown={shown} />}
      table={<Twin shown={all} />}
      csv={csv}
      fileName="balance-over-time.csv"
    />
  );
}
