import { COINJOIN_DETECTORS } from '@trailmark/analysis/coinjoin/catalogue';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import { COINJOIN_KINDS, type CoinJoinKind } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import { judgeRow, TRUTH_ROWS, type TruthId, type TruthRow } from './truth-rows.ts';
import type { Share } from './wilson.ts';

export type FoundKind = CoinJoinKind | 'none';
export const FOUND_KINDS: readonly FoundKind[] = [...COINJOIN_KINDS, 'none'];

/**
 * What the detectors together state about each record of one ledger, in its order: earlier findings are known to later ones. Dates count
 * on `btc` only, where heights are those of the chain.
 */
export function detectAll(records: readonly TransactionRecord[], chain: 'btc' | 'btc-regtest'): FoundKind[] {
  const detection = createCoinJoinDetection({ chain });
  const kinds = new Map<Position, CoinJoinKind>();
  return records.map((record) => {
    const found = record.isCoinbase
      ? undefined
      : detection.detect(record, { kindAt: (position) => kinds.get(position) });
    if (found) kinds.set(record.position, found.kind);
    return found?.kind ?? 'none';
  });
}

/** Transactions by what they are and what was found. */
export type ConfusionMatrix = ReadonlyMap<TruthId, ReadonlyMap<FoundKind, number>>;

export function countConfusion(
  pairs: readonly { readonly truth: TruthId; readonly found: FoundKind }[],
): ConfusionMatrix {
  const matrix = new Map<TruthId, Map<FoundKind, number>>();
  for (const { truth, found } of pairs) {
    const row = matrix.get(truth) ?? new Map<FoundKind, number>();
    matrix.set(truth, row.set(found, (row.get(found) ?? 0) + 1));
  }
  return matrix;
}

export interface DetectorScore {
  readonly id: string;
  readonly version: number | undefined;
  /** Of the findings of this kind on scored rows, those that are of it. */
  readonly precision: Share;
  /** Of the findings of this kind on scored rows, those that are a mix of any kind: a wrong name still keeps apart. */
  readonly isMix: Share;
  /** Precision if whatever the sources leave open were false. */
  readonly atWorst: Share;
  /** Of the transactions of this kind, those found as it. */
  readonly recall: Share;
  /** Of the transactions that are no CoinJoin, those found as it. */
  readonly falseAlarms: Share;
}

function cell(matrix: ConfusionMatrix, truth: TruthId, found: FoundKind): number {
  return matrix.get(truth)?.get(found) ?? 0;
}

export function rowTotal(matrix: ConfusionMatrix, truth: TruthId): number {
  return FOUND_KINDS.reduce((sum, found) => sum + cell(matrix, truth, found), 0);
}

function sumRows(rows: readonly { readonly id: TruthId }[], count: (truth: TruthId) => number): number {
  return rows.reduce((sum, { id }) => sum + count(id), 0);
}

/** Rows as one detector sees them; what we made ourselves counts nowhere. */
function rowsFor(kind: CoinJoinKind) {
  const rows: readonly (TruthRow & { readonly id: TruthId })[] = TRUTH_ROWS;
  const judged = rows.map((row) => ({ row, as: judgeRow(row, kind) }));
  const pick = (wanted: string) => judged.filter(({ as }) => as === wanted).map(({ row }) => row);
  return { negative: pick('false'), known: pick('scored'), open: pick('open').filter(({ is }) => is !== 'made') };
}

/**
 * Precision and recall of each kind over the rows whose class is known. What a source leaves open is in the matrix and in
 * no score.
 */
export function scoreDetectors(matrix: ConfusionMatrix): DetectorScore[] {
  return COINJOIN_DETECTORS.map(({ id, version, kind }) => {
    const { negative, known, open } = rowsFor(kind);
    const own = known.filter(({ is }) => is === kind);
    const found = (truth: TruthId): number => cell(matrix, truth, kind);
    const all = (truth: TruthId): number => rowTotal(matrix, truth);
    const hits = sumRows(own, found);
    const scored = sumRows([...known, ...negative], found);
    return {
      ...{ id, version },
      precision: { hits, total: scored },
      isMix: { hits: sumRows(known, found), total: scored },
      atWorst: { hits, total: scored + sumRows(open, found) },
      recall: { hits, total: sumRows(own, all) },
      falseAlarms: { hits: sumRows(negative, found), total: sumRows(negative, all) },
    };
  });
}

/** Whether a mix is kept out of the clusters, whatever it is taken for. A Tx0 is no mix, and no detector that says so makes it one. */
export function scoreExclusion(matrix: ConfusionMatrix): DetectorScore {
  const kinds = COINJOIN_KINDS.filter((kind) => kind !== 'whirlpool-tx0');
  const rows: readonly (TruthRow & { readonly id: TruthId })[] = TRUTH_ROWS;
  const all = (truth: TruthId): number => rowTotal(matrix, truth);
  const count = (wanted: (row: TruthRow, kind: CoinJoinKind) => boolean): number =>
    rows.reduce(
      (sum, row) => sum + kinds.reduce((part, kind) => part + (wanted(row, kind) ? cell(matrix, row.id, kind) : 0), 0),
      0,
    );
  const isMix = ({ is }: TruthRow): boolean =>
    is !== 'none' && is !== 'open' && is !== 'made' && is !== 'whirlpool-tx0';
  const isFalse = (row: TruthRow, kind: CoinJoinKind): boolean =>
    row.is === 'whirlpool-tx0' || judgeRow(row, kind) === 'false';
  const hits = count((row) => isMix(row));
  const wrong = count(isFalse);
  const open = count((row, kind) => row.is !== 'made' && judgeRow(row, kind) === 'open');
  const precision = { hits, total: hits + wrong };
  return {
    ...{ id: 'any detector', version: undefined, precision, isMix: precision },
    atWorst: { hits, total: precision.total + open },
    recall: { hits, total: sumRows(rows.filter(isMix), all) },
    falseAlarms: {
      hits: wrong,
      total: sumRows(
        rows.filter(({ is }) => is === 'none' || is === 'whirlpool-tx0'),
        all,
      ),
    },
  };
}
