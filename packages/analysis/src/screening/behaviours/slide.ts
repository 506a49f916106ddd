export const HOUR = 3_600;
export const DAY = 86_400;

/** For each item the run of items up to it that are at most so many seconds older. Items are in order of time. */
export function* slide(
  items: readonly { readonly time: number }[],
  seconds: number,
): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  for (let end = 0; end < items.length; end++) {
    const until = items[end]?.time ?? 0;
    while (until - (items[start]?.time ?? 0) > seconds) start++;
    yield { start, end: end + 1 };
  }
}
