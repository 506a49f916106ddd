import { AppError } from '@trailmark/core/errors';
import { positionHeight } from '@trailmark/core/position';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readAccount, readAsset } from '../../ledger/accounts/account-input.ts';
import { contractsOf, openView } from '../../ledger/accounts/account-view.ts';
import { toAccountEnvelope } from '../../ledger/accounts/holdings.ts';
import { readMovesPage } from '../../ledger/accounts/moves.ts';
import { spanOfSums } from '../../ledger/accounts/sum-span.ts';
import { spanOf } from '../../ledger/answer.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

const ANY_CURRENCY = 'USD';

/** Who an address deals with, and every move between two addresses. */
export function createAccountRelationHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'accounts'>, 'listAddressCounterparties' | 'listAddressLinks'> {
  return {
    async listAddressCounterparties({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readAccount(ledger, params.address);
      const asset = query.asset === undefined ? undefined : readAsset(ledger, query.asset);
      const { sort, limit } = query;
      const key = listKey(['account-counterparties', ledger.id, self.key, asset, sort]);
      const offset = decodeCursor(key, query.cursor, 1)?.[0] ?? 0;
      const { items, total } = await ledger.reader.counterparties(self.key, { asset, sort, offset, limit }, read);
      const contracts = contractsOf(items.map((item) => item.asset));
      const view = await openView(ledger, knowledge, { contracts, currency: ANY_CURRENCY }, read);
      const end = offset + items.length;
      return {
        ...toAccountEnvelope(ledger, [], spanOfSums(items)),
        items: items.map((item) => {
          const [firstHeight, lastHeight] = [positionHeight(item.firstPosition), positionHeight(item.lastPosition)];
          const [first, last] = [view.moment(firstHeight), view.moment(lastHeight)];
          return {
            address: view.address(item.address) ?? '',
            asset: view.assets.refer(item.asset),
            sentTo: item.sentTo,
            receivedFrom: item.receivedFrom,
            count: item.moves,
            moves: item.moves,
            firstHeight,
            firstTime: first.time,
            firstTimeEstimated: first.timeEstimated,
            lastHeight,
            lastTime: last.time,
            lastTimeEstimated: last.timeEstimated,
          };
        }),
        total,
        next: items.length > 0 && end < total ? encodeCursor(key, [end]) : null,
      };
    },

    async listAddressLinks({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const [self, other] = [readAccount(ledger, params.address), readAccount(ledger, params.other)];
      if (self.key === other.key)
        throw new AppError('invalid', 'Two different addresses are needed; both name the same one.');
      const key = listKey(['account-links', ledger.id, self.key, other.key]);
      const [position, slot] = decodeCursor(key, query.cursor, 2) ?? [];
      const after = position === undefined || slot === undefined ? undefined : { position, slot };
      const filter = { counterparty: other.key, order: 'newest' } as const;
      const { limit, currency } = query;
      const page = await readMovesPage(ledger, knowledge, { self, filter, after, limit, currency }, read);
      return {
        ...toAccountEnvelope(ledger, page.gaps, spanOf(page.rows)),
        prices: page.prices,
        items: [...page.rows],
        next: page.next ? encodeCursor(key, [page.next.position, page.next.slot]) : null,
      };
    },
  };
}
