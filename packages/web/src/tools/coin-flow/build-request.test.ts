import { describe, expect, it } from 'vitest';
import { fillParams, listParamsFor, type TraceMethodItem } from './build-request.ts';

const order = {
  name: 'order',
  sentence: '',
  default: 'receipts-first',
  options: ['receipts-first', 'payments-first'],
  families: ['accounts' as const],
};
const follow = { name: 'follow', sentence: '', default: 'all', options: ['all', 'change'] };
const method: TraceMethodItem = {
  ...{ id: 'fifo/1', name: 'FIFO', families: ['outputs', 'accounts'], sentence: '', conventions: [] },
  ...{ caution: '', source: '', params: [follow, order] },
};

describe('parameters of a method', () => {
  it('are those that mean something on the chain', () => {
    const names = (chain: 'btc' | 'eth' | undefined) => listParamsFor(method, chain).map(({ name }) => name);
    expect([names('btc'), names('eth'), names(undefined)]).toEqual([['follow'], ['follow', 'order'], ['follow']]);
  });

  it('keep what was chosen, and are left out of a request on a chain that has none of them', () => {
    const chosen = { order: 'payments-first', other: 1 };
    expect(fillParams(method, 'eth', chosen)).toEqual({ follow: 'all', order: 'payments-first' });
    expect(fillParams(method, 'btc', chosen)).toEqual({ follow: 'all' });
  });
});
