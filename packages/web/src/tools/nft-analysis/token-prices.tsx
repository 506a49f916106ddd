import '../../components/chart/chart.css';
import { formatUnits } from '@trailmark/core/amount';
import { createTimeAxis } from '@trailmark/drawing/chart/axes';
import { ChartFrame } from '../../components/chart/chart-frame.tsx';
import { useBoxSize } from '../../components/chart/use-box-size.ts';
import { Time } from '../../components/time.tsx';
import { Price } from './parts.tsx';
import type { TokenAnswer } from './queries.ts';

const [HEIGHT, TOP, BOTTOM, LEFT, RIGHT] = [170, 24, 26, 56, 24] as const;

interface Point {
  readonly time: number;
  readonly value: number;
  readonly isRing: boolean;
}

function listPoints({ events, unit }: TokenAnswer): Point[] {
  return events.flatMap(({ time, sale }) => {
    const price = sale?.price;
    // A bundle's price is no price of this token; another asset has another scale.
    if (!price || sale.itemCount > 1 || price.symbol !== unit.symbol || price.amount === 0n) return [];
    return [
      {
        time,
        value: Number(formatUnits(price.amount, unit.decimals ?? 0)),
        isRing: sale.flags.some(({ rule }) => rule === 'ring'),
      },
    ];
  });
}

function Plot({ points, symbol }: { readonly points: readonly Point[]; readonly symbol: string }) {
  const { ref, width: box } = useBoxSize<HTMLDivElement>();
  const width = Math.max(box, 260);
  const times = points.map(({ time }) => time * 1_000);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const x = createTimeAxis([from, to > from ? to : from + 86_400_000], [LEFT + 10, width - RIGHT]);
  const logs = points.map(({ value }) => Math.log10(value));
  const [low, high] = [
    Math.floor(Math.min(...logs)),
    Math.max(Math.ceil(Math.max(...logs)), Math.floor(Math.min(...logs)) + 1),
  ];
  const place = (value: number): number =>
    HEIGHT - BOTTOM - ((Math.log10(value) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  return (
    <div ref={ref} className="nf-bars">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`Prices of ${points.length} sales in ${symbol}; the table lists them.`}
      >
        {ticks.map((tick) => (
          <g key={tick} className="tick">
            <path d={`M${LEFT} ${place(tick)}H${width}`} />
            <text x={LEFT - 8} y={place(tick) + 4} textAnchor="end">
              {tick >= 1_000 ? `${tick / 1_000} k` : String(tick)}
            </text>
          </g>
        ))}
        {x.ticks.map(({ at, text }) => (
          <text key={at} x={at} y={HEIGHT - 8} textAnchor="middle">
            {text}
          </text>
        ))}
        {points.map(({ time, value, isRing }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have a fixed order
          <circle key={i} className={isRing ? 'hollow' : 'dot'} cx={x.place(time * 1_000)} cy={place(value)} r={5} />
        ))}
      </svg>
    </div>
  );
}

/** Price at each sale of the token itself; sales of a ring are hollow. */
export function TokenPrices({ answer }: { readonly answer: TokenAnswer }) {
  const points = listPoints(answer);
  if (points.length < 2) return null;
  const sold = answer.events.filter(({ sale }) => sale?.price);
  return (
    <ChartFrame
      title="Price at each sale"
      unit={`${answer.unit.symbol}, log scale. Hollow: part of a ring`}
      chart={<Plot points={points} symbol={answer.unit.symbol} />}
      table={
        <table className="nf-table">
          <tbody>
            {sold.map(({ time, sale, txid }) => (
              <tr key={`${txid} ${time}`}>
                <td>
                  <Time seconds={time} />
                </td>
                <td className="tm-r">
                  <Price price={sale?.price ?? null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      }
      csv={() =>
        `time_utc,price_smallest_unit,asset\r\n${sold.map(({ time, sale }) => `${new Date(time * 1_000).toISOString()},${sale?.price?.amount},${sale?.price?.symbol}`).join('\r\n')}\r\n`
      }
      fileName="nft-prices.csv"
    />
  );
}
