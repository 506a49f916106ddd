import { AppError } from '@trailmark/core/errors';
import { MOST_PATH_HOPS, type PathQuestion } from './path-search.ts';

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** Throws `invalid` for a question that contradicts itself or has no bounds. */
export function checkQuestion(question: PathQuestion): void {
  const { from, to, maxHops, limit, budget, fromTime, toTime } = question;
  if (!isWithin(maxHops, 1, MOST_PATH_HOPS)) {
    throw new AppError('invalid', `A way cannot be ${maxHops} payments long here: ask for 1 to ${MOST_PATH_HOPS}.`);
  }
  if (!isWithin(limit, 1, 1_000)) throw new AppError('invalid', `${limit} ways cannot be given: ask for 1 to 1,000.`);
  if (!isWithin(budget, 1, 1_000_000)) {
    throw new AppError('invalid', `A search cannot read ${budget} transactions: allow 1 to 1,000,000.`);
  }
  if (fromTime !== undefined && toTime !== undefined && fromTime > toTime) {
    throw new AppError('invalid', 'The time window ends before it begins: give the earlier time first.');
  }
  if (from === to) throw new AppError('invalid', 'The two places are the same: name two different ones.');
}
