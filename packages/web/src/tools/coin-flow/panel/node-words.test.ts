import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { describe, expect, it } from 'vitest';
import { balanceOf, describeStop, nameNode } from './node-words.ts';

describe('what the panel states about a node', () => {
  it('takes the examiner’s label before a claim, and quotes a claim', () => {
    const party = {
      kind: 'service',
      name: 'Northgate',
      category: undefined,
      basis: 'claim',
      source: 's',
      asOf: undefined,
      confidence: 50,
      key: 'k',
      via: undefined,
    } as const;
    const node = createNode('a:btc:one', { party });
    expect(nameNode({ marks: {} }, node)).toBe('“Northgate”');
    expect(nameNode({ marks: { 'a:btc:one': { label: 'Cash-out' } } }, node)).toBe('Cash-out');
  });

  it('knows that a transaction is whole when in is out and fee, and how much is not drawn otherwise', () => {
    const paid = [createEdge('a:btc:one', 't:btc:x', 100)];
    const got = [createEdge('t:btc:x', 'a:btc:two', 90)];
    expect(balanceOf(paid, got, '10').rest).toBe(0n);
    expect(balanceOf(paid, [], '10').rest).toBe(90n);
    expect(balanceOf(paid, got, null).rest).toBeNull();
  });

  it('shows a reason of a newer version as it is', () => {
    expect(describeStop('service')).toBe('Reached a service, which pools funds');
    expect(describeStop('something-new')).toBe('something-new');
  });
});
