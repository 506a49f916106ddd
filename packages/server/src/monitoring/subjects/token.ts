import { traitsOf } from '@trailmark/chains/chain-traits';
import { AppError } from '@trailmark/core/errors';
import { findAssetKey } from '@trailmark/core/ledger';
import { readAddress } from '../../ledger/any-chain.ts';
import type { WatchSubject } from './watch-subject.ts';

export const tokenSubject: WatchSubject = {
  id: 'token',
  name: 'Token contract',
  about: 'Every transfer of one token or collection, whoever sends it.',
  grows: false,
  read: async ({ ledgers }, { chain, text }) => {
    const { hasTokens, name } = traitsOf(chain);
    if (!hasTokens) throw new AppError('invalid', `${name} has no tokens.`, { context: { field: 'subject' } });
    const { key, address } = readAddress(ledgers.get(chain), text.trim());
    const asset = `${chain}:0x${key}`;
    if (findAssetKey(chain, asset) === undefined) throw new AppError('invalid', `${address} is no token of ${name}.`);
    return { targets: [{ chain, kind: 'asset', key: asset }], text: address };
  },
};
