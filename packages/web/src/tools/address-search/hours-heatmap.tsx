import { createHourScale, WEEKDAYS } from './chart-data.ts';

export interface HoursProps {
  /** Seven rows (Monday first) of 24 counts, UTC. */
  readonly weekdayHours: readonly (readonly number[])[];
}

const CELL = { left: 34, width: 17, height: 20, gap: 1.5 } as const;
const WIDTH = CELL.left + 24 * CELL.width;
const HEIGHT = 7 * CELL.height + 20;
const NAMED_HOURS = [0, 6, 12, 18, 23];

const pad = (hour: number): string => hour.toString().padStart(2, '0');

/** Transactions by weekday and hour: one hue, lightness only; a counted zero is the lightest step. */
export function HoursHeatmap({ weekdayHours }: HoursProps) {
  const { level, legend } = createHourScale(weekdayHours);
  return (
    <>
      <ul className="as-legend tm-xs" aria-label="Legend, transactions">
        {legend.map(({ level: step, text }) => (
          <li key={text}>
            <i style={{ background: `var(--tm-seq-${step})` }} />
            {text}
          </li>
        ))}
      </ul>
      <svg
        className="as-hours"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        role="img"
        aria-label="Transactions by weekday and hour in UTC. The table holds the counts."
      >
        {weekdayHours.map((counts, day) => {
          const name = WEEKDAYS[day] ?? '';
          return (
            <g key={name}>
              <text x={CELL.left - 8} y={day * CELL.height + 14} textAnchor="end">
                {name}
              </text>
              {counts.map((count, hour) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: 24 fixed hours
                  key={hour}
                  x={CELL.left + hour * CELL.width}
                  y={day * CELL.height}
                  width={CELL.width - CELL.gap}
                  height={CELL.height - CELL.gap}
                  rx="1"
                  fill={`var(--tm-seq-${level(count)})`}
                >
                  <title>{`${name} ${pad(hour)}:00 to ${pad(hour)}:59 UTC: ${count}`}</title>
                </rect>
              ))}
            </g>
          );
        })}
        {NAMED_HOURS.map((hour) => (
          <text key={hour} x={CELL.left + (hour + 0.5) * CELL.width} y={HEIGHT - 5} textAnchor="middle">
            {pad(hour)}
          </text>
        ))}
      </svg>
    </>
  );
}

/** The same counts as a table. */
export function HoursTable({ weekdayHours }: HoursProps) {
  return (
    <table className="as-mini dense">
      <caption className="tm-sr">Transactions by weekday and hour, UTC</caption>
      <thead>
        <tr>
          <th scope="col">UTC</th>
          {Array.from({ length: 24 }, (_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: 24 fixed hours
            <th key={hour} scope="col" className="tm-r">
              {pad(hour)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdayHours.map((counts, day) => (
          <tr key={WEEKDAYS[day]}>
            <th scope="row">{WEEKDAYS[day]}</th>
            {counts.map((count, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: 24 fixed hours
              <td key={hour} className="tm-r">
                {count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
