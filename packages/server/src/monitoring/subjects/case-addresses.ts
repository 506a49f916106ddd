import { AppError } from '@trailmark/core/errors';
import { readAddress } from '../../ledger/any-chain.ts';
import type { WatchSubject } from './watch-subject.ts';

export const caseSubject: WatchSubject = {
  id: 'case',
  name: 'Addresses of the case',
  about:
    'Every address of this chain that is pinned to the case, or named by its people, links and notes. It follows the case: an address that is added is watched from the next block, and one that is removed is not read any more.',
  grows: false,
  isOfCase: true,
  read: async ({ ledgers }, { chain, caseAddresses = [] }) => {
    const ledger = ledgers.get(chain);
    if (caseAddresses.length === 0) {
      throw new AppError('invalid', `The case names no address of ${ledger.chain.name} yet. Pin one first.`, {
        context: { field: 'subject' },
      });
    }
    const targets = caseAddresses.map((text) => ({
      ...{ chain, kind: 'address' as const },
      key: readAddress(ledger, text).key,
    }));
    return { targets, text: 'Addresses of the case' };
  },
  show: () => 'Addresses of the case',
};
