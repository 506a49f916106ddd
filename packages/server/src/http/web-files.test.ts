import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { createWebFiles } from './web-files.ts';

const SCRIPT = 'console.log("a script of this application");\n'.repeat(40);
const root = mkdtempSync(join(tmpdir(), 'trailmark-web-'));
mkdirSync(join(root, 'assets'));
writeFileSync(
  join(root, 'index.html'),
  '<!doctype html><title>Trailmark</title><script nonce="nonce-of-each-answer"></script>',
);
writeFileSync(join(root, 'assets', 'index-DO-S9ED7.js'), SCRIPT);
writeFileSync(join(root, 'assets', 'index-DO-S9ED7.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(root, 'assets', 'plain-DO-S9ED8.js'), SCRIPT);
writeFileSync(
  join(root, 'seed-scanner.html'),
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-abc='">`,
);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const app = new Hono().get(
  '*',
  createWebFiles(root, () => {}),
);

async function ask(path: string, accepted?: string) {
  const response = await app.request(path, accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a file that was compressed at build travels compressed to whoever takes it', async () => {
  const { response, bytes } = await ask('/assets/index-DO-S9ED7.js', 'gzip, deflate, br');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(gunzipSync(bytes).toString()).toBe(SCRIPT);
});

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'x-gzip'])(
  'accept-encoding %s gets the file as it is',
  async (accepted) => {
    const { response, bytes } = await ask('/assets/index-DO-S9ED7.js', accepted);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(bytes.toString()).toBe(SCRIPT);
  },
);

test('each form of a file has a tag of its own, and its tag answers 304', async () => {
  const plain = (await ask('/assets/index-DO-S9ED7.js')).response.headers.get('etag');
  const zipped = (await ask('/assets/index-DO-S9ED7.js', 'gzip')).response.headers.get('etag');
  expect(plain).not.toBe(zipped);
  const again = await app.request('/assets/index-DO-S9ED7.js', {
    headers: { 'accept-encoding': 'gzip', 'if-none-match': zipped ?? '' },
  });
  expect(again.status).toBe(304);
});

test('a file without a compressed form travels as it is', async () => {
  const { response, bytes } = await ask('/assets/plain-DO-S9ED8.js', 'gzip, br');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(bytes.toString()).toBe(SCRIPT);
});

test.each([
  [undefined, null, (bytes: Buffer) => bytes],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, br', 'br', brotliDecompressSync],
])('the page is sent in the encoding that the browser accepts: %s', async (accepted, encoding, unpack) => {
  const { response, bytes } = await ask('/about-us', accepted);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(unpack(bytes).toString()).toContain('<title>Trailmark</title>');
});

test('each answer of a page has a nonce of its own, which its policy names, and no tag that a cache goes by', async () => {
  const nonces = new Set<string>();
  for (const path of ['/', '/index.html', '/about-us', '/nothing/here']) {
    const { response, bytes } = await ask(path);
    const nonce = /<script nonce="([\w-]{24})">/.exec(bytes.toString())?.[1] ?? 'none';
    nonces.add(nonce);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic';`);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default;");
    expect(policy).not.toContain('nonce-of-each-answer');
    expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([null, 'no-cache']);
  }
  expect(nonces.size).toBe(4);
});

test.each([
  ['/', 200],
  ['/coin-flow', 200],
  ['/coin-flow/', 200],
  ['/Track/btc/tx/abc', 200],
  ['/nothing/here', 404],
  ['/wp-login.php', 404],
  ['/coin-flow/a/b', 404],
  ['/%E0%A4%A', 404],
  ['/assets/absent.js', 404],
])('the page at %s answers %i', async (path, status) => {
  const { response, bytes } = await ask(path);
  expect(response.status).toBe(status);
  expect(bytes.toString().includes('<title>Trailmark</title>')).toBe(!/^.(assets|%)/.test(path));
});

test('a page that is not there is never answered from a cache', async () => {
  const { response } = await ask('/nothing/here');
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await app.request('/nothing/here', { headers })).status).toBe(404);
});

test('a page with a policy of its own is answered with it, and only pages of this server may show it in a frame', async () => {
  const { response } = await ask('/seed-scanner.html', 'br');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'sha256-abc='; frame-ancestors 'self'",
  );
  expect((await ask('/assets/plain-DO-S9ED8.js')).response.headers.get('content-security-policy')).toBeNull();
});
