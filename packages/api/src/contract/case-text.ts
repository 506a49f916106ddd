import { z } from 'zod';
import { unixSeconds } from '../wire.ts';

/** One line that a person types: NFC, without control characters. */
export function lineText(max: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .max(max)
    .regex(/^\P{Cc}*$/u, 'it takes one line of text');
}

/** As `lineText`, and not empty. */
export function neededLine(max: number) {
  return lineText(max).min(1);
}

/** Several lines that a person types, plain text: NFC. */
export function plainText(max: number) {
  return z.string().trim().normalize('NFC').max(max);
}

/** Why something is withdrawn, ended or looked at. */
export const why = plainText(500).min(3);

export const withdrawal = z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable();
