import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUNDLED_TUTORIALS, readTutorials } from '../../content/tutorial-files.ts';
import { readRange } from '../../http/file-range.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import { createTutorialHandlers } from './tutorial-handlers.ts';

const PLACE = { log: () => undefined, route: 'test' };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trailmark-tutorials-'));
  const described = {
    id: 'a',
    title: 'A',
    summary: 'A.',
    topic: 'explorer',
    seconds: 3,
    bytes: 10,
    recordedAt: '2026-11-21',
    software: 'Trailmark 0.1.0',
    tryAt: '/Track',
    video: 'a.webm',
    captions: 'a.vtt',
    poster: 'a.webp',
    chapters: [],
    transcript: [],
  };
  writeFileSync(join(folder, 'a.json'), JSON.stringify(described));
  writeFileSync(join(folder, 'a.webm'), '0123456789');
  writeFileSync(join(folder, 'other.webm'), 'not described');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask(file: string, range?: string): Promise<Response> {
  const { getTutorialFile } = createTutorialHandlers(folder);
  return (await getTutorialFile({ params: { file }, query: {}, body: {} }, { range } as RequestScope)).toResponse(
    PLACE,
  );
}

describe('a recording', () => {
  test.each([
    [undefined, 200, '0123456789', null],
    ['bytes=0-', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-99', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=1-2,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
  ])('requested with range %s answers %i', async (range, status, text, contentRange) => {
    const response = await ask('a.webm', range);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  test('that no description names is not served', async () => {
    for (const file of ['other.webm', 'a.json', '../a.webm', 'a.vtt', '/etc/hostname']) {
      await expect(ask(file)).rejects.toMatchObject({ kind: 'not-found' });
    }
  });

  test('a range is never larger than the file', () => {
    expect(readRange('bytes=0-999999999999999', 10)).toEqual({ start: 0, end: 9, size: 10, isWhole: false });
  });
});

test('a folder that is not there holds no recordings', () => {
  expect(readTutorials('/nonexistent')).toEqual([]);
});

test('every recording that comes with the software is described in full', () => {
  for (const { chapters, transcript, seconds, id } of readTutorials(BUNDLED_TUTORIALS)) {
    expect(chapters.length, id).toBeGreaterThan(1);
    expect(transcript.length, id).toBeGreaterThan(1);
    expect(transcript.at(-1)?.to, id).toBeLessThanOrEqual(seconds + 0.5);
  }
});
