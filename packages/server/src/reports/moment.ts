/** `2026-11-20T14:05:00Z`. */
export function toMoment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
