import type { AccountKey } from '@trailmark/core/account-block';

/** Addresses by the ends that people compare. */
export interface LookAlikeIndex {
  /** Another address of the index with the same ends; undefined where there is none. */
  find(address: AccountKey): AccountKey | undefined;
}

/**
 * Index of addresses by their first and last hexadecimal digits. Among a thousand addresses a stranger's shares 3 and 4 digits
 * by chance once in 270,000; those who do it on purpose draw keys until theirs fits. `spell` gives the text people compare,
 * where that is not the digits themselves.
 */
export function indexLookAlikes(
  addresses: Iterable<AccountKey>,
  first: number,
  last: number,
  spell: (address: AccountKey) => string = (address) => address,
): LookAlikeIndex {
  const byEnds = new Map<string, AccountKey[]>();
  const endsOf = (address: AccountKey): string => {
    const text = spell(address);
    return `${text.slice(0, first)}…${text.slice(-last)}`;
  };
  for (const address of new Set(addresses)) {
    if (address === '') continue;
    const ends = endsOf(address);
    const same = byEnds.get(ends);
    if (same) same.push(address);
    else byEnds.set(ends, [address]);
  }
  return { find: (address) => byEnds.get(endsOf(address))?.find((other) => other !== address) };
}
