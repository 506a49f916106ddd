import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCookies from './cookies.ts';

const recorded = new WatchedResults();
const { formatCookie, formatExpiredCookie, readCookie } = recorded.watch(ofCookies);

const read = (cookie: string | undefined, name = 'session') =>
  readCookie(new Headers(cookie === undefined ? {} : { cookie }), name);

test.each([
  ['session=abc', 'abc'],
  ['other=1; session=abc; more=2', 'abc'],
  ['  session  =  a=b== ', 'a=b=='],
  ['session=', ''],
  ['session=first; session=second', 'first'],
])('of %j the value is %j', (cookie, value) => {
  expect(read(cookie)).toBe(value);
});

test.each([undefined, '', 'session', '=abc', 'xsession=1', 'session2=1', 'Session=1'])(
  '%j has no such cookie',
  (cookie) => {
    expect(read(cookie)).toBeUndefined();
    expect(read(cookie, '')).toBeUndefined();
  },
);

test('a cookie of a session is not for scripts, and over TLS for TLS alone', () => {
  expect(formatCookie('a', 'b', { isSecure: true, isHttpOnly: true })).toBe(
    'a=b; Path=/; SameSite=Lax; Secure; HttpOnly',
  );
  expect(formatCookie('a', 'b', { isSecure: false, isHttpOnly: false })).toBe('a=b; Path=/; SameSite=Lax');
  expect(formatExpiredCookie('a', true)).toBe('a=; Path=/; Max-Age=0; SameSite=Lax; Secure');
  expect(formatExpiredCookie('a', false)).toBe('a=; Path=/; Max-Age=0; SameSite=Lax');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/cookies.txt');
});
