import { AppError } from '@trailmark/core/errors';

export interface TextRule {
  /** The field of the request, for the message next to it. */
  readonly field: string;
  readonly min: number;
  readonly max: number;
  /** What is wrong and what would be right, as a sentence. */
  readonly sentence: string;
  /** Keeps line breaks; otherwise the text is one line. */
  readonly hasLines?: boolean;
}

/** Text as people wrote it, without control characters and half characters. Throws `invalid` with the field. */
export function readPlainText(given: string, { field, min, max, sentence, hasLines = false }: TextRule): string {
  const kept = hasLines ? given.replace(/(?![\n])\p{Cc}/gu, ' ') : given.replace(/\p{Cc}+/gu, ' ');
  const text = kept.toWellFormed().trim();
  const length = [...text].length;
  if (length < min || length > max) throw new AppError('invalid', sentence, { context: { field } });
  return text;
}

/** Why an administrator did something: it is logged, and mostly emailed. */
export function readReason(given: string): string {
  const sentence = 'Say why, in 3 to 1,000 characters.';
  return readPlainText(given, { field: 'reason', min: 3, max: 1_000, sentence, hasLines: true });
}
