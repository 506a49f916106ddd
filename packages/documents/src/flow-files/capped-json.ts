import { AppError } from '@trailmark/core/errors';

const MAX_DEPTH = 40;

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const STEPS: ReadonlyMap<number, number> = new Map(
  Object.entries({ '[': 1, '{': 1, ']': -1, '}': -1 }).map(([bracket, step]) => [bracket.charCodeAt(0), step]),
);

/** Place of the quote that ends the string begun before `from`; the end of the text where none does. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** Whether brackets outside strings nest deeper than the limit. Looks at each character once, whatever the text is. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else depth += STEPS.get(code) ?? 0;
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
