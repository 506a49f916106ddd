import { PAGE_PATHS } from '@trailmark/api/page-paths';
import { expect, test } from 'vitest';
import { packaged } from './sources.ts';

const ROUTE = /\bpath: '([^']+)'/g;
/** An entry of a menu whose page is not there yet: it has a route all the same. */
const PLANNED = /\bpath: '([^']+)'(?:(?!\bpath:)[\s\S])*?\bplanned:/g;

function findIn(files: RegExp, pattern: RegExp): string[] {
  const texts = packaged.filter(({ path }) => files.test(path)).map(({ text }) => text);
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, path]) => path ?? ''));
}

test('the server knows every page of the application: packages/api/src/page-paths.ts lists them', () => {
  const written = findIn(/^packages\/web\/src\/(?:pages|tools)\/[^/]+\/routes\.tsx$/, ROUTE);
  const planned = findIn(/^packages\/web\/src\/shell\/(?:public|tool)-menu\.ts$/, PLANNED);
  expect(written.length).toBeGreaterThan(50);
  expect([...new Set([...written, ...planned])].toSorted()).toEqual([...PAGE_PATHS]);
});
