import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { AttemptLimit } from '@trailmark/store/cases/accounts/attempt-rows';
import type { RequestSource } from '../casework/caller.ts';

const MINUTE = 60_000;
const PER_ADDRESS = 20;
const PER_NETWORK = 60;
const PER_ACCOUNT = 10;
const GROUPS = 8;
/** Groups of 16 bits of an IPv6 /56, whose last one counts by half. */
const WHOLE_GROUPS = 3;

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right].map((group) => group.padStart(4, '0'));
}

/** The network an address belongs to: /24 of IPv4, /56 of IPv6. Other text is its own network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
  const groups = expandIpv6(address.toLowerCase());
  return `${groups.slice(0, WHOLE_GROUPS).join(':')}:${groups[WHOLE_GROUPS]?.slice(0, 2)}00::/56`;
}

/** How often one address and one network may try something in a minute. */
export function limitSource(what: string, { address }: RequestSource): readonly AttemptLimit[] {
  return [
    { key: `${what}:address:${address}`, max: PER_ADDRESS, withinMs: MINUTE },
    { key: `${what}:network:${networkOf(address)}`, max: PER_NETWORK, withinMs: MINUTE },
  ];
}

/** How often the password of one account may be tried in an hour, whoever tries; `account` is a hash, also of nobody. */
export function limitAccount(what: string, account: string): AttemptLimit {
  return { key: `${what}:account:${account}`, max: PER_ACCOUNT, withinMs: 60 * MINUTE };
}

/** How often the sign-in of an address may be tried, by its folded form; it is kept as a hash, also for nobody's. */
export function limitSignIn(emailKey: string): AttemptLimit {
  return limitAccount('sign-in', createHash('sha256').update(emailKey).digest('hex'));
}
