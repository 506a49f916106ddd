export interface RangeLineProps {
  readonly least: bigint;
  readonly most: bigint;
  /** Amount by the method in use. */
  readonly used: bigint | undefined;
  /** The largest amount of all lines, which share one scale. */
  readonly scale: bigint;
  readonly label: string;
}

/** The largest amount of all exits: the end of the scale they share. */
export function findScale(exits: readonly { readonly most: bigint }[]): bigint {
  return exits.map(({ most }) => most).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
}

const WIDTH = 130;
const PER_MILLE = 1_000n;

function toX(value: bigint, scale: bigint): number {
  if (scale === 0n) return 4;
  return 4 + (Number((value * PER_MILLE) / scale) / 1_000) * (WIDTH - 8);
}

/** A line from least to most with a bar at the method in use. */
export function RangeLine({ least, most, used, scale, label }: RangeLineProps) {
  const [from, to] = [toX(least, scale), toX(most, scale)];
  return (
    <svg className="cf-range" viewBox={`0 0 ${WIDTH} 16`} role="img" aria-label={label}>
      <line className="ground" x1="4" x2={WIDTH - 4} y1="8" y2="8" />
      {most > least && (
        <>
          <line className="span" x1={from} x2={to} y1="8" y2="8" />
          <circle cx={from} cy="8" r="3" />
          <circle cx={to} cy="8" r="3" />
        </>
      )}
      {used !== undefined && <rect x={toX(used, scale) - 2.5} y="1" width="5" height="14" rx="1" />}
    </svg>
  );
}
