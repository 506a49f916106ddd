const SIZES: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A length of time in its two largest parts: `1 h 5 min`, `12 s`. The sign is left out. */
export function formatWait(seconds: number): string {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [size, word] of SIZES) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count} ${word}`);
    rest %= size;
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}
