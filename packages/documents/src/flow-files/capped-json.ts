import { AppError } from '@trailmark/core/errors';

const MAX_DEPTH = 40;

const STEPS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** Whether brackets outside strings nest deeper than the limit. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    depth += STEPS[token] ?? 0;
    if (depth > limit) return true;
  }
  return false;
}

/** JSON of a stranger: refused where it nests deeper than any file of this kind does. Throws `invalid`. */
export function parseCappedJson(text: string): unknown {
  if (isDeeper(text, MAX_DEPTH)) {
    throw new AppError('invalid', `The JSON of this file nests deeper than ${MAX_DEPTH} levels; no coin flow does.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError('invalid', 'This file is not JSON.');
  }
}
