import { type Position, positionHeight } from '@trailmark/core/position';
import type { HeightSpan } from '../answer.ts';

interface Sum {
  readonly firstPosition: Position;
  readonly lastPosition: Position;
}

/** Heights from the first to the last move of some sums; no height where there are none. */
export function spanOfSums(sums: readonly Sum[]): HeightSpan {
  return sums.reduce<HeightSpan>(
    ({ from, to }, { firstPosition, lastPosition }) => ({
      from: Math.min(from, positionHeight(firstPosition)),
      to: Math.max(to, positionHeight(lastPosition)),
    }),
    { from: Number.MAX_SAFE_INTEGER, to: -1 },
  );
}
