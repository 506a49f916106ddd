import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';
import { httpsTransport, type Transport } from './https-transport.ts';
import { isPublicAddress } from './public-address.ts';

const host = 'rates.example';
const request = { source: 'ecb', host, url: `https://${host}/daily.csv` };
const now = () => new Date('2026-11-21T10:00:00Z');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'outbound-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function allow(...allowed: string[]): void {
  writeFileSync(join(dataDir, 'sources.json'), JSON.stringify({ allowed }));
}

function readLog(): readonly { readonly url: string }[] {
  const lines = readFileSync(join(dataDir, 'outbound.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Answers one after the other, and what was requested. */
function script(...answers: { status: number; location?: string; body?: string }[]) {
  const asked: string[] = [];
  const transport: Transport = async (url) => {
    asked.push(url.href);
    const { status, location, body = '' } = answers.shift() ?? { status: 500 };
    return { status, location, body: Buffer.from(body) };
  };
  return { asked, transport };
}

describe('a request to the outside', () => {
  it('does not leave unless its source is allowed', async () => {
    const { asked, transport } = script({ status: 200 });
    const call = () => guardedFetch(request, { dataDir, transport });
    await expect(call()).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('"allowed":["ecb"]'),
    });
    allow('binance');
    await expect(call()).rejects.toMatchObject({ kind: 'forbidden' });
    writeFileSync(join(dataDir, 'sources.json'), '["ecb"]');
    await expect(call()).rejects.toMatchObject({ kind: 'invalid' });
    expect(asked).toEqual([]);
    expect(() => readLog()).toThrow();
  });

  it('that fails is logged without an answer, and reported as what can be tried again', async () => {
    allow('ecb');
    const fail = (error: Error) => guardedFetch(request, { dataDir, now, transport: () => Promise.reject(error) });
    await expect(fail(new Error('socket hang up'))).rejects.toMatchObject({
      kind: 'unavailable',
      message: `${host} did not answer within 60 s.`,
    });
    await expect(fail(new AppError('invalid', 'Too long.'))).rejects.toMatchObject({ kind: 'invalid' });
    const failed = { status: null, bytes: 0 };
    expect(readLog()).toMatchObject([{ url: request.url }, failed, { url: request.url }, failed]);
    expect(readLog()[0]).not.toHaveProperty('status');
  });

  it('is logged before it leaves, and does not leave unrecorded', async () => {
    allow('ecb');
    const transport: Transport = async () => {
      expect(readLog()).toEqual([{ time: '2026-11-21T10:00:00.000Z', source: 'ecb', method: 'GET', url: request.url }]);
      return { status: 200, location: undefined, body: Buffer.from('Date,USD') };
    };
    expect(Buffer.from(await guardedFetch(request, { dataDir, transport, now })).toString()).toBe('Date,USD');
    expect(readLog()[1]).toMatchObject({ url: request.url, status: 200, bytes: 8 });
    rmSync(join(dataDir, 'outbound.jsonl'));
    const blocked = script({ status: 200 });
    writeFileSync(join(dataDir, 'file'), '');
    await expect(
      guardedFetch(request, { dataDir: join(dataDir, 'file'), transport: blocked.transport }),
    ).rejects.toThrow();
    expect(blocked.asked).toEqual([]);
  });

  it.each([
    `http://${host}/x`,
    'https://other.example/x',
    `https://${host}:8443/x`,
    `https://user:secret@${host}/x`,
    `https://${host}.evil.example/x`,
    'file:///etc/passwd',
    'nonsense',
  ])('goes only to https on its own host, not to %s', async (url) => {
    allow('ecb');
    const { asked, transport } = script({ status: 200 });
    await expect(guardedFetch({ ...request, url }, { dataDir, transport })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(asked).toEqual([]);
  });

  it('follows redirections on its host only, and not for ever', async () => {
    allow('ecb');
    const near = script({ status: 302, location: '/new.csv' }, { status: 200, body: 'ok' });
    expect(Buffer.from(await guardedFetch(request, { dataDir, transport: near.transport })).toString()).toBe('ok');
    expect(near.asked[1]).toBe(`https://${host}/new.csv`);
    const far = script({ status: 301, location: 'https://other.example/x' });
    await expect(guardedFetch(request, { dataDir, transport: far.transport })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    const files = script({ status: 302, location: 'https://files.example/x' }, { status: 200, body: 'file' });
    const withFiles = { ...request, fileHosts: ['files.example'] };
    expect(Buffer.from(await guardedFetch(withFiles, { dataDir, transport: files.transport })).toString()).toBe('file');
    const loop = script(...Array.from({ length: 9 }, () => ({ status: 302, location: '/again' })));
    await expect(guardedFetch(request, { dataDir, transport: loop.transport })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(loop.asked).toHaveLength(4);
  });

  it('says what a server answered instead', async () => {
    allow('ecb');
    const { transport } = script({ status: 429 });
    await expect(guardedFetch(request, { dataDir, transport })).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'rates.example answered 429 instead of the requested data.',
    });
  });
});

describe('the way out', () => {
  const limits = { maxBytes: 10, signal: AbortSignal.timeout(60_000) };

  it('refuses names that lead to this machine, and addresses in place of names', async () => {
    await expect(httpsTransport(new URL('https://localhost/'), limits)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('not public'),
    });
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://93.184.215.14/', 'http://localhost/']) {
      await expect(httpsTransport(new URL(url), limits)).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });

  it.each([
    ['8.8.8.8', true],
    ['172.15.0.1', true],
    ['2a00:1450:4001::1', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
