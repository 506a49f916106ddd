import { BlockList, isIPv4 } from 'node:net';

/** Special-purpose IPv4 blocks (RFC 6890 and its registry): nothing public answers there. */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Blocks of the one public IPv6 range that lead elsewhere: Teredo and other protocol blocks, documentation, 6to4. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, bits] of SPECIAL_V4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet: not loopback, private, link-local, shared, reserved or mapped. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Blocks of a building's own network and of this machine. Link-local ones, where cloud hosts keep their secrets, are not among them. */
const own = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  own.addSubnet(net, bits, 'ipv4');
}
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');

/** Whether an IP address is of the own network or of this machine. Mapped and translated forms are not taken. */
export function isOwnNetworkAddress(address: string): boolean {
  if (isIPv4(address)) return own.check(address, 'ipv4');
  return !address.toLowerCase().startsWith('::ffff:') && own.check(address, 'ipv6');
}
