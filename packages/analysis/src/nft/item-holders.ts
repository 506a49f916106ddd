import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemEventKind } from '@trailmark/core/nft';
import { BLEND } from '../protocols/blend.ts';

/** A contract that has tokens in its keeping, and what it means that one goes in or comes out. */
interface Holder {
  readonly name: string;
  readonly into: ItemEventKind;
  readonly outOf: ItemEventKind;
}

const wrapper = (name: string): Holder => ({ name, into: 'wrap', outOf: 'unwrap' });
const bridge = (name: string): Holder => ({ name, into: 'bridge', outOf: 'bridge' });

/** Named contracts only: any other contract that receives a token is an owner like others. */
const HOLDERS: ReadonlyMap<AccountKey, Holder> = new Map([
  [BLEND, { name: 'Blend (Blur loans)', into: 'loan', outOf: 'loan-end' }],
  ['b7f7f6c52f2e2fdb1963eab30438024864c313f6', wrapper('Wrapped CryptoPunks')],
  ['000000000000003607fce1ac9e043a86675c5c2f', wrapper('CryptoPunks 721')],
  ['7c40c393dc0f283f318791d746d894ddd3693572', wrapper('Wrapped MoonCats')],
  ['c3f733ca98e0dad0386979eb96fb1722a1a05e69', wrapper('Acclimated MoonCats')],
  ['09fe5f0236f0ea5d930197dce254d77b04128075', wrapper('Wrapped CryptoKitties')],
  ['401f6c983ea34274ec46f84d70b31c151321188b', bridge('Polygon (Plasma) bridge')],
  ['40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf', bridge('Polygon (PoS) bridge')],
]);

export function findHolder(address: AccountKey): Holder | undefined {
  return HOLDERS.get(address);
}

/** Whether nobody can move what is sent to an address. */
export function isBurnAddress(address: AccountKey): boolean {
  return address === '' || /^0{36}dead$/.test(address);
}

/** What a transfer without a sale is, by who gives and who receives. */
export function kindOfTransfer(from: AccountKey, to: AccountKey): ItemEventKind {
  if (from === '') return 'mint';
  if (isBurnAddress(to)) return 'burn';
  return HOLDERS.get(to)?.into ?? HOLDERS.get(from)?.outOf ?? 'transfer';
}
