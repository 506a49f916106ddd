import {
  type ConfusionMatrix,
  type DetectorScore,
  FOUND_KINDS,
  type FoundKind,
  rowTotal,
  scoreDetectors,
  scoreExclusion,
} from './measure-coinjoins.ts';
import { formatCount, formatShare, formatTable } from './tables.ts';
import { TRUTH_ROWS } from './truth-rows.ts';

/** How the tables of detectors are read; written once, before the first of them. */
export const COINJOIN_READING = `What the detectors together answer: of several findings the strongest. A row is what the source says, a column what was found.
Rows in italics are in no score: their source does not decide what they are, or we made their shape ourselves. Of a whole block, and of
the scanner's list of what is no Wasabi round, nobody says that no JoinMarket round is among it, so there that kind is open.

False alarms are findings among transactions that are no mix (for "any detector" Tx0s count among these). A finding under the wrong
name still keeps a mix out of the clusters, so "a mix at all" counts those as right. "At worst" takes everything that the sources leave
open for false.`;

function formatScores(scores: readonly DetectorScore[]): string {
  const rows = scores.map(({ id, falseAlarms, isMix, atWorst }) => [
    ...[id, formatCount(falseAlarms), formatShare(falseAlarms), formatShare(isMix), formatShare(atWorst)],
  ]);
  return formatTable(['Detector', '>False alarms', 'Rate', 'Precision: a mix at all', 'Precision at worst'], rows);
}

/** The confusion matrix of the detectors, and false alarms. */
export function formatCoinJoins(matrix: ConfusionMatrix): string {
  const rows = TRUTH_ROWS.filter(({ id }) => matrix.has(id)).map(({ id, title, is }) => [
    is === 'open' || is === 'made' ? `*${title}*` : title,
    ...FOUND_KINDS.map((kind) => matrix.get(id)?.get(kind) ?? 0),
    rowTotal(matrix, id),
  ]);
  const table = formatTable(['Truth', ...FOUND_KINDS.map((kind) => `>${kind}`), '>all'], rows);
  return `${table}\n\n${formatScores([...scoreDetectors(matrix), scoreExclusion(matrix)])}`;
}

/** What fires on transactions of which nobody says what they are. */
export function formatMempool(mempool: ReadonlyMap<FoundKind, number>): string {
  const total = [...mempool.values()].reduce((sum, count) => sum + count, 0);
  const found = FOUND_KINDS.filter((kind) => kind !== 'none' && mempool.has(kind));
  const counts = found.map((kind) => `${kind} ${mempool.get(kind)}`).join(', ');
  return `In a mempool of 2024 of which nobody says what its ${total} transactions are, detectors found: ${counts || 'nothing'}. Without their sources
at hand, no lineage could be checked.`;
}
