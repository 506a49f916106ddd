import { createHash } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { expect, test } from 'vitest';
import * as ofExportRows from '../../answers/export-rows.ts';
import type { RouteAnswer } from '../../http/call-handler.ts';
import { exportItem } from './export.ts';

const recorded = new WatchedResults();
const { streamJson } = recorded.watch(ofExportRows);

const call = (format?: string) => ({ params: { chain: 'btc', address: '1x' }, query: format ? { format } : {} });

async function exported(rows: readonly string[], query: string): Promise<RouteAnswer> {
  const parts: Uint8Array[] = [];
  const source = {
    facts: [],
    about: { query, asOf: { chain: 'btc', height: 7 } },
    pages: async function* () {
      yield rows;
    },
    columns: ['text'],
    toCells: (row: string) => [row],
    encode: (row: string) => ({ row }),
  };
  for await (const part of streamJson(source)) parts.push(part);
  return { kind: 'file', name: 'x.json', mediaType: 'application/json', bytes: Buffer.concat(parts) };
}

test('keeps what the file states about itself with count and hash of its rows, and no row', async () => {
  const rows = ['one', 'two', '],"rowCount":9,"sha256OfRows":"x"}'];
  const hash = createHash('sha256')
    .update(rows.map((row) => encodeCsvRow([row])).join(''))
    .digest('hex');
  const kept = exportItem.toKept?.(call('xlsx'), await exported(rows, 'min=1,"rows":['));
  expect(kept).toEqual({
    kind: 'json',
    value: {
      ...{ format: 'xlsx', query: 'min=1,"rows":[', asOf: { chain: 'btc', height: 7 } },
      ...{ rowCount: 3, sha256OfRows: hash },
    },
  });
  if (!kept) throw new Error('nothing kept');
  expect(exportItem.describe(call('xlsx'), kept)).toMatchObject({
    title: 'History of 1x as XLSX: 3 rows',
    identifiers: ['address:btc:1x'],
  });
});

test('an empty file has no rows, and every format is requested as JSON', async () => {
  const kept = exportItem.toKept?.(call(), await exported([], ''));
  expect(kept).toMatchObject({ value: { format: 'csv', rowCount: 0 } });
  expect(exportItem.toAsked?.(call('csv'))).toEqual(call('json'));
  expect(exportItem.toAsked?.(call('docx'))).toEqual(call('docx'));
});

test('a file that does not end as an export is refused', () => {
  const bytes = Buffer.from('{"about":{},"rows":[{}');
  const answer = { kind: 'file', name: 'x', mediaType: 'application/json', bytes } as const;
  expect(() => exportItem.toKept?.(call(), answer)).toThrow('does not say how many rows');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/export.txt');
});
