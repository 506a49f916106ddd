import { once } from 'node:events';
import { get } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import { listen } from './server.ts';

describe('listening', () => {
  it('refuses other than loopback addresses without TLS', async () => {
    await expect(listen(createSampleApp().app, { host: '0.0.0.0', port: 0 })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('answers over TLS 1.2 and later with a certificate, and names a file it cannot read', async () => {
    const file = (name: string) => fileURLToPath(new URL(`../testing/tls/${name}`, import.meta.url));
    const tls = { cert: file('cert.pem'), key: file('key.pem') };
    const server = await listen(createSampleApp().app, { host: '127.0.0.1', port: 0, tls });
    const ask = (maxVersion: 'TLSv1.1' | 'TLSv1.3') =>
      new Promise<number | string>((resolve) => {
        const options = { rejectUnauthorized: false, maxVersion, minVersion: 'TLSv1' } as const;
        const request = get(`${server.url}/healthz`, options, (response) => resolve(response.statusCode ?? 0));
        request.on('error', (error) => resolve(error.message));
      });
    expect(server.url).toMatch(/^https:/);
    expect(await ask('TLSv1.3')).toBe(200);
    expect(await ask('TLSv1.1')).not.toBe(200);
    await server.stop();
    const absent = listen(createSampleApp().app, { host: '127.0.0.1', port: 0, tls: { ...tls, key: '/absent.pem' } });
    await expect(absent).rejects.toThrow('The TLS file /absent.pem cannot be read.');
  });

  it('answers, and says when the port is taken', async () => {
    const { app } = createSampleApp();
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok');
    await expect(listen(app, { host: '127.0.0.1', port: server.port })).rejects.toMatchObject({ kind: 'unavailable' });
    await server.stop();
  });

  it('lets a running request end before it stops', async () => {
    const reader = createSampleReader();
    const totals = reader.totals;
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    reader.totals = async (...args) => {
      started.resolve();
      await mayEnd.promise;
      return totals(...args);
    };
    const server = await listen(createSampleApp({ reader }).app, { host: '127.0.0.1', port: 0 });
    const answer = fetch(`${server.url}/api/v1/btc/addresses/${ADDRESS.bob}`);
    await started.promise;
    const stopped = server.stop().then(() => 'stopped');
    mayEnd.resolve();
    expect((await answer).status).toBe(200);
    // The connection is not kept for another request, for which it would wait five seconds.
    expect(await Promise.race([stopped, sleep(4_000, 'waits')])).toBe('stopped');
  });

  it('breaks a running export off when it stops, so that nobody takes it for whole', async () => {
    const reader = createSampleReader();
    const history = reader.history;
    let signal: AbortSignal | undefined;
    let pages = 0;
    reader.history = (owner, filter, page, options) => {
      signal = options?.signal;
      return ++pages > 2 ? new Promise(() => {}) : history(owner, filter, page, options);
    };
    const entries: unknown[] = [];
    const { app } = createSampleApp({ reader, limits: { exportPage: 1 }, log: (entry) => entries.push(entry) });
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${server.url}/api/v1/btc/addresses/${ADDRESS.alice}/export`);
    expect(answer.status).toBe(200);
    const text = answer.text();
    text.catch(() => {});
    await server.stop(100);
    await expect(text).rejects.toThrow();
    await expect.poll(() => signal?.aborted).toBe(true);
    expect(entries).toEqual([]);
  });

  it('cuts what does not end in time, and aborts the store when a client leaves', async () => {
    let signal: AbortSignal | undefined;
    const reader = createSampleReader();
    reader.totals = (_, options) => {
      signal = options?.signal;
      return new Promise(() => {});
    };
    const server = await listen(createSampleApp({ reader }).app, { host: '127.0.0.1', port: 0 });
    const leave = new AbortController();
    const answer = fetch(`${server.url}/api/v1/btc/addresses/${ADDRESS.bob}`, { signal: leave.signal });
    await expect.poll(() => signal).toBeDefined();
    leave.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => signal?.aborted).toBe(true);
    await server.stop(100);
  });

  it('refuses headers above 16 KiB', async () => {
    const server = await listen(createSampleApp().app, { host: '127.0.0.1', port: 0 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 431/);
    socket.destroy();
    await server.stop();
  });
});
