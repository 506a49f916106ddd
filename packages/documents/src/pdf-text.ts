/** Characters that steer the direction of text or print nothing: a reader must see that they are there. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]/u;
/** Marks a reader can lose count of: one stack of marks may cover the lines above. */
const MARK = /\p{M}/u;

function name(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/**
 * Text as it can be printed: one line, composed, blanks folded. Controls, direction marks, stacked marks and letters the
 * font lacks appear as `[U+0000]`, so that nothing is hidden and nothing moves what is next to it.
 */
export function toPrintable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const composed = text.normalize('NFC').replace(/[\s\u00a0]+/gu, ' ');
  return Array.from(composed, (character) => {
    const isPlain = !INVISIBLE.test(character) && !MARK.test(character);
    return isPlain && hasGlyph(character.codePointAt(0) ?? 0) ? character : name(character);
  })
    .join('')
    .trim();
}

/** Breaks a word that is wider than a line; characters stay whole. */
function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && measure(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

/** Words, those wider than a line broken, each with its width. */
function measureWords(text: string, width: number, measure: (text: string) => number): [string, number][] {
  return text.split(' ').flatMap((word): [string, number][] => {
    const wide = measure(word);
    if (wide <= width) return [[word, wide]];
    return breakWord(word, width, measure).map((part) => [part, measure(part)]);
  });
}

/** Lines no wider than `width`, broken at blanks, and within a word only where it fits no line. Never empty. */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  const blank = measure(' ');
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const [word, wide] of measureWords(text, width, measure)) {
    const fits = line !== '' && used + blank + wide <= width;
    if (line !== '' && !fits) lines.push(line);
    line = fits ? `${line} ${word}` : word;
    used = fits ? used + blank + wide : wide;
  }
  return [...lines, line];
}
