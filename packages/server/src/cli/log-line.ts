const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A text as one line of a log or a terminal. What others wrote may be in it, as in a message of a node: line ends, escape sequences and
 * letters that turn the direction of a line become `\u001b`.
 */
export function toLogLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => character.split('').map(escapeUnit).join(''));
}
