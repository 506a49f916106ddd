import type { PictureFont } from './picture.ts';

/** Advances in thousandths of the size, rounded from IBM Plex Sans Regular; letters that are not here count as 580. */
const WIDTHS: readonly (readonly [letters: string, advance: number])[] = [
  [' ', 236],
  ["ijl.,:;'|!", 270],
  ['ftI()[]-r“”‘’', 360],
  ['sczJk', 510],
  ['…—MW@%', 880],
  ['mw', 850],
  ['ABCDEFGHKLNOPQRSTUVXYZ&', 640],
];
const OTHER = 580;
const MONO = 600;
const BOLD = 1.05;
const ADVANCES = new Map(
  WIDTHS.flatMap(([letters, advance]) => Array.from(letters, (letter) => [letter, advance] as const)),
);

/** Width of a text in pixels, near enough to leave room for it: drawings are made where no font can be measured. */
export function measureText(text: string, size: number, font: PictureFont): number {
  const characters = Array.from(text);
  if (font === 'mono') return (characters.length * MONO * size) / 1000;
  const sum = characters.reduce((total, character) => total + (ADVANCES.get(character) ?? OTHER), 0);
  return (sum * size * (font === 'bold' ? BOLD : 1)) / 1000;
}

/** One line of a stranger's text: what steers direction or prints nothing is spelled out, the rest cut to so many characters. */
export function plainText(text: string, length: number): string {
  const short = Array.from(
    text
      .slice(0, length * 8)
      .toWellFormed()
      .replace(/\s+/g, ' ')
      .trim(),
  ).map((character) =>
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u.test(character)
      ? `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
      : character,
  );
  return short.length > length ? `${short.slice(0, length - 1).join('')}…` : short.join('');
}

/** Lines no longer than so many characters, broken at blanks and within words that are longer. */
export function wrapText(text: string, length: number, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => part.match(new RegExp(`.{1,${length}}`, 'gu')) ?? [])) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= length) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  return lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1] ?? ''} …`] : lines;
}

/** `bc1q2k7…kgems` */
export function shortIdentifier(text: string): string {
  return text.length > 16 ? `${text.slice(0, 7)}…${text.slice(-5)}` : text;
}
