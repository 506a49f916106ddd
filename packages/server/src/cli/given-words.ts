import { AppError } from '@trailmark/core/errors';
import type { GivenWords } from './define-command.ts';

/** Throws `invalid` with the place of the command's help. */
export function refuseWords(command: string, sentence: string): never {
  throw new AppError('invalid', `${sentence} See "trailmark help ${command}".`);
}

/** Text of an option; undefined where it was not given. */
export function readText({ values }: GivenWords, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Texts of an option that may be given more than once. */
export function readTexts({ values }: GivenWords, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Whole number of an option. Throws `invalid` for anything else. */
export function readNumber(command: string, given: GivenWords, name: string): number | undefined {
  const value = readText(given, name);
  if (value === undefined) return undefined;
  return /^\d{1,9}$/.test(value) ? Number(value) : refuseWords(command, `--${name} takes a whole number.`);
}

/** Throws `invalid` where words are left over. */
export function assertNoWords(command: string, words: readonly string[]): void {
  if (words.length > 0) refuseWords(command, `"${words[0]}" is not understood.`);
}
