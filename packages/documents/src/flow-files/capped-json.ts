import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';

const MAX_DEPTH = 40;

/** JSON of a stranger: refused where it nests deeper than any file of this kind does. Throws `invalid`. */
export function parseCappedJson(text: string): unknown {
  if (isJsonDeeper(text, MAX_DEPTH)) {
    throw new AppError('invalid', `The JSON of this file nests deeper than ${MAX_DEPTH} levels; no coin flow does.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError('invalid', 'This file is not JSON.');
  }
}
