import { getTraceMethod, TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofDescribeMethod from './describe-method.ts';
import * as ofTraceRequest from './trace-request.ts';

const recorded = new WatchedResults();
const { describeMethod } = recorded.watch(ofDescribeMethod);
const { toTraceRequest } = recorded.watch(ofTraceRequest);

test('every method over account chains lists the order of transfers, for these chains alone', () => {
  for (const method of TRACE_METHODS) {
    const found = describeMethod(method).params.find(({ name }) => name === 'order');
    expect(found !== undefined).toBe(method.accounts !== undefined);
    if (found) expect(found).toMatchObject({ default: 'receipts-first', families: ['accounts'] });
  }
  expect(describeMethod(getTraceMethod('exact/1')).params).toMatchObject([{ name: 'follow' }]);
});

test('a request that says the usual order is the request that says nothing about it', () => {
  const ask = (chain: 'eth' | 'btc', params: object) =>
    toTraceRequest(traceRequest.parse({ chain, seeds: [{ kind: 'transaction', txid: 'ab'.repeat(32) }], params }))
      .params;
  expect(ask('eth', { order: 'receipts-first' })).toEqual(ask('eth', {}));
  expect(ask('eth', { order: 'payments-first' })).toEqual({ order: 'payments-first' });
  expect(() => ask('btc', { order: 'payments-first' })).toThrow(/order/);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/describe-method.txt');
});
