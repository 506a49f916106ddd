import { AppError } from '@trailmark/core/errors';
import { readAddress } from '../../ledger/any-chain.ts';
import type { WatchSubject } from './watch-subject.ts';

const MOST = 10_000;

/** Addresses in text, between spaces, commas and lines. */
function splitAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}

export const addressesSubject: WatchSubject = {
  id: 'addresses',
  name: 'Addresses',
  about: 'One address, or a list of up to 10,000 on one chain.',
  grows: false,
  read: async ({ ledgers }, { chain, text }) => {
    const ledger = ledgers.get(chain);
    const parts = splitAddresses(text);
    if (parts.length === 0)
      throw new AppError('invalid', 'Enter an address to watch.', { context: { field: 'subject' } });
    if (parts.length > MOST) {
      throw new AppError('invalid', `A watch has at most ${MOST} addresses, and these are ${parts.length}.`, {
        context: { field: 'subject' },
      });
    }
    const found = parts.map((part) => readAddress(ledger, part));
    const targets = found.map(({ key }) => ({ chain, kind: 'address' as const, key }));
    const [first] = found;
    return { targets, text: found.length === 1 ? (first?.address ?? text) : `${found.length} addresses` };
  },
};
