import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import type { AccountBlock } from '@trailmark/core/account-block';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { blockOf, ETHER, KEY, moveOf, SAMPLE_TOKENS, transactionOf } from '../testing/sample-account-ledger.ts';
import { createSampleLabels } from '../testing/sample-labels.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { readDefaultRules } from './default-rules.ts';
import { screen } from './screen.ts';
import { NEWEST_READ } from './unread-part.ts';

const RULES = readDefaultRules();

function depsOf(blocks: readonly AccountBlock[]): TraceDeps {
  const ledgers = createLedgers({
    readers: new Map([['eth', createArrayAccountReader(blocks)]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const labels = createSampleLabels([]);
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, labels: () => labels, tokens: SAMPLE_TOKENS } };
}

function screened(blocks: readonly AccountBlock[], key: string, more: Record<string, unknown> = {}) {
  const subject = { kind: 'address', text: `0x${key}` };
  const request = screeningRequest.parse({ chain: 'eth', subject, ...more }) as ScreeningRequest;
  return screen(depsOf(blocks), request, RULES);
}

/** Payments of one asset in one block, each in a transaction of its own. */
function payments(height: number, count: number, from: string, to: string, asset?: string): AccountBlock {
  const kind = asset === undefined ? 'native' : 'token';
  const move = { kind, from, to, amount: ETHER, ...(asset === undefined ? {} : { asset }) } as const;
  const transactions = Array.from({ length: count }, (_, at) =>
    transactionOf({ number: height * 10_000 + at, from, to, moves: [moveOf(move)] }),
  );
  return blockOf(height, transactions);
}

const genesis = blockOf(0, [], {
  moves: [moveOf({ kind: 'genesis', from: '', to: KEY.bob, amount: 100_000n * ETHER })],
});

test('of an account with more transfers of an asset than a trace begins with the newest are read, and the verdict is Unknown', async () => {
  const blocks = [
    genesis,
    payments(1, 5_200, KEY.bob, KEY.alice),
    payments(2, 20, KEY.bob, KEY.alice, KEY.tether),
    payments(3, 200, KEY.alice, KEY.carol),
  ];
  const { screening, asOf } = await screened(blocks, KEY.alice, { budget: 5_000 });
  const [coin, tether] = screening.exposure;
  const [received, sent] = coin?.sides ?? [];
  expect(received).toMatchObject({ way: 'in', total: 5_200n * ETHER, isPartial: true });
  expect(sent).toMatchObject({ way: 'out', isPartial: true });
  const unread = coin?.remainders.filter(({ remainder }) => remainder === 'budget') ?? [];
  // The fee of each payment is one of the newest transfers.
  expect(unread[0]).toMatchObject({ way: 'in', amount: BigInt(5_200 - (NEWEST_READ - 400)) * ETHER });
  expect(tether?.sides.map(({ way, total }) => [way, total])).toEqual([
    ['in', 20n * ETHER],
    ['out', 0n],
  ]);
  expect(screening.verdict).toMatchObject({ state: 'unknown', level: 'unknown', score: null });
  expect(screening.verdict.sentences[0]).toMatch(/of what it received in ETH was not read\.$/);
  expect(asOf.engine).toContain('newest-payments/2');
});

test('a direction without one payment among the newest was not read, and is no zero', async () => {
  const blocks = [genesis, payments(1, 10, KEY.bob, KEY.alice), payments(2, 5_200, KEY.alice, KEY.carol)];
  const { screening } = await screened(blocks, KEY.alice, { budget: 5_000 });
  const [received] = screening.exposure[0]?.sides ?? [];
  expect(received).toMatchObject({ way: 'in', total: 10n * ETHER, isPartial: true });
  expect(screening.exposure[0]?.remainders[0]).toMatchObject({ remainder: 'budget', sharePpm: 1_000_000 });
  expect(screening.verdict.sentences.join(' ')).toContain('100 % of what it received in ETH was not read.');
  const within = await screened(blocks, KEY.alice, { budget: 5_000, fromTime: 1 });
  expect(within.screening.exposure[0]?.sides[0]).toMatchObject({ way: 'in', total: 0n, isPartial: true });
  expect(within.screening.verdict.sentences.join(' ')).toContain('What it received in ETH was not read.');
  expect(within.screening.verdict.state).toBe('unknown');
});

test('an account that only received sent a computed zero, and is not Unknown for it', async () => {
  const blocks = [genesis, payments(1, 3, KEY.bob, KEY.alice)];
  const { screening } = await screened(blocks, KEY.alice);
  expect(screening.exposure[0]?.sides.map(({ way, total, isPartial }) => [way, total, isPartial])).toEqual([
    ['in', 3n * ETHER, false],
    ['out', 0n, false],
  ]);
  expect(screening.verdict).toMatchObject({ state: 'none', level: 'low' });
});

test('an account that the index never saw has no direction, and is Unknown', async () => {
  const { screening } = await screened([genesis], KEY.unseen);
  expect(screening.exposure[0]?.sides).toEqual([]);
  expect(screening.verdict.state).toBe('unknown');
});
