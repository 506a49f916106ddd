/** `2026-03-09`, UTC. */
export function formatUtcDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** `2026-03-09T13:20`, UTC, as a field for a time takes it; empty for none. */
export function toTimeField(seconds: number | null): string {
  return seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 16);
}

/** Seconds of a field for a time, read as UTC; null for an empty one, undefined for what is no time. */
export function readTimeField(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
