import { describe, expect, it } from 'vitest';
import { chunkFours, describeEnding, shorten, spotLookAlikes } from './identifier.ts';

const ADDRESS = '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw';

describe('shortening', () => {
  it('keeps eight characters at each end, and short values whole', () => {
    expect(shorten(ADDRESS)).toBe('12t9YDPg…isjr6SMw');
    expect(shorten('123456789abcdefgh')).toBe('123456789abcdefgh');
    expect(shorten(ADDRESS, { head: 7, tail: 5, differing: [] })).toBe('12t9YDP…r6SMw');
  });

  it('chunks in fours without losing a character', () => {
    expect(chunkFours(ADDRESS).join('')).toBe(ADDRESS);
    expect(chunkFours(ADDRESS)[0]).toBe('12t9');
    expect(describeEnding('address', ADDRESS)).toBe('address ending jr6SMw');
  });
});

describe('look-alikes', () => {
  // Same first and last four characters, the trick of address poisoning.
  const poison = '12t9ZDPgwueZ9NyMgw519p7AA8isjr6SMw';
  const middle = '12t9YDPgwueZ9NyMXw519p7AA8isjr6SMw';

  it('finds values that would be taken for each other and says where they differ', () => {
    const found = spotLookAlikes([ADDRESS, poison, '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3']);
    expect([...found.keys()].sort()).toEqual([ADDRESS, poison].sort());
    expect(found.get(ADDRESS)?.differing).toEqual([4]);
  });

  it('lengthens values that differ only in the middle until they differ', () => {
    const found = spotLookAlikes([ADDRESS, middle]);
    const texts = [ADDRESS, middle].map((value) => shorten(value, found.get(value)));
    expect(shorten(ADDRESS)).toBe(shorten(middle));
    expect(new Set(texts).size).toBe(2);
  });

  it('looks behind the prefix that all segwit and cash addresses share', () => {
    const found = spotLookAlikes(['bc1qaaaaxxxxxxxxxxxxxzzzz', 'bc1qbbbbxxxxxxxxxxxxxzzzz']);
    expect(found.size).toBe(0);
    expect(spotLookAlikes([ADDRESS, ADDRESS]).size).toBe(0);
  });

  it('stays fast for a page of a thousand values with one ending', () => {
    const values = Array.from({ length: 1000 }, (_, i) => `1${i.toString(36).padStart(6, '0')}MiddleMiddleSame`);
    expect(() => spotLookAlikes(values)).not.toThrow();
  });
});
