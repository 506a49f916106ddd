import type { AsOf, CoverageRange } from '@trailmark/api/wire';
import { findRunEnd } from '../format/gap-summary.ts';
import { formatCount } from '../format/number.ts';
import { Missing } from './missing.tsx';

const HOLES =
  'Heights between this block and the highest one held are missing, so it is not shown that they stand on top of it.';

export interface ConfirmationsProps {
  /** Null while unconfirmed. */
  readonly height: number | null;
  /** As the server counted them: heights from the block to the tip. */
  readonly count: number;
  readonly ranges: readonly CoverageRange[];
  readonly asOf: AsOf;
}

/** Blocks on top, where every one of them is held; else "not known" with the reason. */
export function Confirmations({ height, count, ranges, asOf }: ConfirmationsProps) {
  if (height === null) return '0, unconfirmed';
  if (findRunEnd(ranges, height) !== asOf.height) return <Missing reason={HOLES} />;
  return formatCount(count);
}
