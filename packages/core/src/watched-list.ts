/** A list whose copies are a time series: each version of its pack is what was in force from its day on. */
export interface WatchedList {
  readonly pack: string;
  readonly name: string;
  readonly short: string;
  /** Pack of what was removed from it, where the installation has one. */
  readonly former?: string;
}

/** Lists that are compared version by version, in the order in which they are shown. */
export const WATCHED_LISTS: readonly WatchedList[] = [
  { pack: 'ofac-sdn', name: 'OFAC SDN', short: 'OFAC', former: 'ofac-sdn-historic' },
  { pack: 'eu-consolidated', name: 'EU consolidated', short: 'EU' },
  { pack: 'uk-sanctions', name: 'UK sanctions list', short: 'UK' },
  { pack: 'un-consolidated', name: 'UN Security Council', short: 'UN' },
  { pack: 'fr-freezes', name: 'French register of freezes', short: 'FR' },
  { pack: 'ransomwhere', name: 'Ransomwhere', short: 'Ransomwhere' },
];
