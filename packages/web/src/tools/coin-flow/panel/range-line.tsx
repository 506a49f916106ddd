import type { MethodComparison } from '@trailmark/api/contract/trace';

export interface RangeLineProps {
  readonly least: bigint;
  readonly most: bigint;
  /** Amount by the method in use. */
  readonly used: bigint | undefined;
  /** Where the scale ends that all lines of an asset share; what is more continues with an arrow. */
  readonly scale: bigint;
  readonly label: string;
}

/**
 * Where the scale of each asset ends: the most that a method counts at an exit. Poison counts all that it touches, which would
 * press every other line against zero, so it only counts where nothing else was compared.
 */
export function findScales(data: Pick<MethodComparison, 'exits' | 'methods'> | undefined): ReadonlyMap<string, bigint> {
  const scales = new Map<string, bigint>();
  if (!data) return scales;
  const others = data.methods.map(({ id }) => !id.startsWith('poison/'));
  const isOther = (i: number) => others[i] === true || !others.includes(true);
  for (const { asset, amounts } of data.exits) {
    for (const amount of amounts.filter((_, i) => isOther(i)))
      if (amount > (scales.get(asset) ?? 0n)) scales.set(asset, amount);
  }
  return scales;
}

const WIDTH = 130;
const PER_MILLE = 1_000n;

function toX(value: bigint, scale: bigint): number {
  if (scale === 0n) return 4;
  const held = value > scale ? scale : value;
  return 4 + (Number((held * PER_MILLE) / scale) / 1_000) * (WIDTH - 8);
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
          {most > scale ? <path d={`M${to - 4} 4l5 4-5 4`} /> : <circle cx={to} cy="8" r="3" />}
        </>
      )}
      {used !== undefined && <rect x={toX(used, scale) - 2.5} y="1" width="5" height="14" rx="1" />}
    </svg>
  );
}
