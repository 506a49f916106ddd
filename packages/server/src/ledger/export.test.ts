import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';

const path = `/api/v1/btc/addresses/${ADDRESS.alice}/export`;

describe('export', () => {
  it('holds every row of the list, with what it is true of and its digest', async () => {
    const { request, client } = createSampleApp({ limits: { exportPage: 2 } });
    const text = await (await request(path)).text();
    const lines = text.split('\r\n');
    expect(text).toContain(`address,${ADDRESS.alice}\r\n`);
    expect(text).toContain('query,order=newest&currency=USD\r\n');
    expect(text).toContain('coverage_complete,no\r\n');
    const start = lines.findIndex((line) => line.startsWith('time_utc,')) + 1;
    const end = lines.findIndex((line) => line.startsWith('rows,'));
    const rows = lines.slice(start, end);
    const { items } = await client.call('listAddressTransactions', {
      params: { chain: 'btc', address: ADDRESS.alice },
    });
    expect(rows.map((row) => row.split(',')[6])).toEqual(items.map(({ txid }) => txid));
    expect(lines[end]).toBe('rows,4');
    const digest = createHash('sha256')
      .update(rows.map((row) => `${row}\r\n`).join(''))
      .digest('hex');
    expect(lines[end + 1]).toBe(`sha256_of_rows,${digest}`);
    expect(rows[0]).toContain(',-40.00000000,');
  });

  it('states the same digest in every format', async () => {
    const { request } = createSampleApp();
    const csv = await (await request(path)).text();
    const json = await (await request(`${path}?format=json`)).json();
    expect(csv).toContain(json.sha256OfRows);
    expect(json.rows).toHaveLength(json.rowCount);
    expect(json.about.asOf.height).toBe(11);
  });

  it('is a download with its own name', async () => {
    const { headers } = await createSampleApp().request(`${path}?format=xlsx`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="btc-${ADDRESS.alice}.xlsx"`);
    expect(headers.get('content-type')).toMatch(/spreadsheetml/);
  });

  it('reads only as fast as it is read', async () => {
    const reader = createSampleReader();
    const history = reader.history;
    let pages = 0;
    reader.history = (...args) => {
      pages++;
      return history(...args);
    };
    const { request } = createSampleApp({ reader, limits: { exportPage: 1 } });
    const body = (await request(path)).body!.getReader();
    await body.read();
    await body.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pages).toBeLessThan(4);
    await body.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pages).toBeLessThan(4);
  });

  it('breaks off without a trailer when the store fails', async () => {
    const reader = createSampleReader();
    const history = reader.history;
    let pages = 0;
    reader.history = (...args) => (++pages > 2 ? Promise.reject(new Error('gone')) : history(...args));
    const { request } = createSampleApp({ reader, limits: { exportPage: 1 } });
    await expect((await request(path)).text()).rejects.toThrow();
  });
});
