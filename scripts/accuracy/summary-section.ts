import type { AccuracyReport, ClusterRow } from './measure-accuracy.ts';
import type { ChangeCounts } from './measure-change.ts';
import { LINK_ID, VERDICT_ID } from './measure-change.ts';
import { type DetectorScore, scoreDetectors, scoreExclusion } from './measure-coinjoins.ts';
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

/** The table most readers come for. */
export function formatSummary(report: AccuracyReport): string {
  const titles = ['Rule', '>Version', 'Precision', 'Recall', 'Cases'];
  const detectors = [...scoreDetectors(report.coinJoins), scoreExclusion(report.coinJoins)].map(detectorRow);
  const change = (report.change[0]?.counts ?? []).map(changeRow);
  const clusters = report.clusters.filter(({ ledger }) => ledger.startsWith('Simulated')).map(clusterRow);
  const absent =
    report.absent.length === 0 ? '' : `\n\nNot measured, because the data were absent: ${report.absent.join(', ')}.`;
  return `## Summary

**CoinJoin detectors**, on the scanner's files, the emulations and transactions that are no mix:

${formatTable(titles, detectors)}

**Change heuristics**, on simulated wallets; a heuristic counts where it names one output alone:

${formatTable(titles, change)}

**Clusters**, on simulated wallets, counted in pairs of addresses:

${formatTable(titles, clusters)}${absent}`;
}
