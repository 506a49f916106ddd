import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { Owner } from '@trailmark/core/owner';
import { payloadLength, SCRIPT_TYPES, type ScriptType } from '@trailmark/core/script-type';
import type { AddressReading } from './address-reading.ts';
import { readBase58 } from './base58-address.ts';
import { decodeCashAddress } from './cashaddr.ts';
import type { UtxoChain } from './chain-definition.ts';
import { readSegwit } from './segwit-address.ts';

const OWNER_TYPES: readonly ScriptType[] = SCRIPT_TYPES.filter((type) => type !== 'op-return' && type !== 'p2pk');

/** `script:<64 hex>` (nonstandard) or `script:<form>:<hex>`: owners that have no address of their own. */
function readScriptForm(text: string): AddressReading {
  const [, form, hex] = /^script:(?:([a-z0-9-]+):)?([0-9a-f]+)$/.exec(text) ?? [];
  if (hex === undefined) return { fault: '"script:" is followed by a form and lower-case hexadecimal digits' };
  const type = form === undefined ? 'nonstandard' : OWNER_TYPES.find((known) => known === form);
  if (!type) return { fault: 'its script form is unknown' };
  if (hex.length !== 2 * payloadLength(type)) {
    return { fault: `${type} is followed by ${2 * payloadLength(type)} hexadecimal digits` };
  }
  return { owner: { type, payload: decodeHex(hex) } };
}

/** CashAddr types 2 and 3 are the same keys and scripts, with the wish to receive tokens (CHIP-2022-02). */
function cashOwner(chain: UtxoChain, type: number, hash: Uint8Array): Owner | undefined {
  const plain = chain.cashTokens && type >= 2 ? type - 2 : type;
  if (hash.length === 20 && plain === 0) return { type: 'p2pkh', payload: hash };
  if (hash.length === 20 && plain === 1) return { type: 'p2sh', payload: hash };
  if (hash.length === 32 && plain === 1 && chain.p2sh32) return { type: 'p2sh32', payload: hash };
  return undefined;
}

function readCash(chain: UtxoChain, prefix: string, text: string): AddressReading {
  try {
    const found = decodeCashAddress(text, prefix);
    if (found.prefix !== prefix) return { fault: `its prefix is not "${prefix}"` };
    const owner = cashOwner(chain, found.type, found.hash);
    return owner ? { owner } : { fault: 'its address type is unknown' };
  } catch (error) {
    if (AppError.is(error, 'invalid')) return { fault: error.message };
    throw error;
  }
}

function isCashShaped(text: string): boolean {
  return text.includes(':') || /^[qprz][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{40,}$/i.test(text);
}

/** The encoding a text seems to be meant in decides which reason the reader gets to see. */
function readOtherThanBase58(chain: UtxoChain, text: string): AddressReading | undefined {
  if (text.startsWith('script:')) return readScriptForm(text);
  const lower = text.toLowerCase();
  if (chain.bech32 && lower.startsWith(`${chain.bech32}1`)) return readSegwit(text);
  if (chain.mwebHrp && lower.startsWith(`${chain.mwebHrp}1`)) {
    return { fault: 'it is an MWEB address, and those do not appear on the public ledger' };
  }
  if (chain.cashaddr && isCashShaped(text)) return readCash(chain, chain.cashaddr, text);
  const [, hrp] = /^([a-z]{1,20})1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,}$/.exec(lower) ?? [];
  if (chain.bech32 && hrp) return { fault: `its prefix is "${hrp}", not "${chain.bech32}"` };
  return undefined;
}

/** Reads a text as an address of one chain, in any spelling the chain has. Never throws. */
export function readAddress(chain: UtxoChain, text: string): AddressReading {
  // Base58 first: "LTC1…" can start both a Base58 and a Bech32 address of Litecoin; a checksum never fits both.
  const base58 = readBase58(chain, text);
  if ('owner' in base58) return base58;
  return readOtherThanBase58(chain, text) ?? base58;
}
