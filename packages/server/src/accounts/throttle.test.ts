import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofThrottle from './throttle.ts';

const recorded = new WatchedResults();
const { limitAccount, limitSignIn, limitSource, networkOf } = recorded.watch(ofThrottle);

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2ff:3::9', '2001:0db8:0001:0200::/56'],
  ['2001:DB8:1:2ff::', '2001:0db8:0001:0200::/56'],
  ['2001:db8:1:200:ffff:ffff:ffff:ffff', '2001:0db8:0001:0200::/56'],
  ['2001:db8:1:3ff::1', '2001:0db8:0001:0300::/56'],
  ['::1', '0000:0000:0000:0000::/56'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
  ['unix', 'unix'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('one address tries less in a minute than its network, and an account less in an hour than both', () => {
  expect(limitSource('sign-in', { address: '192.0.2.77' } as never)).toEqual([
    { key: 'sign-in:address:192.0.2.77', max: 20, withinMs: 60_000 },
    { key: 'sign-in:network:192.0.2.0/24', max: 60, withinMs: 60_000 },
  ]);
  expect(limitAccount('unlock', 'x')).toEqual({ key: 'unlock:account:x', max: 10, withinMs: 3_600_000 });
});

test('who signs in is counted without the address being kept', () => {
  const { key } = limitSignIn('a@north.example');
  expect(key).toMatch(/^sign-in:account:[0-9a-f]{64}$/);
  expect(key).not.toBe(limitSignIn('b@north.example').key);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/throttle.txt');
});
