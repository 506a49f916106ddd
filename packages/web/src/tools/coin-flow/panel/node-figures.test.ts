import { createNode } from '@trailmark/core/flow/testing/flow-parts';
import { describe, expect, test } from 'vitest';
import { listFigures } from './node-figures.ts';

const of = (taintedIn: string | null, taintedOut: string | null) => [{ asset: 'btc', taintedIn, taintedOut }];
const stop = { reason: 'hop-cap' as const, asset: 'btc', amount: '5', count: 1, detail: '' };

describe('figures of a node', () => {
  test('say what began at a beginning, and never that it was not traced', () => {
    for (const [way, amounts] of [
      ['forward', of(null, '5')],
      ['backward', of('5', null)],
    ] as const) {
      const [found] = listFigures(createNode('a:btc:x', { isSeed: true, hop: 0, amounts }), way);
      expect(found).toMatchObject({ near: { words: 'Began with', units: '5' }, far: { units: '5' }, share: '5' });
      expect(found?.isEnd).toBe(false);
    }
  });

  test('read a trace back from the side the money left by', () => {
    const [end] = listFigures(createNode('a:btc:x', { hop: 3, amounts: of(null, '5'), stops: [stop] }), 'backward');
    expect(end).toMatchObject({ near: { words: 'Traced back to here', units: '5' }, share: '5', isEnd: true });
  });

  test('distinguish an end of a trace back where traces went both ways', () => {
    const [back] = listFigures(createNode('a:btc:x', { hop: 3, amounts: of(null, '5'), stops: [stop] }), 'both');
    expect(back?.near.words).toBe('Traced back to here');
    const [on] = listFigures(createNode('a:btc:y', { hop: 3, amounts: of('5', null), stops: [stop] }), 'both');
    expect(on).toMatchObject({ near: { words: 'Traced in', units: '5' }, isEnd: true });
  });
});
