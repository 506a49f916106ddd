/** How a partition of addresses compares with who owns them, counted in pairs of addresses. */
export interface PairCounts {
  readonly addresses: number;
  readonly owners: number;
  /** Clusters of two addresses or more. */
  readonly clusters: number;
  /** Of those, with one owner only. */
  readonly pureClusters: number;
  /** Pairs in one cluster. */
  readonly joinedPairs: number;
  /** Pairs of one owner. */
  readonly ownedPairs: number;
  /** Pairs in one cluster and of one owner. */
  readonly truePairs: number;
  /** The largest cluster with several owners. */
  readonly largestFalseMerge: { readonly addresses: number; readonly owners: number } | undefined;
}

export interface OwnedAddress {
  readonly cluster: number;
  readonly owner: string;
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function countBy<K>(values: Iterable<K>): Map<K, number> {
  const counts = new Map<K, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Counts pairs through the sizes of clusters, of owners and of what both have in common: no pair is looked at. */
export function countPairs(addresses: readonly OwnedAddress[]): PairCounts {
  const clusters = Map.groupBy(addresses, ({ cluster }) => cluster);
  const owned = countBy(addresses.map(({ owner }) => owner));
  let [truePairs, pureClusters, several, joinedPairs] = [0, 0, 0, 0];
  let largest: PairCounts['largestFalseMerge'];
  for (const members of clusters.values()) {
    const owners = countBy(members.map(({ owner }) => owner));
    joinedPairs += pairs(members.length);
    for (const count of owners.values()) truePairs += pairs(count);
    if (members.length < 2) continue;
    several++;
    if (owners.size === 1) pureClusters++;
    else if (members.length > (largest?.addresses ?? 0)) largest = { addresses: members.length, owners: owners.size };
  }
  return {
    ...{ addresses: addresses.length, owners: owned.size, clusters: several, pureClusters, joinedPairs, truePairs },
    ownedPairs: [...owned.values()].reduce((sum, count) => sum + pairs(count), 0),
    largestFalseMerge: largest,
  };
}
