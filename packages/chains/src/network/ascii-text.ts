/** Longer texts are rare, and their lists are not kept. */
const LONGEST_KEPT = 128;
/** By length. */
const kept: number[][] = [];

function listOf(length: number): number[] {
  if (length > LONGEST_KEPT) return new Array<number>(length).fill(0);
  kept[length] ??= new Array<number>(length).fill(0);
  return kept[length];
}

/**
 * Text of the characters from one place to another, in one piece. Traces write addresses by the hundred thousand, so the list
 * that the platform wants is made once for each length.
 */
export function asciiText(characters: Uint8Array, from: number, to: number): string {
  const list = listOf(to - from);
  for (let i = from; i < to; i++) list[i - from] = characters[i] ?? 0;
  return String.fromCharCode.apply(undefined, list);
}
