import { describe, expect, test } from 'vitest';
import { checkXsrfPair, createXsrfToken, isXsrfToken } from './xsrf.ts';

const key = Buffer.alloc(32, 1);
const SESSION = 'a'.repeat(64);
const OWN = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };

function check(headers: Record<string, string>, session = SESSION): string {
  try {
    checkXsrfPair(new Request('http://localhost:3000/x', { method: 'POST', headers }), key, session);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}

function pair(token: string, cookie = token): Record<string, string> {
  return { 'x-xsrf-token': token, cookie: `sid=x; XSRF-TOKEN=${cookie}` };
}

describe('a request that changes something', () => {
  const token = createXsrfToken(key, SESSION);

  test('is taken with the same token in cookie and header, made for its session', () => {
    expect(check({ ...OWN, ...pair(token) })).toBe('taken');
    expect(check(pair(token))).toBe('taken');
  });

  test.each<[string, Record<string, string>]>([
    ['without token', { ...OWN, cookie: 'sid=x' }],
    ['with the cookie alone', { ...OWN, cookie: `sid=x; XSRF-TOKEN=${token}` }],
    ['with the header alone', { ...OWN, cookie: 'sid=x', 'x-xsrf-token': token }],
    ['with two different tokens', { ...OWN, ...pair(token, `${token}A`) }],
    ["with a visitor's token", { ...OWN, ...pair(createXsrfToken(key, '')) }],
    ["with another session's token", { ...OWN, ...pair(createXsrfToken(key, 'b'.repeat(64))) }],
    ["with another server's token", { ...OWN, ...pair(createXsrfToken(Buffer.alloc(32, 2), SESSION)) }],
    ['with a token of the right form that nobody signed', { ...OWN, ...pair('abc.def') }],
    ['with an empty token', { ...OWN, ...pair('') }],
    ['from a browser without cookies', OWN],
  ])('is refused %s', (_, headers) => {
    expect(check(headers)).toContain('security token');
  });

  test('needs no token from a program that sends no cookie', () => {
    expect(check({ 'content-type': 'application/json' }, '')).toBe('taken');
  });
});

test('a token with one character changed is none', () => {
  const token = createXsrfToken(key, SESSION);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, at) + other + token.slice(at + 1);
    // The last character of base64url holds unused bits, which the comparison of the text still sees.
    expect(isXsrfToken(key, SESSION, changed)).toBe(false);
  }
});

test('a session has one token, visitors get a new one each time', () => {
  expect(createXsrfToken(key, SESSION)).toBe(createXsrfToken(key, SESSION));
  expect(createXsrfToken(key, '')).not.toBe(createXsrfToken(key, ''));
});
