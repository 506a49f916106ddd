import { type Owner, ownerKey } from '@trailmark/core/owner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getChain, listChains } from '../catalogue.ts';
import { formatOwner, listAddressForms, parseOwner } from './address.ts';
import { hasAddressPrefix, prefixRanges } from './address-prefix.ts';

const isCovered = (ranges: ReturnType<typeof prefixRanges>, owner: Owner): boolean => {
  const { prefix } = ownerKey(owner);
  return ranges.some((range) => range.type === owner.type && range.from <= prefix && prefix <= range.to);
};

const payload = (bytes: number) =>
  fc
    .tuple(fc.nat(bytes), fc.uint8Array({ minLength: bytes, maxLength: bytes }))
    .map(([zeros, all]) => all.fill(0, 0, zeros % 7));
const owners: fc.Arbitrary<Owner> = fc.oneof(
  fc.record({ type: fc.constantFrom('p2pkh', 'p2sh', 'p2wpkh' as const), payload: payload(20) }),
  fc.record({
    type: fc.constantFrom('p2wsh', 'p2tr', 'p2sh32', 'multisig', 'nonstandard' as const),
    payload: payload(32),
  }),
);

describe('prefixRanges', () => {
  test('no prefix of any spelling of any owner is ever missed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...listChains()), owners, fc.nat(100), (chain, owner, cut) => {
        for (const form of [formatOwner(chain, owner), ...listAddressForms(chain, owner)]) {
          const partial = form.slice(0, cut);
          expect(`${partial} ${isCovered(prefixRanges(chain, partial), owner)}`).toBe(`${partial} true`);
          if (form !== form.toLowerCase() || form.startsWith('script:')) continue;
          expect(isCovered(prefixRanges(chain, partial.toUpperCase()), owner)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['the zero hash', '1111111111111111111114oLvT2'],
    ['leading zero bytes', '1111111111111111111114oLvT2'.slice(0, 9)],
  ])('leading ones: %s', (_, partial) => {
    const owner = parseOwner(getChain('btc'), '1111111111111111111114oLvT2');
    expect(isCovered(prefixRanges(getChain('btc'), partial), owner)).toBe(true);
  });

  test('are narrow', () => {
    const width = (partial: string) =>
      prefixRanges(getChain('btc'), partial).reduce((total, range) => total + range.to - range.from + 1n, 0n);
    expect(width('1A1zP1eP')).toBeLessThan(1n << 32n);
    expect(width('bc1qxy2kgd')).toBeLessThan(1n << 36n);
    expect(width('bc1qxy2kgdygjrsqtzq2n0yrf')).toBe(2n);
  });

  test('what can start no address has no range', () => {
    for (const partial of ['0', 'O', '1l', 'bc2', 'xyz', 'bc1qb', 'Bc1q', '2']) {
      expect(`${partial} ${prefixRanges(getChain('btc'), partial).length}`).toBe(`${partial} 0`);
    }
  });

  test('hasAddressPrefix looks at every spelling', () => {
    const chain = getChain('bch');
    const owner = parseOwner(chain, '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu');
    for (const partial of ['1BpEi', 'bitcoincash:qpm2', 'qpm2q', 'QPM2Q', '']) {
      expect(hasAddressPrefix(chain, owner, partial)).toBe(true);
    }
    for (const partial of ['1bpei', 'qpm2z', 'Qpm2q']) expect(hasAddressPrefix(chain, owner, partial)).toBe(false);
  });
});
