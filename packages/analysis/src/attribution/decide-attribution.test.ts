import type { Actor, StoredLabel } from '@trailmark/core/label';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTION_RULES_VERSION, LEAD_RULE, VERDICT_RULES, WARNING_RULES } from './catalogue.ts';
import { decideAttribution } from './decide-attribution.ts';
import type { AttributionSubject, MemberClaim, SweepFacts } from './subject.ts';

const ADDRESS = 'subject';

function label(text: string, more: Partial<StoredLabel> = {}): StoredLabel {
  return {
    id: `id of ${text} ${more.address ?? ''}`,
    network: 'btc',
    address: ADDRESS,
    label: text,
    category: 'exchange',
    actor: undefined,
    confidence: 'web_crawl',
    scope: 'address',
    role: undefined,
    source: 'a list',
    asOf: '2026-01-02',
    details: {},
    pack: 'sample',
    licence: 'CC0-1.0',
    visibility: 'public',
    ...more,
  };
}

function actor(id: string, name: string, more: Partial<Actor> = {}): Actor {
  return {
    id,
    label: name,
    legalName: undefined,
    aliases: [],
    uri: undefined,
    jurisdictions: [],
    categories: ['exchange'],
    contacts: [],
    source: 'a list',
    licence: 'CC0-1.0',
    ...more,
  };
}

const ACTORS = [actor('kraken', 'Kraken'), actor('binance', 'Binance'), actor('shop', 'Pay Shop')];

function subject(more: Partial<AttributionSubject> = {}): AttributionSubject {
  return {
    address: ADDRESS,
    labels: [],
    conservative: undefined,
    expanded: undefined,
    view: 'conservative',
    sweep: undefined,
    use: {
      status: 'seen',
      receives: 2,
      spends: 1,
      first: 5,
      last: 9,
      lastDay: '2026-02-01',
      partial: undefined,
    },
    day: '2026-11-21',
    actors: {
      byId: (id) => ACTORS.find((candidate) => candidate.id === id),
      byName: (name) => ACTORS.find((candidate) => candidate.label.toLowerCase() === name.toLowerCase()),
    },
    ...more,
  };
}

function member(text: string, more: Partial<StoredLabel> = {}, linkConfidence = 90): MemberClaim {
  const weakest = { id: 'co-spend', version: 1, confidence: linkConfidence };
  return { label: label(text, { address: 'member', ...more }), weakest, positions: [7] };
}

function cluster(claims: readonly MemberClaim[], view: 'conservative' | 'expanded' = 'conservative') {
  return { view, size: 12, claims, labelledCount: claims.length };
}

const kinds = (decision: ReturnType<typeof decideAttribution>): string[] => decision.warnings.map(({ kind }) => kind);

describe('a claim about the address', () => {
  test.each([
    ['hot', 'hot-wallet'],
    ['cold', 'cold-wallet'],
    ['deposit', 'deposit-address'],
    ['withdrawal', 'service-address'],
    [undefined, 'service-address'],
  ] as const)('with role %s is a %s', (role, verdict) => {
    const decision = decideAttribution(subject({ labels: [label('Kraken 1', { role, actor: 'kraken' })] }));
    expect(decision).toMatchObject({ verdict, operator: 'kraken', host: undefined, confidence: 20 });
    expect(decision.sentence).toContain('"Kraken"');
    expect(decision.evidence[0]).toMatchObject({ kind: 'claim', confidence: 20 });
    expect(decision.evidence[0]?.sentence).toContain('2026-01-02');
  });

  test('of two equally sure sources that agree is the one that says what the address is for', () => {
    const labels = [
      label('Kraken', { actor: 'kraken', role: 'reserve' }),
      label('Kraken 2', { actor: 'kraken', role: 'hot' }),
    ];
    expect(decideAttribution(subject({ labels })).verdict).toBe('hot-wallet');
  });

  test('of the surest source gives the verdict, and the others stand beside it', () => {
    const labels = [
      label('Binance 7', { actor: 'binance', confidence: 'web_crawl', role: 'hot' }),
      label('Kraken 1', { actor: 'kraken', confidence: 'service_data' }),
    ];
    const decision = decideAttribution(subject({ labels }));
    expect(decision).toMatchObject({ verdict: 'service-address', operator: 'kraken', confidence: 50 });
    expect(decision.evidence.filter(({ kind }) => kind === 'claim').map((item) => item.label?.actor)).toEqual([
      'binance',
      'kraken',
    ]);
    expect(kinds(decision)).toEqual(['contradiction']);
    expect(decision.warnings[0]?.sentence).toContain('"Binance"');
    expect(decision.warnings[0]?.sentence).toContain('"Kraken"');
  });

  test('in another category is another label, the gravest first', () => {
    const labels = [
      label('A pool', { category: 'mining_pool', confidence: 'ownership' }),
      label('SampleLocker', { category: 'ransomware', confidence: 'heuristic' }),
    ];
    expect(decideAttribution(subject({ labels }))).toMatchObject({
      verdict: 'other-label',
      category: 'ransomware',
      confidence: 10,
    });
  });

  test('as a service and as a crime is a contradiction, and neither is dropped', () => {
    const labels = [label('Kraken 1', { actor: 'kraken' }), label('SampleLocker', { category: 'ransomware' })];
    const decision = decideAttribution(subject({ labels }));
    expect(decision.verdict).toBe('service-address');
    expect(decision.evidence.map((item) => item.label?.category)).toEqual(['exchange', 'ransomware', undefined]);
    expect(kinds(decision)).toEqual(['contradiction']);
  });

  test('older than two years before the last use is warned of, and a younger one is not', () => {
    const old = (asOf: string | undefined) =>
      kinds(decideAttribution(subject({ labels: [label('Kraken', { asOf })] })));
    expect(old('2024-01-31')).toEqual(['old-label']);
    expect(old('2024-02-01')).toEqual([]);
    expect(old(undefined)).toEqual([]);
  });

  test('on a sanctions list is warned of with entity and programme', () => {
    const details = { entity: 'SAMPLE ENTITY', programme: 'CYBER2' };
    const listed = label('X', { category: 'sanctioned', pack: 'ofac-sdn', details });
    const decision = decideAttribution(subject({ labels: [listed] }));
    expect(decision).toMatchObject({ verdict: 'other-label', category: 'sanctioned', confidence: undefined });
    expect(decision.evidence[0]).toMatchObject({ kind: 'fact', confidence: undefined });
    expect(decision.sentence).toBe(decision.evidence[0]?.sentence);
    expect(decision.evidence[0]?.sentence).toBe('On the OFAC SDN list: "SAMPLE ENTITY", programme "CYBER2".');
    expect(decision.warnings[0]).toMatchObject({ kind: 'sanctioned' });
    expect(decision.warnings[0]?.sentence).toMatch(/On the OFAC SDN list: "SAMPLE ENTITY", programme "CYBER2"\.$/);
    const removed = { ...details, listed_to: '2025-03-21' };
    const old = label('X', { category: 'sanctioned_historic', pack: 'ofac-sdn-historic', details: removed });
    const former = decideAttribution(subject({ labels: [old] }));
    expect(former.warnings[0]?.sentence).toMatch(/Removed from the OFAC SDN list: .*removed by 21 Mar 2025/);
    const said = decideAttribution(subject({ labels: [label('X', { category: 'sanctioned', details })] }));
    expect(said.warnings[0]?.sentence).toContain('is called sanctioned');
  });

  test('is quoted, capped and cannot close its quotation marks', () => {
    const text = `"\u202e${'x'.repeat(200)}`;
    const { sentence } = decideAttribution(subject({ labels: [label(text)] }));
    expect(sentence).toMatch(/^Address of "x{79}…", as a source claims\.$/);
  });
});

describe('a claim about a member of the cluster', () => {
  test('makes the address a member, no surer than the claim or the weakest link', () => {
    const sure = cluster([member('Kraken 1', { actor: 'kraken', confidence: 'ownership' }, 90)]);
    const decision = decideAttribution(subject({ conservative: sure }));
    expect(decision).toMatchObject({ verdict: 'cluster-member', confidence: 90, operator: 'kraken' });
    expect(decision.evidence.slice(0, 2)).toMatchObject([
      { kind: 'inference', via: 'member', positions: [7], confidence: 90 },
      { kind: 'claim', via: 'member', confidence: 100 },
    ]);
    const weak = cluster([member('Kraken 1', { confidence: 'web_crawl' }, 90)]);
    expect(decideAttribution(subject({ conservative: weak })).confidence).toBe(20);
  });

  test('gives way to a claim about the address itself', () => {
    const labels = [label('SampleLocker', { category: 'ransomware', confidence: 'heuristic' })];
    const conservative = cluster([member('Kraken 1', { confidence: 'ownership' })]);
    const decision = decideAttribution(subject({ labels, conservative }));
    expect(decision).toMatchObject({ verdict: 'other-label', category: 'ransomware' });
    expect(decision.evidence.some(({ via }) => via === 'member')).toBe(true);
    expect(kinds(decision)).toContain('contradiction');
  });

  test('in the expanded view alone is a lead, and a verdict only where that view is asked for', () => {
    const expanded = cluster([member('Kraken 1', { confidence: 'ownership' }, 50)], 'expanded');
    const unknown = decideAttribution(subject({ expanded }));
    expect(unknown).toMatchObject({ verdict: 'unknown', confidence: undefined });
    expect(unknown.evidence[0]?.sentence).toMatch(/^A lead only/);
    expect(unknown.evidence[0]?.confidence).toBeLessThanOrEqual(30);
    const asked = decideAttribution(subject({ expanded, view: 'expanded' }));
    expect(asked).toMatchObject({ verdict: 'cluster-member', confidence: 30 });
    expect(asked.sentence).toMatch(/^A lead only/);
  });
});

const SWEEP: SweepFacts = {
  service: {
    key: 'kraken',
    label: label('Kraken hot', { address: 'hot', actor: 'kraken', confidence: 'service_data' }),
    viaCluster: false,
  },
  spends: 2,
  sweeps: [8, 9],
  spent: 1_000n,
  swept: 1_000n,
  received: 1_000n,
  receivedFromOthers: 1_000n,
  deposits: [5, 6],
};

describe('a sweep to a service', () => {
  test('makes an unnamed address a deposit address by inference, with its transactions', () => {
    const decision = decideAttribution(subject({ sweep: SWEEP }));
    expect(decision).toMatchObject({ verdict: 'deposit-address', operator: 'kraken', confidence: 50 });
    expect(decision.sentence).toMatch(/^Probably/);
    expect(decision.evidence[0]).toMatchObject({ kind: 'inference', positions: [8, 9] });
    expect(decision.evidence.find(({ kind }) => kind === 'claim')?.label?.address).toBe('hot');
  });

  test('counts for less where it was seen once, and for nothing below its shares', () => {
    expect(decideAttribution(subject({ sweep: { ...SWEEP, sweeps: [8] } })).confidence).toBe(45);
    expect(decideAttribution(subject({ sweep: { ...SWEEP, swept: 949n } })).verdict).toBe('unknown');
    expect(decideAttribution(subject({ sweep: { ...SWEEP, receivedFromOthers: 499n } })).verdict).toBe('unknown');
  });

  test('says nothing of an address that is labelled', () => {
    const labels = [label('Someone', { category: 'individual' })];
    expect(decideAttribution(subject({ sweep: SWEEP, labels })).verdict).toBe('other-label');
  });
});

describe('a nested service', () => {
  test('is warned of where a source names the host in the label', () => {
    const labels = [label('Pay Shop on Binance', { actor: 'shop', category: 'payment_processor' })];
    const decision = decideAttribution(subject({ labels }));
    expect(decision).toMatchObject({ operator: 'shop', host: 'binance' });
    expect(kinds(decision)).toEqual(['nested-service']);
  });

  test('is not read out of words that name nobody', () => {
    const decision = decideAttribution(subject({ labels: [label('Payments on hold', { actor: 'kraken' })] }));
    expect(decision).toMatchObject({ operator: 'kraken', host: undefined });
    expect(kinds(decision)).toEqual([]);
  });

  test('is warned of where an exchange and a payment service share a cluster', () => {
    const labels = [label('Pay Shop', { actor: 'shop', category: 'payment_processor' })];
    const conservative = cluster([member('Binance 4', { actor: 'binance' })]);
    const decision = decideAttribution(subject({ labels, conservative }));
    expect(decision).toMatchObject({ verdict: 'service-address', operator: 'shop', host: 'binance' });
    expect(kinds(decision)).toEqual(['nested-service', 'contradiction']);
  });
});

describe('nothing', () => {
  test('is unknown, whatever the reason, and never called clean', () => {
    for (const status of ['seen', 'not-seen', 'no-ledger'] as const) {
      const { verdict, sentence, confidence } = decideAttribution(
        subject({ use: { ...subject().use, status, partial: undefined } }),
      );
      expect(verdict).toBe('unknown');
      expect(confidence).toBeUndefined();
      expect(sentence).toContain('That says nothing good or bad of it.');
      expect(sentence).not.toMatch(/clean|safe/i);
    }
  });

  test('read from a part of the history says so', () => {
    const decision = decideAttribution(subject({ use: { ...subject().use, partial: 'Only some blocks are held.' } }));
    expect(decision.warnings).toEqual([{ kind: 'partial-history', sentence: 'Only some blocks are held.' }]);
  });
});

test('every rule has an id and a version, once', () => {
  const rules = [...VERDICT_RULES, LEAD_RULE, ...WARNING_RULES];
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { id, version } of rules) expect(ATTRIBUTION_RULES_VERSION).toContain(`${id}@${version}`);
});
