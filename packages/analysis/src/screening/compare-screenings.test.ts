import type { Screening, ScreeningRequest } from '@trailmark/core/screening/screening';
import { expect, test } from 'vitest';
import { type ComparedScreening, compareScreenings } from './compare-screenings.ts';

const REQUEST: ScreeningRequest = {
  chain: 'btc',
  subject: { kind: 'address', text: '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw' },
  ways: ['in', 'out'],
  ...{ asset: null, method: 'haircut/1', maxHops: 5, minSharePpm: 1_000, minAmount: 0n },
  ...{ fromTime: null, toTime: null, budget: 10_000, withCluster: false, followSwaps: false },
  ...{ withoutLabels: [], withoutRules: [] },
};

function screened(request: Partial<ScreeningRequest> = {}): ComparedScreening {
  const verdict = { state: 'none', level: 'low', score: null, fired: [] };
  const screening = {
    request: { ...REQUEST, ...request },
    verdict,
    own: [],
    inherited: [],
    exposure: [],
    behaviours: [],
  };
  return {
    screening: screening as unknown as Screening,
    asOf: { height: 170, labels: 'l-1', prices: 'p-1', software: 'Trailmark test' },
    ruleSet: { name: 'Default rules', hash: '0'.repeat(64) },
  };
}

test('two screenings with equal requests and equal results do not differ', () => {
  expect(compareScreenings(screened(), screened())).toEqual([]);
});

test('each part of the question that is another one is named', () => {
  const others: Partial<ScreeningRequest> = {
    ...{ ways: ['in'], asset: '', method: 'fifo/1', maxHops: 3, minSharePpm: 10_000, minAmount: 5n, fromTime: 0 },
    ...{ toTime: 86_400, budget: 500, withCluster: true, followSwaps: true },
    ...{ withoutLabels: ['a'], withoutRules: ['S1'] },
  };
  const { chain: _, subject: __, ...asked } = REQUEST;
  expect(Object.keys(others).toSorted()).toEqual(Object.keys(asked).toSorted());
  for (const [name, value] of Object.entries(others)) {
    const found = compareScreenings(screened(), screened({ [name]: value }));
    expect([name, found.length, found[0]?.kind]).toEqual([name, 1, 'as-of']);
  }
  expect(compareScreenings(screened(), screened({ method: 'fifo/1' }))[0]?.sentence).toBe(
    'The method was haircut/1 and is fifo/1.',
  );
});
