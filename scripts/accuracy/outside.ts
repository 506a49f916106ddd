import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { readWasabiMonth } from './bundled-samples.ts';
import { readCoinJoinSamples, readMempoolSample } from './coinjoin-samples.ts';
import { absentFiles, DATA_SETS } from './data-sets.ts';
import {
  type ClusterRow,
  currentVersions,
  type Half,
  halfOf,
  type Judged,
  judge,
  measureClusters,
  type RuleVersions,
} from './measure-accuracy.ts';
import { type ConfusionMatrix, countConfusion, detectAll, type FoundKind } from './measure-coinjoins.ts';
import { type EndsCase, measureEndCases } from './measure-ends.ts';
import { measureNoiseCases, type NoiseCases } from './measure-noise.ts';
import { measureTraces, type TracedCase } from './measure-traces.ts';
import { EMULATIONS, inputWallets, type OwnedLedger, readEmulation } from './owned-ledger.ts';
import type { TruthId } from './truth-rows.ts';

/** What data from outside the repository stated on the day they were measured. They are kept as they were. */
export interface OutsideFigures {
  /** Day of the measurement, UTC. */
  readonly recorded: string;
  /** Rules in force then. */
  readonly versions: RuleVersions;
  readonly coinJoins: ConfusionMatrix;
  readonly mempool: ReadonlyMap<FoundKind, number>;
  readonly clusters: readonly ClusterRow[];
  readonly noise: NoiseCases;
  readonly traces: readonly TracedCase[];
  readonly ends: readonly EndsCase[];
}

/** Transactions that several wallets signed are what the emulated program made; the others are its funding. */
function judgeEmulation(ledger: OwnedLedger, half: Half): Judged[] {
  const truth: TruthId = ledger.name.startsWith('JoinMarket') ? 'joinmarket-emulated' : 'wasabi-2-emulated';
  const all = judge(
    ledger.records.map((record) => ({ record, truth })),
    'btc-regtest',
  );
  return all.filter(({ txid }, i) => {
    const record = ledger.records[i];
    const isJoint = record !== undefined && (inputWallets(ledger, record)?.size ?? 0) > 1;
    return isJoint && (truth !== 'joinmarket-emulated' || halfOf(txid) === half);
  });
}

/** No order is known among the transactions of a mempool, nor their heights, so each is judged separately and without dates. */
function countFound(records: readonly TransactionRecord[]): ReadonlyMap<FoundKind, number> {
  const counts = new Map<FoundKind, number>();
  for (const record of records) {
    const [found = 'none'] = detectAll([record], 'btc-regtest');
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

/** Measures what is outside the repository, in the folder `data`, on one half. Throws, naming what is absent. */
export async function measureOutside(data: string, half: Half, recorded: string): Promise<OutsideFigures> {
  const absent = DATA_SETS.filter((set) => absentFiles(data, set).length > 0).map(({ name }) => name);
  if (absent.length > 0) throw new Error(`Absent in ${data}: ${absent.join(', ')}. TRAILMARK_DATA names the folder.`);
  const bundled = new Set((await readWasabiMonth()).map(({ record }) => record.txid));
  const listed = judge(readCoinJoinSamples(data), 'btc').filter(({ txid }) => !bundled.has(txid));
  const runs = EMULATIONS.filter(({ halves }) => (halves as readonly Half[]).includes(half));
  const emulations = runs.flatMap((run) => readEmulation(data, run) ?? []);
  return {
    recorded,
    versions: currentVersions(),
    coinJoins: countConfusion([
      ...listed.filter(({ txid }) => halfOf(txid) === half),
      ...emulations.flatMap((ledger) => judgeEmulation(ledger, half)),
    ]),
    mempool: countFound(readMempoolSample(data) ?? []),
    clusters: emulations.flatMap(measureClusters),
    noise: measureNoiseCases(data),
    traces: await measureTraces(data),
    ends: await measureEndCases(data),
  };
}

const FILE = join(import.meta.dirname, 'outside-figures.json');

/** Keeps the figures for whoever does not have the data. */
export function writeOutside({ coinJoins, mempool, ...figures }: OutsideFigures): void {
  const matrix = [...coinJoins].map(([truth, row]) => [truth, Object.fromEntries(row)]);
  const text = { ...figures, coinJoins: Object.fromEntries(matrix), mempool: Object.fromEntries(mempool) };
  writeFileSync(FILE, `${JSON.stringify(text, null, 2)}\n`);
}

/** The figures as they were recorded last. */
export function readOutside(): OutsideFigures {
  const { coinJoins, mempool, ...figures } = JSON.parse(readFileSync(FILE, 'utf8'));
  const toMap = (row: object): Map<never, number> => new Map(Object.entries(row) as [never, number][]);
  const matrix = Object.entries(coinJoins as Record<TruthId, object>).map(
    ([truth, row]) => [truth, toMap(row)] as const,
  );
  return { ...figures, coinJoins: new Map(matrix) as ConfusionMatrix, mempool: toMap(mempool) };
}
