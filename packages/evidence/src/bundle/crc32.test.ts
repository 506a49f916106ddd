import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCrc32 from './crc32.ts';

const recorded = new WatchedResults();
const { crc32 } = recorded.watch(ofCrc32);

test('the checksum of a zip archive has the published values', () => {
  const of = (text: string) => crc32(new TextEncoder().encode(text)).toString(16);
  expect(of('123456789')).toBe('cbf43926');
  expect(of('')).toBe('0');
  expect(of('a')).toBe('e8b7be43');
  expect(of('The quick brown fox jumps over the lazy dog')).toBe('414fa339');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/crc32.txt');
});
