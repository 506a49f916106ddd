import type { LabelClaim } from '@trailmark/api/contract/label';
import { describe, expect, it } from 'vitest';
import { describeSupport, findWeakestKind, formatSanctions, groupByName } from './verdict.ts';

const NONE = { network: 'btc', address: '1A', claims: [], isContradictory: false } as const;
const evidence = (...kinds: ('fact' | 'inference' | 'claim')[]) => kinds.map((kind) => ({ kind }));

describe('what a verdict rests on', () => {
  it('shows the weakest of its marks, and none where there is no evidence', () => {
    expect(findWeakestKind(evidence('fact', 'inference'))).toBe('inference');
    expect(findWeakestKind(evidence('inference', 'claim', 'fact'))).toBe('claim');
    expect(findWeakestKind([])).toBeUndefined();
  });

  it('counts each kind by its name', () => {
    expect(describeSupport(evidence('claim', 'fact', 'inference', 'inference'))).toBe(
      'Rests on 1 fact, 2 inferences and 1 claim.',
    );
    expect(describeSupport(evidence('claim'))).toBe('Rests on 1 claim.');
    expect(describeSupport([])).toBe('Nothing known speaks for a name.');
  });

  it('never calls an address clean', () => {
    expect(formatSanctions({ ...NONE, claims: [], sanctions: 'not-listed' })).toContain('not a clearance');
    expect(formatSanctions({ ...NONE, claims: [], sanctions: 'no-list' })).toContain('nothing can be said');
  });

  it('keeps claims with different names apart', () => {
    const claim = (label: string, actor: string | null) =>
      ({ label, actor: actor === null ? null : { id: actor, label: actor } }) as LabelClaim;
    const groups = groupByName([claim('Hot 1', 'North'), claim('Hot 2', 'North'), claim('South wallet', null)]);
    expect(groups.map(({ name, claims }) => [name, claims.length])).toEqual([
      ['North', 2],
      ['South wallet', 1],
    ]);
  });
});
