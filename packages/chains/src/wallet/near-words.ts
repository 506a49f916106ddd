/** Words further away than this are others, not misspellings. */
const MOST_EDITS = 2;

/** One more row of the table of edit distances, from the two rows before it. */
function nextRow(a: string, i: number, b: string, last: readonly number[], before: readonly number[]): number[] {
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swapped = isSwap ? (before[j - 2] ?? replaced) + 1 : replaced;
    row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
  }
  return row;
}

/** Letters to insert, remove, replace or swap with their neighbour to turn one word into another. */
function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MOST_EDITS) return MOST_EDITS + 1;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow(a, i, b, last, before);
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Words of a list that differ from a word by at most two letters, the nearest first. */
export function findNearWords(
  word: string,
  list: readonly string[],
): readonly { readonly word: string; readonly edits: number }[] {
  return list
    .map((other) => ({ word: other, edits: countEdits(word, other) }))
    .filter(({ edits }) => edits > 0 && edits <= MOST_EDITS)
    .sort((a, b) => a.edits - b.edits);
}
