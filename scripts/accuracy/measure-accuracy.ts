import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import type { ClusterView } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownedChange, revealedChange } from './change-truth.ts';
import { KNOWN_FALSE, readCoinJoinSamples, readMempoolSample, type TruthSample } from './coinjoin-samples.ts';
import { absentFiles, DATA_SETS } from './data-sets.ts';
import { readFactRecords } from './fact-records.ts';
import { type ChangeCounts, measureChange } from './measure-change.ts';
import { clusterRecords, compareClusters, createRules } from './measure-clusters.ts';
import { type ConfusionMatrix, countConfusion, detectAll, type FoundKind } from './measure-coinjoins.ts';
import { type EndsMeasured, measureEnds } from './measure-ends.ts';
import { measureNoise, type NoiseReport, noiseVersion } from './measure-noise.ts';
import { measureTraces, type TracedCase } from './measure-traces.ts';
import { EMULATIONS, inputWallets, type OwnedLedger, readEmulation, readRecordedLedger } from './owned-ledger.ts';
import type { PairCounts } from './pair-counts.ts';
import type { TruthId } from './truth-rows.ts';

/** Rules were chosen on one half and are reported on the other. */
export type Half = 'tuning' | 'reporting';

/** Halves of a set of transactions: the last bit of the txid, 0 for tuning. */
export function halfOf(txid: string): Half {
  return Number.parseInt(txid.slice(-1), 16) % 2 === 0 ? 'tuning' : 'reporting';
}

export interface ClusterRow {
  readonly ledger: string;
  readonly variant: string;
  readonly view: ClusterView;
  readonly pairs: PairCounts;
}

export interface AccuracyReport {
  readonly half: Half;
  /** Names of data sets that are not there. */
  readonly absent: readonly string[];
  /** Rules in force, with versions and parameters. */
  readonly versions: {
    readonly coinJoins: string;
    readonly change: string;
    readonly coSpend: string;
    readonly noise: string;
  };
  readonly coinJoins: ConfusionMatrix;
  readonly mempool: ReadonlyMap<FoundKind, number> | undefined;
  readonly change: readonly { readonly title: string; readonly counts: readonly ChangeCounts[] }[];
  readonly clusters: readonly ClusterRow[];
  /** Undefined where its cases are not there. */
  readonly noise: NoiseReport | undefined;
  /** Undefined where the verified cases are absent. */
  readonly traces: readonly TracedCase[] | undefined;
  readonly ends: EndsMeasured;
}

interface Judged {
  readonly txid: string;
  readonly truth: TruthId;
  readonly found: FoundKind;
}

function judge(samples: readonly TruthSample[]): Judged[] {
  const found = detectAll(samples.map(({ record }) => record));
  return samples.map(({ record, truth }, i) => ({ txid: record.txid, truth, found: found[i] ?? 'none' }));
}

function isOrdinary(record: TransactionRecord): boolean {
  return !record.isCoinbase;
}

async function judgeBundled(known: ReadonlySet<string>): Promise<Judged[]> {
  const window = (await readFactRecords('mainnet-100000-102999')).filter(isOrdinary);
  const month = (await readFactRecords('wasabi-2021-08')).filter(({ txid }) => !known.has(txid));
  return [
    ...judge(window.map((record) => ({ record, truth: 'ordinary' }))),
    ...judge(month.map((record) => ({ record, truth: KNOWN_FALSE.has(record.txid) ? 'false-list' : 'wasabi-1' }))),
  ];
}

/** Transactions that several wallets signed are what the emulated program made; the others are its funding. */
function judgeEmulation(ledger: OwnedLedger): Judged[] {
  const truth: TruthId = ledger.name.startsWith('JoinMarket') ? 'joinmarket-emulated' : 'wasabi-2-emulated';
  const all = judge(ledger.records.map((record) => ({ record, truth })));
  return all.filter((_, i) => {
    const record = ledger.records[i];
    return record !== undefined && (inputWallets(ledger, record)?.size ?? 0) > 1;
  });
}

function judgeSimulation(ledger: OwnedLedger): Judged[] {
  const samples = ledger.records.filter(isOrdinary).map((record): TruthSample => {
    const kind = ledger.kinds.get(record.txid);
    if (kind === 'payjoin') return { record, truth: 'payjoin' };
    return { record, truth: kind === 'joinmarket' ? 'joinmarket-simulated' : 'simulated' };
  });
  return judge(samples);
}

async function measureCoinJoins(data: string, half: Half, owned: readonly OwnedLedger[]): Promise<ConfusionMatrix> {
  const listed = judge(readCoinJoinSamples(data));
  const bundled = await judgeBundled(new Set(listed.map(({ txid }) => txid)));
  const inHalf = [...listed, ...bundled].filter(({ txid }) => halfOf(txid) === half);
  const [simulation, ...emulations] = owned;
  return countConfusion([
    ...inHalf,
    ...(simulation ? judgeSimulation(simulation) : []),
    ...emulations.flatMap((ledger) =>
      judgeEmulation(ledger).filter(({ truth, txid }) => truth !== 'joinmarket-emulated' || halfOf(txid) === half),
    ),
  ]);
}

/** Clusters of a ledger in both views, with and without what is known to mislead. */
export function measureClusters(ledger: OwnedLedger): ClusterRow[] {
  const variants: { variant: string; views: readonly ClusterView[]; index: ReturnType<typeof clusterRecords> }[] = [
    { variant: 'as in the product', views: ['conservative', 'expanded'], index: clusterRecords(ledger.records) },
    {
      variant: 'CoinJoins not recognised',
      views: ['conservative'],
      index: clusterRecords(ledger.records, { withoutCoinJoins: true }),
    },
  ];
  const withoutPayJoins = ledger.records.filter(({ txid }) => ledger.kinds.get(txid) !== 'payjoin');
  if (withoutPayJoins.length < ledger.records.length) {
    variants.push({
      variant: 'PayJoins left out',
      views: ['conservative', 'expanded'],
      index: clusterRecords(withoutPayJoins),
    });
  }
  return variants.flatMap(({ variant, views, index }) =>
    views.map((view) => ({ ledger: ledger.name, variant, view, pairs: compareClusters(index, ledger, view) })),
  );
}

export function measureOwnedChange(ledger: OwnedLedger): readonly ChangeCounts[] {
  const oneSigner = ledger.records.filter((record) => inputWallets(ledger, record)?.size === 1);
  return measureChange(oneSigner, clusterRecords(ledger.records), ownedChange(ledger));
}

async function measureRevealedChange(half: Half): Promise<readonly ChangeCounts[]> {
  const records = await readFactRecords('mainnet-100000-102999');
  const index = clusterRecords(records);
  return measureChange(
    records.filter(({ txid }) => halfOf(txid) === half),
    index,
    revealedChange(index),
  );
}

/** Measures every rule on one half of the truth. `data` is the folder of what is not bundled; what is absent there is skipped. */
export async function measureAccuracy(data: string, half: Half): Promise<AccuracyReport> {
  const simulation = readRecordedLedger(half);
  const runs = EMULATIONS.filter(({ halves }) => (halves as readonly Half[]).includes(half));
  const emulations = runs.flatMap((run) => readEmulation(data, run) ?? []);
  const owned = [simulation, ...emulations];
  const mempool = readMempoolSample(data);
  const rules = createRules();
  return {
    half,
    absent: DATA_SETS.filter((set) => absentFiles(data, set).length > 0).map(({ name }) => name),
    versions: {
      coinJoins: rules.coinJoins.version,
      change: rules.change.version,
      coSpend: `${CO_SPEND.id}@${CO_SPEND.version}`,
      noise: noiseVersion(),
    },
    coinJoins: await measureCoinJoins(data, half, owned),
    mempool: mempool && countFound(mempool),
    change: [
      { title: 'Simulated wallets', counts: measureOwnedChange(simulation) },
      { title: 'Blocks 100,000–102,999, change revealed later', counts: await measureRevealedChange(half) },
    ],
    clusters: owned.flatMap(measureClusters),
    noise: await measureNoise(data),
    traces: await measureTraces(data),
    ends: await measureEnds(data),
  };
}

/** No order is known among the transactions of a mempool, so each is judged by itself. */
function countFound(records: readonly TransactionRecord[]): ReadonlyMap<FoundKind, number> {
  const counts = new Map<FoundKind, number>();
  for (const record of records) {
    const [found = 'none'] = detectAll([record]);
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}
