import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@trailmark/api/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../http/security-headers.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';

let webRoot = '';
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trailmark-web-'));
  webRoot = join(folder, 'web');
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(webRoot, 'assets', 'main-BX8aK2_q.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(webRoot, 'linked.txt'));
});
afterAll(() => rm(join(webRoot, '..'), { recursive: true }));

describe('every answer', () => {
  it.each([
    '/healthz',
    '/api/docs',
    '/api/v1/openapi.json',
    '/api/v1/chains',
    '/api/v1/nothing',
    '/api/v1/btc/blocks?limit=0',
    `/api/v1/btc/addresses/${ADDRESS.bob}/export`,
    '/api/esplora/btc/blocks/tip/height',
    '/assets/absent.js',
  ])('carries the security headers: %s', async (path) => {
    const { headers } = await createSampleApp({ webRoot }).request(path);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('carries the security headers on a page too, with a policy that names the scripts of this answer', async () => {
    const { headers } = await createSampleApp({ webRoot }).request('/');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (name !== 'content-security-policy') expect(headers.get(name)).toBe(value);
    }
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^script-src 'nonce-[\w-]{24}' 'strict-dynamic'; /);
    const everywhere = SECURITY_HEADERS['content-security-policy']?.replace("script-src 'self'; ", '') ?? '-';
    expect(policy.endsWith(everywhere)).toBe(true);
  });
});

describe('host and origin', () => {
  const { app } = createSampleApp({ hosts: ['trail.example'] });
  it.each([
    ['127.0.0.1:3000', 200],
    ['localhost', 200],
    ['[::1]:3000', 200],
    ['trail.example:8443', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.', 403],
    ['', 403],
  ])('under the name "%s" answers %i', async (host, status) => {
    expect((await app.request('http://127.0.0.1/healthz', { headers: { host } })).status).toBe(status);
  });

  it.each([
    ['cross-site', 'cors', 403],
    ['cross-site', 'no-cors', 403],
    ['cross-site', 'navigate', 200],
    ['same-origin', 'cors', 200],
    ['none', 'navigate', 200],
  ])('from a page that is %s by %s answers %i', async (site, mode, status) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
    expect((await app.request('http://127.0.0.1/healthz', { headers })).status).toBe(status);
  });
});

describe('pages', () => {
  const get = (path: string, headers = {}) => createSampleApp({ webRoot }).request(path, { headers });

  it('caches hashed assets for good and pages not at all', async () => {
    const asset = await get('/assets/main-BX8aK2_q.js');
    expect(asset.headers.get('cache-control')).toMatch(/immutable/);
    expect(asset.headers.get('content-type')).toMatch(/javascript/);
    const again = await get('/assets/main-BX8aK2_q.js', { 'if-none-match': asset.headers.get('etag') });
    expect(again.status).toBe(304);
    const page = await get('/');
    expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-cache', null]);
  });

  it('shows the application for its own paths, not for absent assets or API routes', async () => {
    expect(await (await get('/btc/address/x.y')).text()).toMatch(/<title>page/);
    expect((await get('/assets/absent.js')).status).toBe(404);
    const absent = await get('/api/v2/chains');
    expect(absent.status).toBe(404);
    expect(absent.headers.get('content-type')).toBe('application/problem+json');
  });

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/linked.txt', '/%00', '/%ff'])(
    'never leaves its folder: %s',
    async (path) => {
      expect(await (await get(path)).text()).not.toBe('secret');
    },
  );

  it('takes no other method', async () => {
    expect((await createSampleApp({ webRoot }).request('/', { method: 'DELETE' })).status).toBe(405);
  });
});

describe('documents', () => {
  it('describes every route of the contract', async () => {
    const { request } = createSampleApp();
    const document = await (await request('/api/v1/openapi.json')).json();
    const described = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual(Object.keys(contract).sort());
    expect(document.openapi).toBe('3.1.0');
    const page = await (await request('/api/docs')).text();
    for (const name of Object.keys(contract)) expect(page).toContain(`id="${name}"`);
    expect(page).not.toMatch(/<script|https?:\/\/(?!127)/);
  });
});
