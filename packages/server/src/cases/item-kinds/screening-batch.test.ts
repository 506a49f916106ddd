import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../http/call-handler.ts';
import { screeningBatchItem } from './screening-batch.ts';

const call = { params: { id: 'b-1' }, query: {} };
const file = (rows: readonly object[]): RouteAnswer => {
  const value = { about: { batch: 'A seizure', ruleSet: '7'.repeat(64) }, rows, rowCount: rows.length };
  return { kind: 'file', name: 'x.json', mediaType: 'application/json', bytes: Buffer.from(JSON.stringify(value)) };
};

test('keeps every row of a batch, and names each subject', () => {
  const rows = [
    { chain: 'btc', kind: 'address', subject: '1x', level: 'high' },
    { chain: 'eth', kind: 'transaction', subject: 'AB'.repeat(32), level: null },
  ];
  const kept = screeningBatchItem.toKept?.(call, file(rows));
  expect(kept).toMatchObject({ kind: 'json', value: { rows } });
  expect(kept && screeningBatchItem.describe(call, kept)).toEqual({
    title: 'Batch “A seizure”: 2 screenings',
    identifiers: ['address:btc:1x', `transaction:eth:${'ab'.repeat(32)}`],
    method: `screening/${'7'.repeat(16)}`,
  });
});

test('asks for the rows as JSON whatever the file was to be, and opens the grid', () => {
  expect(screeningBatchItem.toAsked?.({ ...call, query: { format: 'xlsx' } }).query).toEqual({ format: 'json' });
  expect(screeningBatchItem.page(call)).toBe('/address-threat?batch=b-1');
});
