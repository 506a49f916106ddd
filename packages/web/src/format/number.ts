import { groupThousands } from './amount.ts';

/** A count with thousands commas: "18,417". */
export function formatCount(value: number): string {
  return groupThousands(Math.round(value).toString());
}

/** Whole below 10,000, then thousands, cut: "9,999", "10k", "123k". For where there is no room; the exact count is elsewhere. */
export function formatShortCount(value: number): string {
  return value < 10_000 ? formatCount(value) : `${formatCount(Math.floor(value / 1_000))}k`;
}

/** "1 output", "2 outputs". */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Bytes whole below 10,000, then kB and MB (powers of ten) with one place. */
export function formatBytes(bytes: number): string {
  if (bytes < 10_000) return `${formatCount(bytes)} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Fee per virtual byte in the smallest unit, two places cut (not rounded up): "12.34". */
export function formatFeeRate(fee: bigint, vsize: number): string {
  const hundredths = (fee * 100n) / BigInt(Math.max(1, vsize));
  return `${groupThousands((hundredths / 100n).toString())}.${(hundredths % 100n).toString().padStart(2, '0')}`;
}

/** "about 20 s", "about 4 min": only for jobs, never for evidence. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? `${Math.round(seconds / 3600)} h` : `${formatCount(seconds / 86_400)} days`;
}
