import type { UtxoChain } from './chain-definition.ts';
import { invalidDescriptor, type KeyExpression, type KeyPlace, parseKeyExpression } from './key-expression.ts';

/** Splits at commas outside of brackets. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(' || character === '{') depth++;
    if (character === ')' || character === '}') depth--;
    if (character !== ',' || depth !== 0) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
}

/** The order in which `sortedmulti` writes keys. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Minimal push of a number of keys or signatures, 1 to 999. */
export function countPush(count: number): number[] {
  if (count <= 16) return [0x50 + count];
  return count < 0x80 ? [1, count] : [2, count & 0xff, count >> 8];
}

/** Reads `k,KEY,…` (BIP 383, 387), at most `most` keys. Throws `invalid`. */
export function parseMultisigArguments(
  chain: UtxoChain,
  {
    name,
    inside,
    most,
    form,
  }: { readonly name: string; readonly inside: string; readonly most: number; readonly form: KeyPlace },
): { readonly required: number; readonly keys: readonly KeyExpression[] } {
  const [first = '', ...texts] = splitArguments(inside);
  const required = /^[1-9][0-9]{0,2}$/.test(first)
    ? Number(first)
    : invalidDescriptor(`${name}() starts with a number of signatures`);
  if (texts.length < required || texts.length > most) {
    invalidDescriptor(
      `${name}() asks for ${required} signatures of ${texts.length} keys, and has at most ${most} keys here`,
    );
  }
  return { required, keys: texts.map((text) => parseKeyExpression(chain, text, form)) };
}
