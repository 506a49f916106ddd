import type { IndexedRange } from '../format/gap-summary.ts';
import { formatCount } from '../format/number.ts';

const WIDTH = 600;
const HEIGHT = 14;
/** A run of one block in a million must still be seen. */
const MIN_PX = 2;

export interface CoverageStripProps {
  readonly ranges: readonly IndexedRange[];
  /** Highest indexed height: the right end. */
  readonly tip: number;
}

/** A run can span more heights than it holds blocks of: its bar is low, so that it does not look whole. */
function describeFill(ranges: readonly IndexedRange[]): string {
  return ranges.every(({ wholeBlocks }) => wholeBlocks)
    ? 'indexed, or hatched: not indexed'
    : 'full: indexed; low: some blocks, or parts of them; hatched: not indexed';
}

/** Heights 0 to the tip as one strip: filled where blocks are indexed, low where in part, hatched where not. The list below says the same. */
export function CoverageStrip({ ranges, tip }: CoverageStripProps) {
  const scale = WIDTH / (tip + 1);
  return (
    <figure className="tm-strip">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <defs>
          <pattern id="tm-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="1.2" height="5" fill="var(--tm-line-strong)" />
          </pattern>
        </defs>
        <rect width={WIDTH} height={HEIGHT} fill="url(#tm-hatch)" />
        {ranges.map(({ fromHeight, toHeight, wholeBlocks }) => (
          <rect
            key={fromHeight}
            x={Math.min(WIDTH - MIN_PX, fromHeight * scale)}
            width={Math.max(MIN_PX, (toHeight - fromHeight + 1) * scale)}
            y={wholeBlocks ? 0 : HEIGHT / 2}
            height={wholeBlocks ? HEIGHT : HEIGHT / 2}
            fill={wholeBlocks ? 'var(--tm-text)' : 'var(--tm-control)'}
          />
        ))}
      </svg>
      <figcaption>
        <span>0</span>
        <span>{describeFill(ranges)}</span>
        <span>{formatCount(tip)}</span>
      </figcaption>
    </figure>
  );
}
