import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import * as ofRequestSource from './request-source.ts';

const recorded = new WatchedResults();
const { isTrustedProxy, readSource, trustProxies } = recorded.watch(ofRequestSource);

afterEach(() => trustProxies([]));

/** Where a request of a peer with these headers is attributed to. */
async function sourceOf(peer: string | undefined, headers: Record<string, string> = {}) {
  const app = new Hono().get('/', (c) => c.json(readSource(c)));
  const env = peer === undefined ? undefined : { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request('/', { headers }, env)).json();
}

const forwarded = (text: string) => ({ 'x-forwarded-for': text });

test('a request comes from its peer, whatever it states about itself', async () => {
  expect(await sourceOf('203.0.113.7', forwarded('198.51.100.1'))).toEqual({ address: '203.0.113.7', agent: '' });
  expect(await sourceOf('::ffff:203.0.113.7')).toMatchObject({ address: '203.0.113.7' });
  expect(await sourceOf(undefined, forwarded('198.51.100.1'))).toMatchObject({ address: '127.0.0.1' });
});

test('what a trusted proxy says last is believed, where it is an address', async () => {
  trustProxies(['203.0.113.7', '2001:db8::1']);
  for (const peer of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1']) {
    expect(isTrustedProxy(peer)).toBe(true);
    expect(await sourceOf(peer, forwarded('192.0.2.99, 198.51.100.1 '))).toMatchObject({ address: '198.51.100.1' });
    expect(await sourceOf(peer, forwarded('2001:DB8::2'))).toMatchObject({ address: '2001:DB8::2' });
  }
  for (const nothing of ['', 'unknown', '198.51.100.1;drop', '1', '0'.repeat(46), '198.51.100.1, x'])
    expect(await sourceOf('203.0.113.7', forwarded(nothing))).toMatchObject({ address: '203.0.113.7' });
  expect(await sourceOf('203.0.113.8', forwarded('198.51.100.1'))).toMatchObject({ address: '203.0.113.8' });
});

test('proxies that are named again replace those before', () => {
  trustProxies(['203.0.113.7']);
  trustProxies(['203.0.113.8']);
  expect(['203.0.113.7', '203.0.113.8'].map(isTrustedProxy)).toEqual([false, true]);
});

test('the name of a browser is kept up to 300 characters', async () => {
  expect(await sourceOf('203.0.113.7', { 'user-agent': 'Browser/1' })).toMatchObject({ agent: 'Browser/1' });
  expect(await sourceOf('203.0.113.7', { 'user-agent': 'x'.repeat(400) })).toMatchObject({ agent: 'x'.repeat(300) });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/request-source.txt');
});
