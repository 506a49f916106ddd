import type { AccountKey } from '@trailmark/core/account-block';
import { decodeHex } from '@trailmark/core/hex';
import { keccak256 } from './keccak.ts';
import { encodeRlp, rlpNumber } from './rlp.ts';
import { mapRoot } from './trie.ts';

/** What the first block of a chain gave to an account. */
export interface GenesisGift {
  readonly address: AccountKey;
  /** Smallest unit. */
  readonly amount: bigint;
}

const NO_STORAGE = keccak256(encodeRlp(new Uint8Array(0)));
const NO_CODE = keccak256(new Uint8Array(0));

/** Root of the state of accounts that have a balance and nothing else: what the header of a first block states. 32 bytes. */
export function stateRoot(gifts: readonly GenesisGift[]): Uint8Array {
  return mapRoot(
    gifts.map(({ address, amount }) => ({
      key: keccak256(decodeHex(address)),
      value: encodeRlp([rlpNumber(0), rlpNumber(amount), NO_STORAGE, NO_CODE]),
    })),
  );
}
