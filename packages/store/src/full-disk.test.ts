import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFullDisk from './full-disk.ts';

const recorded = new WatchedResults();
const { withRoom } = recorded.watch(ofFullDisk);

test.runIf(existsSync('/dev/full'))(
  'a write that finds no room is reported in a sentence and may be tried again',
  async () => {
    const write = withRoom('/data', () => writeFile('/dev/full', 'a row'));
    await expect(write).rejects.toMatchObject({ kind: 'unavailable', message: /no room left on the disk of \/data/ });
  },
);

test('other failures pass as they are', async () => {
  const failure = new Error('Something else.');
  await expect(withRoom('/data', () => Promise.reject(failure))).rejects.toBe(failure);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/full-disk.txt');
});
