import { groupDigits } from '@trailmark/core/group-digits';

/** A number as people read it: "4,313". */
export function formatCount(value: number): string {
  return groupDigits(value);
}

/** A number of things: "1 input", "4,313 inputs". */
export function formatPlural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
