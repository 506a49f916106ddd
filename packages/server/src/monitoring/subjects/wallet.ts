import { discoverAddresses } from '@trailmark/analysis/statement/discover-addresses';
import { listKeyBranches } from '@trailmark/chains/wallet/key-branches';
import { readAddressUses } from '../../ledger/wallets/address-use.ts';
import type { WatchSubject } from './watch-subject.ts';

export const walletSubject: WatchSubject = {
  id: 'wallet',
  name: 'Extended key or descriptor',
  about: 'The used addresses of a wallet and the next 20 of each branch; it goes on as they are used.',
  grows: true,
  read: async ({ ledgers }, { chain, text }, read) => {
    const ledger = ledgers.get(chain);
    const key = text.trim();
    const derived = new Set<string>();
    await discoverAddresses(listKeyBranches(chain, key), {
      lookUp: (_, keys) => {
        for (const each of keys) derived.add(each);
        return readAddressUses(ledger, keys, read);
      },
      pause: async () => read.signal?.throwIfAborted(),
    });
    return { targets: [...derived].map((each) => ({ chain, kind: 'address' as const, key: each })), text: key };
  },
};
