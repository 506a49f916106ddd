import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import type { Label } from '@trailmark/core/label';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleLabels, SAMPLE_PACKS, sampleLabel } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import { readDefaultRules } from './default-rules.ts';
import { screen } from './screen.ts';
import { summarise } from './summarise.ts';

const minted = coinbase(0, { to: 'carol', coins: 50 });
/** Carol, of whom two sources say different things, pays alice. */
const STORY = [
  { height: 0, transactions: [minted] },
  {
    height: 1,
    transactions: [coinbase(1, { to: 'frank', coins: 50 }), spend([[minted, 0]], { to: 'alice', coins: 50 })],
  },
];

function screened(labels: readonly Label[]) {
  const ledgers = createLedgers({
    readers: new Map([['btc', buildLedger('btc', STORY)]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const [pack] = SAMPLE_PACKS;
  const reader = createSampleLabels(pack ? [{ head: pack.head, labels }] : []);
  const knowledge = { ...NO_KNOWLEDGE, labels: () => reader, prices: () => SAMPLE_PRICES };
  const subject = { kind: 'address', text: ADDRESS.alice };
  const request = screeningRequest.parse({ chain: 'btc', subject, ways: ['in'] }) as ScreeningRequest;
  return screen({ ledgers, knowledge }, request, readDefaultRules());
}

test('a counterparty that one source labels as gambling and a surer one as abuse material is both, side by side', async () => {
  const { screening } = await screened([
    sampleLabel(ADDRESS.carol, 'Dice', { category: 'gambling' }),
    sampleLabel(ADDRESS.carol, 'A report', { category: 'csam', confidence: 'forensic', source: 'A hotline' }),
  ]);
  const [party] = screening.exposure[0]?.parties ?? [];
  expect(party).toMatchObject({ category: 'gambling', others: [{ category: 'csam', name: 'A report' }] });
  expect(screening.verdict).toMatchObject({ level: 'severe', score: 91 });
  const [first, second] = screening.verdict.fired;
  expect([first?.rule, second?.rule]).toEqual(['T1-direct', 'G1']);
  // Each rests on the label it read: the verdict can be repeated without it.
  expect(first?.labels).toHaveLength(1);
  expect(first?.labels).not.toEqual(second?.labels);
  expect(summarise(screening, 1).exposure.csam).toMatchObject({ directPpm: 1_000_000 });
});

test('labels of a counterparty that exclude each other are listed as such', async () => {
  const { screening } = await screened([
    sampleLabel(ADDRESS.carol, 'Second Exchange'),
    sampleLabel(ADDRESS.carol, 'SampleLocker', { category: 'ransomware', confidence: 'forensic' }),
  ]);
  expect(screening.disagreements).toMatchObject([
    { isCounterparty: true, address: ADDRESS.carol, labels: [{ category: 'exchange' }, { category: 'ransomware' }] },
  ]);
  expect(screening.verdict.fired[0]).toMatchObject({ rule: 'R1-direct', weight: 80 });
});

test('rules read every label of the subject, and the answer shows those that count most and counts the rest', async () => {
  const many = Array.from({ length: 130 }, (_, at) => sampleLabel(ADDRESS.alice, `Exchange ${at}`));
  const crime = sampleLabel(ADDRESS.alice, 'SampleLocker', { category: 'ransomware', confidence: 'forensic' });
  const { screening } = await screened([...many, crime]);
  expect(screening.verdict.fired[0]).toMatchObject({ rule: 'R1-own', weight: 95 });
  expect(screening.own).toHaveLength(100);
  expect(screening.own.some(({ label }) => label === 'SampleLocker')).toBe(true);
  expect(screening.limits).toContain('31 more labels of the subject are not listed. Rules read them.');
  expect(screening.disagreements[0]?.labels).toHaveLength(100);
  const services = screening.verdict.fired.find(({ rule }) => rule === 'N1-own');
  expect(services?.labels).toHaveLength(100);
  expect(services?.reason).toContain('129 more labels say so.');
});
