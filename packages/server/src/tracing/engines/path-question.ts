import { PATH_BUDGET, PATH_ENDS, type PathQuestion } from '@trailmark/analysis/tracing/paths/path-search';
import type { PathBody } from './tracing-engine.ts';

/** Values on the edges of paths are in dollars. */
export const PATH_CURRENCY = 'USD';

/** The request of a search for paths on any chain. */
export function toPathQuestion(body: PathBody): PathQuestion {
  const { from, to, direction, mode, maxHops, limit, fromTime, toTime } = body;
  return { from, to, direction, mode, maxHops, limit, fromTime, toTime, ends: PATH_ENDS, budget: PATH_BUDGET };
}
