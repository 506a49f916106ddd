import { escapeHostile, HOSTILE_LENGTH } from './hostile-text.ts';

/** A claim's text as it may be shown: control characters as codes, cut. The whole text is in the page of the address. */
export function capClaimText(text: string, length = HOSTILE_LENGTH): string {
  const chars = Array.from(escapeHostile(text));
  return chars.length > length ? `${chars.slice(0, length).join('')}…` : chars.join('');
}
