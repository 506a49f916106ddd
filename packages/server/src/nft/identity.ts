import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemEvent } from '@trailmark/core/nft';
import type { NftView } from './nft-view.ts';

/** Contracts older than the standards, whose events have a shape of their own. */
const PRE_STANDARD: ReadonlyMap<AccountKey, { readonly name: string; readonly standard: string }> = new Map([
  ['b47e3cd837ddf8e4c57f05d70ab865de6e193bbb', { name: 'CryptoPunks', standard: 'CryptoPunks, older than ERC-721' }],
  [
    '06012c8cf97bead5deae237070f9587f8e7a266d',
    { name: 'CryptoKitties', standard: 'CryptoKitties, older than ERC-721' },
  ],
  [
    '60cd862c9c687a9de49aecdc3a99b74a4fc54ab6',
    { name: 'MoonCatRescue', standard: 'MoonCatRescue, older than ERC-721' },
  ],
]);

/** How a collection is named, and by which standard its items move. */
export function toIdentity(
  view: NftView,
  contract: AccountKey,
  events: readonly Pick<ItemEvent, 'isMulti'>[] | undefined,
) {
  const known = PRE_STANDARD.get(contract);
  const address = view.address(contract);
  if (known) return { contract: address, name: known.name, isVerified: true, standard: known.standard };
  const { nft, multiToken } = view.ledger.chain.standards;
  const isMulti = events?.some((event) => event.isMulti) ?? false;
  return {
    contract: address,
    ...view.name(contract),
    standard: events ? (isMulti ? multiToken : nft) : `${nft} or ${multiToken}`,
  };
}
