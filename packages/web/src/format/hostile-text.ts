/** Characters of hostile text shown before "all". */
export const HOSTILE_LENGTH = 64;

/** Controls, line separators, zero-width, direction overrides, and lone surrogates: everything that hides or reorders text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0\u2800]/gu;

/** Makes every invisible character visible as its code, `\u202e` style; the rest stays as it was. */
export function escapeHostile(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Takes apart what the API quotes: `"text"` is text, bare hexadecimal digits are bytes that are no text. */
export function readQuoted(text: string): { readonly body: string; readonly isHex: boolean } {
  const quoted = /^"([\s\S]*)"(…?)$/.exec(text);
  if (quoted) return { body: (quoted[1] ?? '') + (quoted[2] ?? ''), isHex: false };
  return { body: text, isHex: /^(?:[0-9a-f]{2})+…?$/.test(text) };
}
