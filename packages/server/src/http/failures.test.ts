import { AppError } from '@trailmark/core/errors';
import { describe, expect, it } from 'vitest';
import { formatFailure } from '../cli/failure-line.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import type { FailureEntry } from './problem.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const path = `/api/v1/btc/addresses/${ADDRESS.bob}`;

describe('the log', () => {
  it.each(['reads on', 'says that it was stopped', 'fails in its own way'])(
    'says nothing about a client that left while the store %s',
    async (way) => {
      const entries: FailureEntry[] = [];
      const leave = new AbortController();
      const reader = createSampleReader();
      reader.totals = (_, options) => {
        setTimeout(() => leave.abort(), 5);
        return new Promise((_resolve, reject) => {
          if (way === 'says that it was stopped')
            options?.signal?.addEventListener('abort', () => reject(new AppError('unavailable', 'Stopped.')));
          if (way === 'fails in its own way')
            options?.signal?.addEventListener('abort', () => reject(new Error('cut')));
        });
      };
      const { request } = createSampleApp({ reader, log: (entry) => entries.push(entry) });
      expect((await request(path, { signal: leave.signal })).status).toBe(499);
      expect(entries).toEqual([]);
    },
  );

  it('names a failure by reference, kind and pattern of the route, never by what was requested', async () => {
    const lines: string[] = [];
    const reader = createSampleReader();
    reader.totals = () => {
      throw new TypeError(`no totals of ${ADDRESS.bob}\n    at packages/${ADDRESS.bob}.ts:1:1`);
    };
    const { request } = createSampleApp({ reader, log: (entry) => lines.push(formatFailure(entry, NOW)) });
    const { reference } = await (await request(`${path}?`)).json();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      time: '2026-01-02T03:04:05.000Z',
      reference,
      kind: 'internal',
      route: 'GET /api/v1/:chain/addresses/:address',
      thrown: ['TypeError'],
      at: expect.arrayContaining([expect.stringMatching(/^packages\/server\/src\/http\/failures\.test\.ts:\d+$/)]),
    });
    expect(lines[0]).not.toContain(ADDRESS.bob);
    expect(lines[0]).not.toContain('\n');
  });

  it('names causes and their codes', () => {
    const cause = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' });
    const error = new AppError('unavailable', 'secret', { cause });
    const line = formatFailure({ reference: 'r', kind: 'unavailable', route: 'GET /x', error }, NOW);
    expect(JSON.parse(line).thrown).toEqual(['AppError unavailable', 'Error ECONNREFUSED']);
    expect(formatFailure({ reference: 'r', kind: 'internal', route: 'GET /x', error: 'secret' }, NOW)).not.toMatch(
      /secret/,
    );
  });

  it('has one line of an export that breaks off, and none of one that is left', async () => {
    const entries: FailureEntry[] = [];
    const reader = createSampleReader();
    const history = reader.history;
    let pages = 0;
    reader.history = (...args) => (++pages > 2 ? Promise.reject(new Error('gone')) : history(...args));
    const app = createSampleApp({ reader, limits: { exportPage: 1 }, log: (entry) => entries.push(entry) });
    await expect((await app.request(`/api/v1/btc/addresses/${ADDRESS.alice}/export`)).text()).rejects.toMatchObject({
      stack: expect.stringMatching(/^A file broke off \(reference \w{8}\)\.$/),
    });
    expect(entries).toMatchObject([{ route: 'GET /api/v1/:chain/addresses/:address/export', kind: 'internal' }]);
    pages = 0;
    const body = (await app.request(`/api/v1/btc/addresses/${ADDRESS.alice}/export`)).body!.getReader();
    await body.read();
    await body.cancel();
    expect(entries).toHaveLength(1);
  });
});
