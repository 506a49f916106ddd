import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { buildLedger, type RawBlock } from '../testing/ledger-builder.ts';
import { createSampleLabels, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { coinbase, spend, txidOf } from '../testing/sample-ledger.ts';
import { readDefaultRules } from './default-rules.ts';
import { screen } from './screen.ts';

const COIN = 100_000_000n;
const GENESIS = { height: 0, transactions: [coinbase(0, { to: 'frank', coins: 50 })] };

async function screened(blocks: readonly RawBlock[], transaction: Uint8Array, more: Record<string, unknown> = {}) {
  const ledgers = createLedgers({
    readers: new Map([['btc', buildLedger('btc', blocks)]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const labels = createSampleLabels(SAMPLE_PACKS.filter(({ head }) => head.id.startsWith('ofac')));
  const subject = { kind: 'transaction', text: txidOf(transaction) };
  const request = screeningRequest.parse({ chain: 'btc', subject, ways: ['out'], ...more }) as ScreeningRequest;
  const { screening } = await screen(
    { ledgers, knowledge: { ...NO_KNOWLEDGE, labels: () => labels } },
    request,
    readDefaultRules(),
  );
  return screening;
}

const totalOf = ({ exposure }: Awaited<ReturnType<typeof screened>>) => exposure[0]?.sides[0];

test('what a transaction sent begins with every output it spends, however small its share', async () => {
  const large = coinbase(1, { to: 'alice', coins: 49 }, { to: 'bob', coins: 0.000_01 });
  const both = spend(
    [
      [large, 0],
      [large, 1],
    ],
    { to: 'dave', coins: 49 },
  );
  const blocks = [
    GENESIS,
    { height: 1, transactions: [large] },
    { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), both] },
  ];
  const screening = await screened(blocks, both, { minSharePpm: 100_000 });
  expect(totalOf(screening)).toMatchObject({ total: 49n * COIN + 1_000n, isPartial: false });
  expect(screening.exposure[0]?.parties).toMatchObject([{ ring: 'direct', minHops: 1, category: 'sanctioned' }]);
});

test('of more outputs than a trace begins with the largest are followed, and the rest is not read', async () => {
  const small = Array.from({ length: 520 }, (_, at) => ({ to: 'alice' as const, coins: at < 500 ? 0.02 : 0.01 }));
  const many = coinbase(1, ...small);
  const all = spend(
    small.map((_, at) => [many, at] as const),
    { to: 'dave', coins: 10.2 },
  );
  const blocks = [
    GENESIS,
    { height: 1, transactions: [many] },
    { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), all] },
  ];
  const screening = await screened(blocks, all);
  expect(totalOf(screening)).toMatchObject({ total: 1_020_000_000n, isPartial: true });
  expect(screening.exposure[0]?.remainders).toMatchObject([{ remainder: 'budget', amount: 20_000_000n }]);
  expect(screening.limits.join(' ')).toContain('spends 520 outputs: the 500 largest were followed');
});

test('a transaction that spends nothing of the index is not read, and its payees are no counterparties of others', async () => {
  const minted = coinbase(0, { to: 'alice', coins: 50 });
  const later = spend([[minted, 0]], { to: 'dave', coins: 50 });
  const blocks = [
    { height: 0, transactions: [minted] },
    { height: 1, transactions: [coinbase(1, { to: 'frank', coins: 50 }), later] },
  ];
  const screening = await screened(blocks, minted);
  expect(screening.exposure.flatMap(({ parties }) => parties)).toEqual([]);
  expect(screening.verdict).toMatchObject({ state: 'unknown', level: 'unknown' });
  expect(screening.verdict.sentences[0]).toMatch(/creates its coins and spends none/);
});
