import { type ChainId, parseChainId } from './chain.ts';
import { AppError } from './errors.ts';

declare const addressRefBrand: unique symbol;
declare const txRefBrand: unique symbol;

/** `chain:address`, the address in its chain's canonical spelling. The spelling is checked by `@trailmark/chains`. */
export type AddressRef = string & { readonly [addressRefBrand]: true };
/** `chain:txid`, txid as 64 lower-case hex digits in display order. */
export type TxRef = string & { readonly [txRefBrand]: true };

function splitReference(text: string, what: string): { chain: ChainId; rest: string } {
  const colon = text.indexOf(':');
  if (colon < 1) throw new AppError('invalid', `This is not ${what}: "chain:value" is expected.`);
  return { chain: parseChainId(text.slice(0, colon)), rest: text.slice(colon + 1) };
}

export function AddressRef(text: string): AddressRef {
  const { rest } = splitReference(text, 'an address reference');
  if (!/^[\x21-\x7e]{1,200}$/.test(rest))
    throw new AppError('invalid', 'This is not an address reference: the address part is malformed.');
  return text as AddressRef;
}
AddressRef.of = (chain: ChainId, address: string): AddressRef => AddressRef(`${chain}:${address}`);
AddressRef.chain = (ref: AddressRef): ChainId => splitReference(ref, 'an address reference').chain;
AddressRef.address = (ref: AddressRef): string => splitReference(ref, 'an address reference').rest;

export function TxRef(text: string): TxRef {
  const { rest } = splitReference(text, 'a transaction reference');
  if (!/^[0-9a-f]{64}$/.test(rest))
    throw new AppError('invalid', 'A transaction id has 64 lower-case hexadecimal digits.');
  return text as TxRef;
}
TxRef.of = (chain: ChainId, txid: string): TxRef => TxRef(`${chain}:${txid}`);
TxRef.chain = (ref: TxRef): ChainId => splitReference(ref, 'a transaction reference').chain;
TxRef.txid = (ref: TxRef): string => splitReference(ref, 'a transaction reference').rest;
