import { z } from 'zod';

/**
 * Text that a person wrote, in one form of Unicode (NFC), at most so many UTF-16 units. Line breaks stay; NUL and half of a
 * character are refused, because no database keeps them.
 */
export function writtenText(max: number) {
  return z
    .string()
    .normalize()
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), {
      error: 'the character NUL and half of a character cannot be kept',
    });
}
