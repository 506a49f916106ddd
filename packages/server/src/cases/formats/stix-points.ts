import { type ReadPoint, readPoint } from './read-texts.ts';
import { extensionOf, type Given, isRecord, listOf, type Reading, textOf, typeOf } from './stix-objects.ts';

/** The addresses of a wallet: one per stated chain, else one on the chain that its form fits best. */
function readWallet({ tally }: Reading, one: Given): readonly ReadPoint[] {
  const value = one.value ?? one.address;
  const stated = listOf(extensionOf(one).chains).flatMap((given) => (isRecord(given) ? [given.chain] : []));
  const named = stated.length > 0 ? stated : [undefined];
  const points = named.flatMap((chain) => readPoint(value, { chain, symbol: one.symbol ?? one.currency }) ?? []);
  if (points.length === 0) tally.count('Wallets', 'not an address of a chain that this version knows');
  if (points.some(({ isGuessed }) => isGuessed)) {
    tally.count('Chains of wallets', 'not stated in the file: filed under the best known chain that the address fits');
  }
  return points;
}

const PATTERN = /cryptocurrency-wallet:(?:value|address)\s*=\s*'([^'\\]{20,120})'/g;

/** Addresses by the id of what names them: wallets, and indicators whose pattern compares a wallet. */
export function readPoints(reading: Reading): ReadonlyMap<string, readonly ReadPoint[]> {
  const points = new Map<string, readonly ReadPoint[]>();
  for (const [id, one] of reading.objects) {
    if (typeOf(one) === 'cryptocurrency-wallet') points.set(id, readWallet(reading, one));
    if (typeOf(one) !== 'indicator') continue;
    const values = [...textOf(one.pattern).slice(0, 20_000).matchAll(PATTERN)].map(([, value]) => value);
    const found = values.flatMap((value) => readPoint(value, {}) ?? []);
    if (found.length > 0) points.set(id, found);
    else reading.tally.count('Objects of the type indicator', 'their pattern compares no wallet');
  }
  return points;
}
