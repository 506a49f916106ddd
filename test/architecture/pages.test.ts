import { PAGE_PATHS } from '@trailmark/api/page-paths';
import { expect, test } from 'vitest';
import { packaged } from './sources.ts';

const ROUTE = /\bpath: '([^']+)'/g;

function findIn(files: RegExp, pattern: RegExp): string[] {
  const texts = packaged.filter(({ path }) => files.test(path)).map(({ text }) => text);
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, path]) => path ?? ''));
}

test('the server knows every page of the application: packages/api/src/page-paths.ts lists them', () => {
  const written = findIn(/^packages\/web\/src\/(?:pages|tools)\/[^/]+\/routes\.tsx$/, ROUTE);
  expect(written.length).toBeGreaterThan(50);
  expect([...new Set(written)].toSorted()).toEqual([...PAGE_PATHS]);
});
