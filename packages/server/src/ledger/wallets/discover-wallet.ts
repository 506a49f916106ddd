import { setImmediate } from 'node:timers/promises';
import { type BranchFinding, discoverAddresses } from '@trailmark/analysis/statement/discover-addresses';
import { listKeyBranches } from '@trailmark/chains/wallet/key-branches';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedLedger } from '../ledgers.ts';
import { type AddressUse, readAddressUses } from './address-use.ts';

/**
 * The addresses of a wallet that the index has seen, from an extended public key or a descriptor. Throws `invalid` for what
 * is no key of the chain, for private keys, and for a gap limit out of range.
 */
export function discoverWallet(
  ledger: ServedLedger,
  { key, gapLimit }: { readonly key: string; readonly gapLimit?: number | undefined },
  read: ReadOptions,
): Promise<readonly BranchFinding<AddressUse>[]> {
  return discoverAddresses(listKeyBranches(ledger.id, key), {
    gapLimit,
    lookUp: (_, keys) => readAddressUses(ledger, keys, read),
    pause: async () => {
      await setImmediate();
      read.signal?.throwIfAborted();
    },
  });
}
