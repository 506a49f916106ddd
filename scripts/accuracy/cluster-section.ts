import type { ClusterRow } from './measure-accuracy.ts';
import { formatRate, formatShare, formatTable } from './tables.ts';

function formatRow({ variant, view, pairs }: ClusterRow): (string | number)[] {
  const { clusters, pureClusters, joinedPairs, ownedPairs, truePairs, largestFalseMerge } = pairs;
  return [
    variant,
    view,
    joinedPairs === 0 ? '–' : `${formatRate(truePairs / joinedPairs)} (${truePairs} of ${joinedPairs})`,
    `${formatRate(truePairs / ownedPairs)} (${truePairs} of ${ownedPairs})`,
    clusters === 0 ? '–' : `${pureClusters} of ${clusters}: ${formatShare({ hits: pureClusters, total: clusters })}`,
    largestFalseMerge ? `${largestFalseMerge.addresses} addresses of ${largestFalseMerge.owners} owners` : 'none',
  ];
}

/** Clusters against ownership, ledger by ledger, below headings of this many signs. */
export function formatClusters(clusters: readonly ClusterRow[], heading: '###' | '####' = '###'): string {
  const titles = [
    'Measured',
    'View',
    'Pairs: precision',
    'Pairs: recall',
    'Clusters with one owner',
    'Largest false merge',
  ];
  const ledgers = [...Map.groupBy(clusters, ({ ledger }) => ledger)].map(([ledger, rows]) => {
    const { addresses, owners } = rows[0]?.pairs ?? { addresses: 0, owners: 0 };
    const table = formatTable(titles, rows.map(formatRow));
    return `${heading} ${ledger}\n\n${addresses} addresses, ${owners} owners.\n\n${table}`;
  });
  return ledgers.join('\n\n');
}

/** How the tables of clusters are read. */
export const CLUSTER_READING = `Two addresses of one cluster are a pair the clusters join; two addresses of one wallet are a pair they should join. Recall is low by
nature: most addresses of a wallet are never spent together, and those that never spend can be in no co-spend at all.
"CoinJoins not recognised" is what co-spending alone would have done; the difference is what the detectors are worth.`;
