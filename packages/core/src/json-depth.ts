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

/**
 * Whether the brackets of a JSON text nest deeper than `limit`: what walks such a value by calling itself would run out of
 * stack. Looks at each character once, whatever the text is.
 */
export function isJsonDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else depth += STEPS.get(code) ?? 0;
    if (depth > limit) return true;
  }
  return false;
}
