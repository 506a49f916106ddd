import { assert } from '@trailmark/core/errors';
import type { Owner } from '@trailmark/core/owner';
import type { KeyForm } from './chain-definition.ts';
import { hash160 } from './hash.ts';
import { ownerScript } from './script.ts';
import { taprootOutputKey } from './taproot.ts';

/** The owner of a key in one of the single-key forms. Only P2PKH takes a key of 65 bytes. */
export function keyOwner(form: KeyForm, key: Uint8Array): Owner {
  if (form === 'p2pkh') return { type: 'p2pkh', payload: hash160(key) };
  if (form === 'p2wpkh') return { type: 'p2wpkh', payload: hash160(key) };
  if (form === 'p2tr') return { type: 'p2tr', payload: taprootOutputKey(key) };
  const redeem = ownerScript({ type: 'p2wpkh', payload: hash160(key) });
  assert(redeem !== undefined, 'A witness program has a script.');
  return { type: 'p2sh', payload: hash160(redeem) };
}
