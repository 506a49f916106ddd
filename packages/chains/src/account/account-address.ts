import type { AccountKey } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { tronForm } from '../network/account-forms.ts';
import { readCheckedHash } from '../network/base58-check.ts';
import { checksumEvm, evmForm } from '../network/evm-address.ts';
import { encodeBase58Check } from '../utxo/base58-address.ts';
import type { AccountChain } from './chain-definition.ts';

const TRON_VERSION = '41';
/** Texts longer than any address are not repeated: one may be a private key. */
const LONGEST_QUOTED = 48;

/** The text people write: EIP-55 spelling, or Base58Check on TRON. An empty key, nobody, is empty text. */
export function formatAccount(chain: AccountChain, key: AccountKey): string {
  if (key === '') return '';
  return chain.family === 'tron' ? encodeBase58Check(decodeHex(`${TRON_VERSION}${key}`)) : checksumEvm(key);
}

/**
 * The key an address of the chain names: any letter case whose checksum holds, on TRON also its hex form 41….
 * Throws `invalid` with the reason.
 */
export function parseAccount(chain: AccountChain, text: string): AccountKey {
  const trimmed = text.trim();
  const form = (chain.family === 'tron' ? tronForm : evmForm)(trimmed);
  if (!form.ok) {
    const what = trimmed.length > LONGEST_QUOTED ? 'This text' : `"${trimmed}"`;
    throw new AppError('invalid', `${what} is not an address of ${chain.name}: ${form.reason}.`);
  }
  if (chain.family === 'evm') return form.address.slice(2).toLowerCase();
  const read = readCheckedHash(form.address, 1);
  if ('fault' in read) throw new AppError('internal', 'An accepted TRON address did not decode.');
  return encodeHex(read.hash);
}
