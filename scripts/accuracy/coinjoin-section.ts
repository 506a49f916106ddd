import type { AccuracyReport } from './measure-accuracy.ts';
import { FOUND_KINDS, rowTotal, scoreDetectors, scoreExclusion } from './measure-coinjoins.ts';
import { formatCount, formatShare, formatTable } from './tables.ts';
import { TRUTH_ROWS } from './truth-rows.ts';

/** The confusion matrix of the detectors, false alarms, and what fires on a mempool. */
export function formatCoinJoins(report: AccuracyReport): string {
  const matrix = report.coinJoins;
  const rows = TRUTH_ROWS.filter(({ id }) => matrix.has(id)).map(({ id, title, is }) => [
    is === 'open' || is === 'made' ? `*${title}*` : title,
    ...FOUND_KINDS.map((kind) => matrix.get(id)?.get(kind) ?? 0),
    rowTotal(matrix, id),
  ]);
  const alarms = [...scoreDetectors(matrix), scoreExclusion(matrix)].map(({ id, falseAlarms, isMix, atWorst }) => [
    ...[id, formatCount(falseAlarms), formatShare(falseAlarms), formatShare(isMix), formatShare(atWorst)],
  ]);
  return `## CoinJoin detectors

What the detectors together answer: of several findings the strongest. A row is what the source says, a column what was found.
Rows in italics are in no score: their source does not decide what they are, or we made their shape ourselves.

${formatTable(['Truth', ...FOUND_KINDS.map((kind) => `>${kind}`), '>all'], rows)}

False alarms are findings among transactions that are no mix (for "any detector" Tx0s count among these). A finding under the wrong
name still keeps a mix out of the clusters, so "a mix at all" counts those as right. "At worst" takes everything that the sources leave
open for false.

${formatTable(['Detector', '>False alarms', 'Rate', 'Precision: a mix at all', 'Precision at worst'], alarms)}

${formatMempool(report)}`;
}

function formatMempool({ mempool }: AccuracyReport): string {
  if (!mempool) return 'The mempool of 2024 was absent and not measured.';
  const total = [...mempool.values()].reduce((sum, count) => sum + count, 0);
  const found = FOUND_KINDS.filter((kind) => kind !== 'none' && mempool.has(kind));
  const counts = found.map((kind) => `${kind} ${mempool.get(kind)}`).join(', ');
  return `In a mempool of 2024 of which nobody says what its ${total} transactions are, detectors found: ${counts || 'nothing'}. Without their sources
at hand, no lineage could be checked.`;
}
