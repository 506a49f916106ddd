import type { ListHistory } from '@trailmark/api/contract/list';

const WIDTH = 600;
const HEIGHT = 20;

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);

type OnList = ListHistory['lists'][number];

/** Until when a period is known: to its end, or to the last copy that has the address. */
const toEnd = ({ to }: OnList['periods'][number], lastCopy: string | null): string =>
  to ?? (lastCopy === null ? 'an unknown day' : `the last copy, ${lastCopy}`);

/** From listing to removal on each list, with the days of the transfers; what no copy shows is grey. The table below is its twin. */
export function PeriodBars({ history }: { readonly history: ListHistory }) {
  const days = [
    ...history.lists.flatMap(({ periods, firstCopy, lastCopy }) => [
      ...periods.flatMap(({ from, to }) => [from, ...(to === null ? [] : [to])]),
      ...[firstCopy, lastCopy].filter((day) => day !== null),
    ]),
    ...history.transfers.map(({ day }) => day),
  ].map(toTime);
  if (days.length === 0) return null;
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const span = Math.max(1, last - first);
  const x = (day: string): number => ((toTime(day) - first) / span) * WIDTH;
  return (
    <div className="dc-bars">
      {history.lists.map(({ pack, name, periods, firstCopy, lastCopy, entity }) => (
        <div className="dc-bar" key={pack}>
          <b>{name}</b>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            height={HEIGHT}
            width="100%"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${name}: ${
              periods.length === 0
                ? firstCopy === null
                  ? 'no copy'
                  : 'no match'
                : periods.map((period) => `${period.from} to ${toEnd(period, lastCopy)}`).join(', ')
            }`}
          >
            <line x1={0} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} stroke="var(--tm-line)" />
            {firstCopy !== null && x(firstCopy) > 0 && (
              <rect x={0} y={6} width={x(firstCopy)} height={8} fill="var(--tm-line)" opacity={0.5} />
            )}
            {lastCopy !== null && x(lastCopy) < WIDTH && (
              <rect x={x(lastCopy)} y={6} width={WIDTH - x(lastCopy)} height={8} fill="var(--tm-line)" opacity={0.5} />
            )}
            {periods.map(({ from, to }) => (
              <rect
                key={from}
                x={x(from)}
                y={3}
                width={Math.max(2, x(to ?? lastCopy ?? from) - x(from))}
                height={14}
                fill="var(--tm-accent)"
                opacity={0.55}
              />
            ))}
            {history.transfers.slice(0, 100).map(({ day, txid }, i) => (
              <line
                // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay an address twice
                key={`${txid} ${i}`}
                x1={x(day)}
                x2={x(day)}
                y1={0}
                y2={HEIGHT}
                stroke="var(--tm-warn)"
                strokeDasharray="3 2"
              />
            ))}
          </svg>
          <span className="tm-t2">
            {periods.length > 0
              ? `${periods.at(-1)?.from} to ${periods.slice(-1).map((period) => toEnd(period, lastCopy))}${entity ? `, ${entity}` : ''}`
              : firstCopy === null
                ? 'no copy: not known'
                : 'no match'}
          </span>
        </div>
      ))}
    </div>
  );
}
