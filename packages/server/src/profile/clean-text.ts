import { AppError } from '@trailmark/core/errors';

/** Control characters, and those that turn the direction of text or are not seen. Tab and line feed are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A text of several lines as it is kept: lines end with a line feed, and nothing unseen is in it. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNSEEN, '').trim();
}

/** A text of one line as it is kept. Throws `invalid` for unseen characters, naming the field. */
export function cleanLine(text: string, field: string, name: string): string {
  const line = text.toWellFormed().normalize('NFC').trim();
  if (line.search(UNSEEN) >= 0 || /[\t\n]/.test(line)) {
    throw new AppError('invalid', `${name} has characters that cannot be seen. Type it again instead of pasting it.`, {
      context: { field },
    });
  }
  return line;
}
