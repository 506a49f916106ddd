import { expect, test } from 'vitest';
import { isPagePath } from './page-paths.ts';

test.each([
  ['/', true],
  ['/coin-flow', true],
  ['/coin-flow/', true],
  ['/coin-flow/5f0c1a52-0000-4000-8000-000000000003', true],
  ['/exchange-lookup/cluster/btc/17', true],
  ['/access/resources/le-portal', true],
  ['/access/resources/le-portal/', true],
  ['/coin-flow/a/b', false],
  ['/Coin-flow', false],
  ['/coin-flow//', false],
  ['//', false],
  ['/wp-login.php', false],
  ['/nothing/here', false],
  ['/Track/btc/address/', false],
])('that %s is a page is %s', (path, is) => {
  expect(isPagePath(path)).toBe(is);
});
