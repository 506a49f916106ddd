import type { FilePart } from './file-stream.ts';

/** The bytes that a Range header asks for (RFC 9110, 14.2); the whole file where it asks for something else. */
export function readRange(header: string | undefined, size: number): FilePart {
  const whole = { start: 0, end: size - 1, size, isWhole: true };
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || match[0] === 'bytes=-') return whole;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? whole : { start, end, size, isWhole: false };
}
