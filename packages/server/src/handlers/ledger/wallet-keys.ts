import type { Handlers } from '../../http/mount.ts';
import { toAnyEnvelope } from '../../ledger/any-chain.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { checkAddresses } from '../../ledger/wallets/check-addresses.ts';
import { discoverWallet } from '../../ledger/wallets/discover-wallet.ts';

/** Wallets by their public keys, and addresses that somebody derived elsewhere. */
export function createWalletKeyHandlers(ledgers: Ledgers): Pick<Handlers, 'checkWalletAddresses' | 'discoverWallet'> {
  return {
    async discoverWallet({ body: { chain, key, gapLimit } }, { read }) {
      const ledger = ledgers.get(chain);
      const branches = await discoverWallet(ledger, { key, gapLimit }, read);
      return {
        ...toAnyEnvelope(ledger),
        gapLimit,
        branches: branches.map(({ chain: _, highestUsed, found, ...branch }) => ({
          ...branch,
          highestUsed: highestUsed ?? null,
          found: found.map(({ index, path, address, use }) => ({ index, path, address, use })),
        })),
      };
    },

    checkWalletAddresses: ({ body }, { read }) => checkAddresses(ledgers, body.chains, read),
  };
}
