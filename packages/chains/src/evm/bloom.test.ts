import { encodeHex } from '@trailmark/core/hex';
import { expect, test } from 'vitest';
import { BloomBits, LogBloom } from './bloom.ts';

const text = (i: number): string => i.toString(16).padStart(40, '0');
const bloomOf = (texts: readonly string[], bits?: BloomBits) => {
  const bloom = new LogBloom(bits);
  for (const each of texts) bloom.add(each);
  return encodeHex(bloom.bytes);
};

test('a text sets the same bits however many others were met before it', () => {
  const bits = new BloomBits();
  const many = Array.from({ length: 33_000 }, (_, i) => text(i));
  bloomOf(many, bits);
  for (const i of [0, 5, 32_767, 32_768, 32_999]) expect(bloomOf([text(i)], bits)).toBe(bloomOf([text(i)]));
  expect(bloomOf([text(1)], bits)).not.toBe(bloomOf([text(2)], bits));
});

test('a filter holds what is in it and no bit more, and matches itself alone', () => {
  const both = new LogBloom();
  both.add(text(1));
  both.add(`0x${text(2)}`, 2);
  const [one, two] = [bloomOf([text(1)]), bloomOf([text(1), text(2)])];
  expect([both.contains(one), both.contains(two), both.contains(bloomOf([text(3)]))]).toEqual([true, true, false]);
  expect([both.matches(two), both.matches(one)]).toEqual([true, false]);
  for (const odd of ['', two.slice(2), `${two}00`])
    expect([both.contains(odd), both.matches(odd)]).toEqual([false, false]);
});

test('a filter joined to another has the bits of both', () => {
  const [one, two] = [new LogBloom(), new LogBloom()];
  one.add(text(1));
  two.add(text(2));
  one.addBloom(two);
  expect(encodeHex(one.bytes)).toBe(bloomOf([text(1), text(2)]));
  expect(encodeHex(two.bytes)).toBe(bloomOf([text(2)]));
});
