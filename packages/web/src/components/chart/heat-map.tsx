import './chart.css';
import { createCountScale } from '@trailmark/drawing/chart/count-scale';
import { formatCount } from '../../format/number.ts';

export interface HeatMapProps {
  /** What is counted and by what, for screen readers. */
  readonly label: string;
  /** What is counted, for the legend: "transactions". */
  readonly counted: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Which columns have their name below. */
  readonly named: readonly number[];
  /** One row of counts for each of `rows`. */
  readonly counts: readonly (readonly number[])[];
  /** Words of one cell. */
  readonly describe: (row: number, column: number, count: number) => string;
}

const CELL = { left: 34, width: 17, height: 20, gap: 1.5 } as const;
const FOOT = 20;

/** Counts in rows and columns: one hue, lightness only; a counted zero is the lightest step. */
export function HeatMap({ label, counted, rows, columns, named, counts, describe }: HeatMapProps) {
  const { levelOf, bins } = createCountScale(counts.flat());
  const [width, height] = [CELL.left + columns.length * CELL.width, rows.length * CELL.height + FOOT];
  return (
    <>
      <ul className="tm-chartlegend tm-xs" aria-label={`Legend, ${counted}`}>
        {bins.map(({ level, from, to }) => (
          <li key={from}>
            <i style={{ background: `var(--tm-seq-${level})` }} />
            {from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`}
          </li>
        ))}
      </ul>
      <svg className="tm-heatmap" viewBox={`0 0 ${width} ${height}`} width="100%" role="img" aria-label={label}>
        {rows.map((name, row) => (
          <g key={name}>
            <text x={CELL.left - 8} y={row * CELL.height + 14} textAnchor="end">
              {name}
            </text>
            {columns.map((each, column) => {
              const count = counts[row]?.[column] ?? 0;
              return (
                <rect
                  key={each}
                  x={CELL.left + column * CELL.width}
                  y={row * CELL.height}
                  width={CELL.width - CELL.gap}
                  height={CELL.height - CELL.gap}
                  rx="1"
                  fill={`var(--tm-seq-${levelOf(count)})`}
                >
                  <title>{describe(row, column, count)}</title>
                </rect>
              );
            })}
          </g>
        ))}
        {named.map((column) => (
          <text key={column} x={CELL.left + (column + 0.5) * CELL.width} y={height - 5} textAnchor="middle">
            {columns[column]}
          </text>
        ))}
      </svg>
    </>
  );
}

/** The same counts as a table; `corner` is the head of the column of names. */
export function HeatTable({
  caption,
  corner,
  rows,
  columns,
  counts,
}: Pick<HeatMapProps, 'rows' | 'columns' | 'counts'> & { readonly caption: string; readonly corner: string }) {
  return (
    <table className="tm-charttable dense">
      <caption className="tm-sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className="tm-r">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((each, column) => (
              <td key={each} className="tm-r">
                {counts[row]?.[column] ?? 0}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
