import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import { describe, expect, it } from 'vitest';
import { balanceOf, describeParty, describeStop, markOfParty, nameNode } from './node-words.ts';

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

  it('quotes an entry of a sanctions list as a fact about it, and gives a confidence to other claims only', () => {
    const claimed: KnownParty = {
      ...{ kind: 'sanctioned', name: 'SAMPLE ENTITY', basis: 'claim', source: 'a list', confidence: 60, key: 'k' },
    };
    const listing = 'On the OFAC SDN list: SAMPLE ENTITY, programme CYBER2, listed on 5 Apr 2022.';
    const said = (more: object) => [markOfParty({ ...claimed, ...more }), describeParty({ ...claimed, ...more })];
    expect(said({ listing })).toEqual(['fact', listing]);
    expect(said({ listing, basis: 'inference', via: '1Member' })).toEqual(['inference', listing]);
    expect(said({})).toEqual(['claim', '“SAMPLE ENTITY” by a list, confidence 60 of 100']);
  });

  it('shows a reason of a newer version as it is', () => {
    expect(describeStop('service')).toBe('Reached a service, which pools funds');
    expect(describeStop('something-new')).toBe('something-new');
  });
});
