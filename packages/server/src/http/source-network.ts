import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address without an IPv4 tail, hexadecimal; `::` is written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}

/**
 * What limits count as one source: an IPv4 address, or the first 64 bits of an IPv6 address, all of which one subscriber has
 * (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain) || plain.includes('.')) return plain;
  const prefix = groupsOf(plain).slice(0, 4);
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
