import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTION_RULES_VERSION, LEAD_RULE, VERDICT_RULES, WARNING_RULES } from './catalogue.ts';
import * as ofDecideAttribution from './decide-attribution.ts';
import type { SweepFacts } from './subject.ts';
import { cluster, kinds, label, member, subject } from './testing/sample-subject.ts';

const recorded = new WatchedResults();
const { decideAttribution } = recorded.watch(ofDecideAttribution);

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

  test('of the surest source gives the verdict, and the others are listed next to it', () => {
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

  test('that a whole cluster is of one owner says so, with its role', () => {
    const labels = [label('Kraken 1', { actor: 'kraken', scope: 'cluster', role: 'hot' })];
    const [claim] = decideAttribution(subject({ labels })).evidence;
    expect(claim?.sentence).toBe(
      '"Kraken 1" (Exchange, role hot), says source "a list", pack "sample", as of 2026-01-02; level 20 of 100. The source speaks of everything its owner controls.',
    );
    const [plain] = decideAttribution(subject({ labels: [label('Kraken 1', { asOf: undefined })] })).evidence;
    expect(plain?.sentence).toMatch(
      /\(Exchange\), says source "a list", pack "sample", without a day; level 20 of 100\.$/,
    );
  });

  test('with an actor is chosen before one without, and of two like it the first by id', () => {
    const labels = [label('B', { id: 'b', actor: 'kraken' }), label('A', { id: 'a' })];
    expect(decideAttribution(subject({ labels })).label?.id).toBe('b');
    const alike = ['d', 'c', 'e'].map((id) => label('Same', { id, actor: 'kraken' }));
    expect(decideAttribution(subject({ labels: alike })).label?.id).toBe('c');
  });

  test('older than two years is compared with the day of the answer where the last use is not known', () => {
    const use = { ...subject().use, lastDay: undefined };
    const [warning] = decideAttribution(subject({ use, labels: [label('Kraken', { asOf: '2024-11-20' })] })).warnings;
    expect(warning?.sentence).toContain('The claim is of 2024-11-20; this answer is of 2026-11-21.');
    expect(kinds(decideAttribution(subject({ use, labels: [label('Kraken', { asOf: '2024-11-21' })] })))).toEqual([]);
  });

  test.each(['sanctioned', 'sanctioned_historic'] as const)(
    'of %s by a list that is none of ours names who',
    (category) => {
      const state = category === 'sanctioned' ? 'is called sanctioned' : 'is called formerly sanctioned';
      const said = (details: Record<string, string>): string | undefined =>
        decideAttribution(subject({ labels: [label('X', { category, details })] })).warnings[0]?.sentence;
      const source = '(source "a list", pack "sample", as of 2026-01-02).';
      expect(said({ entity: 'E', programme: 'P' })).toBe(`The address ${state}: "E", "P" ${source}`);
      expect(said({})).toBe(`The address ${state} ${source}`);
    },
  );

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

  test.each([
    ['the surest', [{ confidence: 'ownership' }, { confidence: 'heuristic' }]],
    ['a service before another label', [{ category: 'exchange' }, { category: 'ransomware' }]],
    ['the gravest', [{ category: 'ransomware' }, { category: 'individual' }]],
    ['the first by id', [{ id: 'a' }, { id: 'b' }]],
  ] as const)('is %s of several, whichever comes first', (_, [first, second]) => {
    const claims = [member('One', first), member('Two', second)];
    for (const order of [claims, claims.toReversed()]) {
      const decision = decideAttribution(subject({ conservative: cluster(order) }));
      expect(decision.label?.label).toBe('One');
      expect(decision.evidence[1]?.label?.label).toBe('One');
      expect(decision.evidence.filter(({ kind }) => kind === 'claim')).toHaveLength(2);
    }
  });

  test('names the member and its links in words, and no service where the claim is of none', () => {
    const claim = { ...member('Kraken 1', { actor: 'kraken' }), positions: [7, 8] };
    const decision = decideAttribution(subject({ conservative: cluster([claim]) }));
    expect(decision.sentence).toBe(
      'Member of a cluster of "Kraken": co-spending joins it to an address that a source calls "Kraken 1" (Exchange).',
    );
    expect(decision.evidence[0]?.sentence).toBe(
      'Co-spending joins it to member by 2 links; the cluster has 12 addresses. Weakest link: rule co-spend, version 1, confidence 90 of 100.',
    );
    const other = cluster([member('X', { category: 'individual' })]);
    expect(decideAttribution(subject({ conservative: other })).sentence).toMatch(/^Member of a cluster: co-spending/);
  });

  test('on a sanctions list is warned of with the address of that member', () => {
    const conservative = cluster([member('X', { category: 'sanctioned', details: { entity: 'E' } })]);
    const [warning] = decideAttribution(subject({ conservative })).warnings;
    expect(warning?.kind).toBe('sanctioned');
    expect(warning?.sentence).toMatch(
      /^An address of the same conservative cluster, member, is called sanctioned: "E" \(source/,
    );
  });

  test('gives way to a claim about the address itself', () => {
    const labels = [label('SampleLocker', { category: 'ransomware', confidence: 'heuristic' })];
    const conservative = cluster([member('Kraken 1', { confidence: 'ownership' })]);
    const decision = decideAttribution(subject({ labels, conservative }));
    expect(decision).toMatchObject({ verdict: 'other-label', category: 'ransomware' });
    expect(decision.evidence.some(({ via }) => via === 'member')).toBe(true);
    expect(kinds(decision)).toContain('contradiction');
  });

  test('in the expanded view alone is a lead, and a verdict only where that view is requested', () => {
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
    const sure = label('Kraken hot', { address: 'hot', actor: 'kraken', confidence: 'ownership' });
    const facts: SweepFacts = { ...SWEEP, service: { ...SWEEP.service, label: sure } };
    const least = { ...facts, swept: 950n, receivedFromOthers: 500n };
    expect(decideAttribution(subject({ sweep: least }))).toMatchObject({ verdict: 'deposit-address', confidence: 60 });
    expect(decideAttribution(subject({ sweep: { ...least, swept: 949n } })).verdict).toBe('unknown');
    expect(decideAttribution(subject({ sweep: { ...least, receivedFromOthers: 499n } })).verdict).toBe('unknown');
    expect(decideAttribution(subject({ sweep: { ...least, spent: 0n } })).verdict).toBe('unknown');
  });

  test('states as facts what part went where, and what part came from outside', () => {
    const sentences = (viaCluster: boolean) => {
      const sweep = { ...SWEEP, service: { ...SWEEP.service, viaCluster }, swept: 970n, receivedFromOthers: 600n };
      const { evidence } = decideAttribution(subject({ sweep }));
      return evidence.flatMap(({ kind, sentence }) => (kind === 'fact' ? [sentence] : [])).slice(0, 2);
    };
    expect(sentences(false)).toEqual([
      '97 % of what it ever spent went to hot in 2 transactions with inputs of others.',
      '60 % of what it received came from outside, in 2 transactions.',
    ]);
    expect(sentences(true)[0]).toContain('went to the cluster of hot in 2 transactions');
  });

  test('says nothing about an address that is labelled', () => {
    const labels = [label('Someone', { category: 'individual' })];
    expect(decideAttribution(subject({ sweep: SWEEP, labels })).verdict).toBe('other-label');
  });
});

describe('the evidence', () => {
  test('says once what two rules found, and ends with what the ledger shows', () => {
    const twice = label('Kraken 1', { actor: 'kraken' });
    const use = { ...subject().use, first: 5, last: 5 };
    const { evidence } = decideAttribution(subject({ use, labels: [twice, twice] }));
    expect(evidence.map(({ kind }) => kind)).toEqual(['claim', 'fact']);
    expect(evidence[1]).toMatchObject({
      sentence: 'The indexed blocks show 2 outputs received and 1 output spent.',
      positions: [5],
    });
    const spent = decideAttribution(subject({ use: { ...use, last: 9 } }));
    expect(spent.evidence[0]?.positions).toEqual([5, 9]);
  });

  test('keeps a claim about the address apart from the same claim about a member', () => {
    const own = label('Kraken 1', { id: 'same' });
    const conservative = cluster([member('Kraken 1', { id: 'same' })]);
    const { evidence } = decideAttribution(subject({ labels: [own], conservative }));
    expect(evidence.filter(({ kind }) => kind === 'claim').map(({ via }) => via)).toEqual([undefined, 'member']);
  });

  test('mentions a lead where there is one, and only there', () => {
    const expanded = cluster([member('Kraken 1')], 'expanded');
    const lead = ' There is a lead in the expanded view.';
    expect(decideAttribution(subject({ expanded })).sentence.endsWith(lead)).toBe(true);
    expect(decideAttribution(subject()).sentence.endsWith('nothing good or bad of it.')).toBe(true);
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
  // Every answer names them: whoever changes a rule counts its version up, here too.
  expect(ATTRIBUTION_RULES_VERSION).toBe(
    'cluster-claim@1 contradiction@1 direct-other-claim@2 direct-service-claim@1 expanded-lead@1 nested-service@1 old-claim@2 partial-history@1 sanctions-claim@2 sweep-to-service@1',
  );
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/decide-attribution.txt');
});
