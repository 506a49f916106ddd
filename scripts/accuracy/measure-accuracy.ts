import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import type { ClusterView } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { readFullBlocks, readWasabiMonth } from './bundled-samples.ts';
import { ownedChange, revealedChange } from './change-truth.ts';
import type { TruthSample } from './coinjoin-samples.ts';
import { readFactRecords } from './fact-records.ts';
import { type BehaviourRow, measureBehaviours } from './measure-behaviours.ts';
import { type ChangeCounts, measureChange } from './measure-change.ts';
import { clusterRecords, compareClusters, createRules } from './measure-clusters.ts';
import { type ConfusionMatrix, countConfusion, detectAll, type FoundKind } from './measure-coinjoins.ts';
import { type GeneratedEnds, measureGeneratedEnds } from './measure-ends.ts';
import { measureNoise, type NoiseReport, noiseVersion } from './measure-noise.ts';
import { measureScreenings, type ScreeningSensitivity } from './measure-screenings.ts';
import { inputWallets, type OwnedLedger, readRecordedLedger } from './owned-ledger.ts';
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

/** Rules with versions and parameters. */
export interface RuleVersions {
  readonly coinJoins: string;
  readonly change: string;
  readonly coSpend: string;
  readonly noise: string;
}

/** What the data of the repository say. */
export interface AccuracyReport {
  readonly half: Half;
  readonly versions: RuleVersions;
  readonly coinJoins: ConfusionMatrix;
  readonly change: readonly { readonly title: string; readonly counts: readonly ChangeCounts[] }[];
  readonly clusters: readonly ClusterRow[];
  readonly noise: NoiseReport;
  readonly ends: readonly GeneratedEnds[];
  readonly behaviours: readonly BehaviourRow[];
  readonly screenings: ScreeningSensitivity;
}

export interface Judged {
  readonly txid: string;
  readonly truth: TruthId;
  readonly found: FoundKind;
}

/** What the detectors find in samples of one ledger; dates count where `chain` is Bitcoin's main chain. */
export function judge(samples: readonly TruthSample[], chain: 'btc' | 'btc-regtest'): Judged[] {
  const found = detectAll(
    samples.map(({ record }) => record),
    chain,
  );
  return samples.map(({ record, truth }, i) => ({ txid: record.txid, truth, found: found[i] ?? 'none' }));
}

function isOrdinary(record: TransactionRecord): boolean {
  return !record.isCoinbase;
}

/** Transactions of blocks are judged with the dates put aside: else no detector would look at them, and the shape is what is tried. */
async function judgeBundled(half: Half): Promise<Judged[]> {
  const window = (await readFactRecords('mainnet-100000-102999')).filter(isOrdinary);
  const halved = [
    ...judge(
      window.map((record) => ({ record, truth: 'ordinary' })),
      'btc-regtest',
    ),
    ...judge(await readWasabiMonth(), 'btc'),
  ];
  return [...halved.filter(({ txid }) => halfOf(txid) === half), ...judge(readFullBlocks(), 'btc-regtest')];
}

function judgeSimulation(ledger: OwnedLedger): Judged[] {
  const samples = ledger.records.filter(isOrdinary).map((record): TruthSample => {
    const kind = ledger.kinds.get(record.txid);
    if (kind === 'payjoin') return { record, truth: 'payjoin' };
    return { record, truth: kind === 'joinmarket' ? 'joinmarket-simulated' : 'simulated' };
  });
  return judge(samples, 'btc-regtest');
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

/** The rules in force. */
export function currentVersions(): RuleVersions {
  const rules = createRules();
  return {
    coinJoins: rules.coinJoins.version,
    change: rules.change.version,
    coSpend: `${CO_SPEND.id}@${CO_SPEND.version}`,
    noise: noiseVersion(),
  };
}

/** Measures every rule on one half of what the repository holds. */
export async function measureAccuracy(half: Half): Promise<AccuracyReport> {
  const simulation = readRecordedLedger(half);
  return {
    half,
    versions: currentVersions(),
    coinJoins: countConfusion([...(await judgeBundled(half)), ...judgeSimulation(simulation)]),
    change: [
      { title: 'Simulated wallets', counts: measureOwnedChange(simulation) },
      { title: 'Blocks 100,000–102,999, change revealed later', counts: await measureRevealedChange(half) },
    ],
    clusters: measureClusters(simulation),
    noise: await measureNoise(),
    ends: await measureGeneratedEnds(),
    behaviours: measureBehaviours(half),
    screenings: await measureScreenings(half),
  };
}
