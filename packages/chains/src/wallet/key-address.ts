import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type AccountChainId, type ChainId, isOutputChainId } from '@trailmark/core/chain';
import { assert } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { DerivedAddress } from '@trailmark/core/statement/wallet-keys';
import { formatAccount } from '../account/account-address.ts';
import { getAccountChain } from '../account-catalogue.ts';
import { getChain } from '../catalogue.ts';
import { formatOwner } from '../utxo/address.ts';
import type { KeyForm, UtxoChain } from '../utxo/chain-definition.ts';
import { keyOwner } from '../utxo/key-owner.ts';

/** How a public key becomes an address: a form of the Bitcoin family, or an account. */
export type AddressForm = KeyForm | 'account';

const FORMS: readonly KeyForm[] = ['p2wpkh', 'p2pkh', 'p2sh-p2wpkh', 'p2tr'];

/** The chain of outputs of an id; undefined for a chain of accounts. */
export function findOutputChain(chain: ChainId): UtxoChain | undefined {
  return isOutputChainId(chain) ? getChain(chain) : undefined;
}

/** Forms of addresses that wallets of a chain make of single keys. */
export function listForms(chain: ChainId): readonly AddressForm[] {
  const outputs = findOutputChain(chain);
  if (!outputs) return ['account'];
  return outputs.bech32 === undefined ? ['p2pkh'] : FORMS;
}

/** The last 20 bytes of the Keccak hash of the point (Ethereum yellow paper, appendix F); TRON has the same. */
function accountKey(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return encodeHex(keccak_256(point.subarray(1)).subarray(-20));
}

/** An owner of a chain of outputs as an address. */
export function ownerAddress(chain: UtxoChain, owner: Owner): Omit<DerivedAddress, 'path'> {
  return { key: ownerId(owner), address: formatOwner(chain, owner) };
}

/** The address of a public key of 33 (for a P2PKH address also 65) bytes in one form on one chain. */
export function keyAddress(chain: ChainId, form: AddressForm, publicKey: Uint8Array): Omit<DerivedAddress, 'path'> {
  const outputs = findOutputChain(chain);
  assert((outputs === undefined) === (form === 'account'), 'A chain has addresses of its own forms.');
  if (outputs) return ownerAddress(outputs, keyOwner(form as KeyForm, publicKey));
  const key = accountKey(publicKey);
  return { key, address: formatAccount(getAccountChain(chain as AccountChainId), key) };
}
