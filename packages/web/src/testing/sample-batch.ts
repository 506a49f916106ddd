import type { Answer } from '../api.ts';
import { SCREENED } from './sample-screening.ts';

type Batch = Answer<'getScreeningBatch'>;
type Row = Answer<'listBatchScreenings'>['rows'][number];

const HASH = '9c41'.padEnd(64, '0');
const AT = '2026-03-01T10:00:00.000Z';

export function createJob(over: Partial<NonNullable<Batch['job']>> = {}): NonNullable<Batch['job']> {
  return {
    ...{ id: '00000000-0000-4000-8000-0000000000a1', kind: 'screen-batch', title: 'Screen Addresses of a seizure' },
    ...{ status: 'finished', position: null, attempt: 1, done: 2, total: 2, sentence: '2 of 2 screened' },
    ...{ failure: null, result: null, createdAt: AT, startedAt: AT, endedAt: AT, nextAt: null },
    ...{ isStopping: false, isOwn: true, person: null },
    ...over,
  };
}

/** A batch of two subjects that is screened. */
export function createBatch(
  over: Partial<Omit<Batch, 'batch'>> & { readonly batch?: Partial<Batch['batch']> } = {},
): Batch {
  const { batch, ...rest } = over;
  return {
    batch: {
      ...{ id: '00000000-0000-4000-8000-0000000000b1', name: 'Addresses of a seizure', total: 2, screened: 2 },
      ...{ refusedCount: 0, ruleSet: { name: 'Default rules', hash: HASH }, createdAt: AT },
      ...{ repeat: null, repeatAt: null, previous: null },
      ...batch,
    },
    options: {
      ...{ ways: ['in', 'out'], asset: null, method: 'haircut/1', maxHops: 5, minSharePpm: 1_000, minAmount: 0n },
      ...{
        fromTime: null,
        toTime: null,
        budget: 10_000,
        withoutLabels: [],
        withoutRules: [],
        withCluster: false,
        followSwaps: false,
      },
    },
    counts: { high: 1, low: 1 },
    categories: [{ name: 'darknet_market', count: 1 }],
    chains: [{ name: 'btc', count: 2 }],
    refused: [],
    job: createJob(),
    ...rest,
  };
}

/** 30 % of what it received came from a market, a third of it behind others. */
export function createRow(over: Partial<Row> = {}): Row {
  return {
    ...{ id: '00000000-0000-4000-8000-0000000000e1', name: null, batch: createBatch().batch.id, number: 1 },
    ...{ chain: 'btc', kind: 'address', subject: SCREENED, state: 'scored', level: 'high', score: 70 },
    reason: '30.0 % of what it received came directly from “Lantern market”.',
    shares: { darknet_market: 300_000 },
    summary: {
      ...{ height: 170, category: 'darknet_market', rests: 'claim', unknownPpm: 100_000 },
      label: { text: 'Fogline', category: 'mixer', isInherited: true },
      exposure: {
        darknet_market: {
          ...{ way: 'in', symbol: 'BTC', decimals: 8, amount: '300000000', directPpm: 200_000, indirectPpm: 100_000 },
        },
      },
    },
    ...{ labels: 'l-1', hash: HASH, screenedAt: AT },
    ...over,
  };
}

export function createRows(count: number): Row[] {
  return Array.from({ length: count }, (_, i) => {
    const number = i + 1;
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    return createRow({ id, number, subject: `1Row${String(number).padStart(6, '0')}xxxxxxxxxxxxxxxxxxxx` });
  });
}
