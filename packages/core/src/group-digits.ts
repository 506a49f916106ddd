/**
 * A whole number with its digits in groups: "4,313". What Intl writes too, without the tables that its first use loads. A number with a
 * fraction is left to Intl.
 */
export function groupDigits(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return value.toLocaleString('en');
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}
