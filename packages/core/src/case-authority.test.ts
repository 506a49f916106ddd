import { describe, expect, test } from 'vitest';
import { authorityStateOf, termStateOf } from './case-authority.ts';

const order = {
  from: '2026-03-01',
  to: '2026-06-03',
  endedOn: null,
  acts: ['request', 'seizure'],
  chains: ['btc'],
  addresses: [{ chain: 'btc', address: 'A' }],
  people: ['p1'],
} as const;

describe('the term of an authority', () => {
  test.each([
    ['2026-02-28', 'not-yet'],
    ['2026-03-01', 'valid'],
    ['2026-06-03', 'valid'],
    ['2026-06-04', 'ended'],
  ])('on %s it is %s', (day, state) => expect(termStateOf(order, day)).toBe(state));

  test('without an end continues, and one that was ended never does', () => {
    expect(termStateOf({ ...order, to: null }, '2999-01-01')).toBe('valid');
    expect(termStateOf({ ...order, endedOn: '2026-04-01' }, '2026-03-02')).toBe('ended');
  });
});

describe('the scope of an authority', () => {
  const on = (target: object) => authorityStateOf(order, '2026-03-02', { act: 'request', ...target });

  test('covers what it names, and what an act does not name is not compared', () => {
    expect([on({}), on({ chain: 'btc' }), on({ chain: 'btc', address: 'A', person: 'p1' })]).toEqual(
      Array(3).fill('valid'),
    );
  });

  test('does not cover another act, chain, address or person', () => {
    const others = [on({ act: 'monitoring' }), on({ chain: 'ltc' }), on({ address: 'B' }), on({ person: 'p2' })];
    expect(others).toEqual(Array(4).fill('other-scope'));
  });

  test('covers everything of a kind that it does not limit', () => {
    const wide = { ...order, chains: [], addresses: [], people: [] };
    const target = { act: 'seizure', chain: 'eth', address: 'B', person: 'p9' } as const;
    expect(authorityStateOf(wide, '2026-03-02', target)).toBe('valid');
  });

  test('does not take an address of one chain for the same text on another', () => {
    const two = { ...order, chains: [], addresses: [{ chain: 'ltc', address: 'A' }] };
    expect(authorityStateOf(two, '2026-03-02', { act: 'request', chain: 'btc', address: 'A' })).toBe('other-scope');
  });
});
