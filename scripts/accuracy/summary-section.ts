import type { AccuracyReport, ClusterRow } from './measure-accuracy.ts';
import type { ChangeCounts } from './measure-change.ts';
import { LINK_ID, VERDICT_ID } from './measure-change.ts';
import { type ConfusionMatrix, type DetectorScore, scoreDetectors, scoreExclusion } from './measure-coinjoins.ts';
import type { OutsideFigures } from './outside.ts';
import { formatRate, formatShare, formatTable } from './tables.ts';

type Row = readonly (string | number)[];

function detectorRow({ id, version, precision, recall, falseAlarms }: DetectorScore): Row {
  const name = version === undefined ? 'any detector: kept out of the clusters' : `\`${id}\``;
  const cases = `${recall.total} of its kind, ${falseAlarms.total} no mix`;
  return [name, version ?? '–', formatShare(precision), formatShare(recall), cases];
}

/** What a heuristic names alone, right or wrong, and how many of the transactions with change it names. */
export function changeShares({ right, wrong, withChange }: ChangeCounts) {
  return { precision: { hits: right, total: right + wrong }, recall: { hits: right, total: withChange } };
}

const CHANGE_NAMES: Readonly<Record<string, string>> = {
  [VERDICT_ID]: 'consensus: output named as change',
  [LINK_ID]: 'consensus: link of the expanded view',
};

function changeRow(counts: ChangeCounts): Row {
  const { precision, recall } = changeShares(counts);
  const name = CHANGE_NAMES[counts.id] ?? `\`${counts.id}\``;
  return [
    name,
    counts.version ?? '–',
    formatShare(precision),
    formatShare(recall),
    `${counts.transactions} transactions`,
  ];
}

function clusterRow({ variant, view, pairs }: ClusterRow): Row {
  const precision = pairs.joinedPairs === 0 ? '–' : formatRate(pairs.truePairs / pairs.joinedPairs);
  const recall = formatRate(pairs.truePairs / pairs.ownedPairs);
  const name = `${view} view${variant === 'as in the product' ? '' : `, ${variant}`}`;
  return [
    name,
    '–',
    `${precision} of pairs`,
    `${recall} of pairs`,
    `${pairs.addresses} addresses, ${pairs.owners} owners`,
  ];
}

function isSeen({ precision, recall }: DetectorScore): boolean {
  return precision.total + recall.total > 0;
}

function formatDetectors(matrix: ConfusionMatrix): string {
  const titles = ['Rule', '>Version', 'Precision', 'Recall', 'Cases'];
  return formatTable(titles, [...scoreDetectors(matrix), scoreExclusion(matrix)].filter(isSeen).map(detectorRow));
}

/** The tables most readers come for. */
export function formatSummary(report: AccuracyReport, outside: OutsideFigures): string {
  const titles = ['Rule', '>Version', 'Precision', 'Recall', 'Cases'];
  const change = (report.change[0]?.counts ?? []).map(changeRow);
  const detectors = scoreDetectors(report.coinJoins).map(detectorRow);
  return `## Summary

**CoinJoin detectors**, in this repository: nine days of Wasabi 1, three whole blocks, the winter of 2010, simulated wallets:

${formatTable(titles, [...detectors, detectorRow(scoreExclusion(report.coinJoins))])}

**CoinJoin detectors**, as recorded on the scanner's files and the emulations on ${outside.recorded}, with the versions of that day:

${formatDetectors(outside.coinJoins)}

**Change heuristics**, on simulated wallets; a heuristic counts where it names one output alone:

${formatTable(titles, change)}

**Clusters**, on simulated wallets, counted in pairs of addresses:

${formatTable(titles, report.clusters.map(clusterRow))}`;
}
