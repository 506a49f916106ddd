import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readAccount, readAccountFilter } from '../../ledger/accounts/account-input.ts';
import { contractsOf, openView } from '../../ledger/accounts/account-view.ts';
import { assetsOfActions } from '../../ledger/accounts/actions.ts';
import { toAccountBalance } from '../../ledger/accounts/balance.ts';
import { readEvents, toEvents } from '../../ledger/accounts/events.ts';
import { readAccountHistory } from '../../ledger/accounts/history.ts';
import { knowsGenesis, toAccountEnvelope } from '../../ledger/accounts/holdings.ts';
import { readMovesPage } from '../../ledger/accounts/moves.ts';
import { toFetchedGaps } from '../../ledger/accounts/page-gaps.ts';
import { spanOfSums } from '../../ledger/accounts/sum-span.ts';
import {
  readFindings,
  readFirstFunder,
  readOtherChains,
  toAliases,
  toContractFlag,
  toCounts,
  toFetched,
  toFindingGaps,
  toKnown,
} from '../../ledger/accounts/summary.ts';
import { spanOf } from '../../ledger/answer.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

type Asked = Pick<
  LedgerAnswers<'accounts'>,
  'getAddress' | 'listAddressTransactions' | 'listAddressTransfers' | 'listAddressAssets'
>;

function createSummaryHandler(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): Asked['getAddress'] {
  return async ({ params, query }, { read }) => {
    const ledger = ledgers.get(params.chain);
    const self = readAccount(ledger, params.address);
    const { reader } = ledger;
    const [sums, funders, fetched, hasGenesis, events, otherChains] = await Promise.all([
      reader.totals([self.key], read),
      reader.firstFunders([self.key], read),
      reader.addressCoverage(self.key, read),
      knowsGenesis(ledger, read),
      readEvents(ledger, self, read),
      readOtherChains(ledgers, ledger, self, read),
    ]);
    const totals = sums.get(self.key);
    const contracts = contractsOf(assetsOfActions(events.page.actions.values()));
    const view = await openView(ledger, knowledge, { contracts, currency: query.currency }, read);
    const ground = { ledger, assets: view.assets, knowsGenesis: hasGenesis, fetched };
    const [firstFunder, findings] = await Promise.all([
      readFirstFunder(view, self, funders.get(self.key), read),
      readFindings(view, knowledge, self, totals, read),
    ]);
    return {
      ...toAccountEnvelope(
        ledger,
        [...toFetchedGaps(fetched), ...toFindingGaps(totals)],
        spanOfSums(totals ? [totals] : []),
      ),
      chain: ledger.id,
      address: self.address,
      aliases: toAliases(ledger, self),
      status: totals || events.mentions.length > 0 ? 'seen' : 'not-seen',
      ...toContractFlag(ledger, totals),
      totals: toCounts(view, totals),
      coin: totals?.native ? toAccountBalance(ground, totals.native) : null,
      prices: view.assets.prices,
      firstFunder,
      findings,
      events: toEvents(view, self, events),
      fetched: toFetched(fetched),
      isHot: (totals?.transactionCount ?? 0) + (totals?.blockPaymentCount ?? 0) > limits.hotTransactionCount,
      known: toKnown(ledger, knowledge, self),
      otherChains,
    };
  };
}

/** Answers about one address of an account chain: summary, history, moves, assets. */
export function createAccountHandlers(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): Asked {
  return {
    getAddress: createSummaryHandler(ledgers, limits, knowledge),

    async listAddressTransactions({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readAccount(ledger, params.address);
      const filter = readAccountFilter(ledger, query);
      const key = listKey(['account-history', ledger.id, self.key, filter]);
      const after = decodeCursor(key, query.cursor, 1)?.[0];
      const { limit, currency } = query;
      const [page, fetched] = await Promise.all([
        readAccountHistory(ledger, knowledge, { self, filter, after, limit, currency }, read),
        ledger.reader.addressCoverage(self.key, read),
      ]);
      return {
        ...toAccountEnvelope(ledger, [...page.gaps, ...toFetchedGaps(fetched)], spanOf(page.rows)),
        prices: page.prices,
        items: [...page.rows],
        next: page.next === undefined ? null : encodeCursor(key, [page.next]),
      };
    },

    async listAddressTransfers({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readAccount(ledger, params.address);
      const filter = readAccountFilter(ledger, query);
      const key = listKey(['account-moves', ledger.id, self.key, filter]);
      const [position, slot] = decodeCursor(key, query.cursor, 2) ?? [];
      const after = position === undefined || slot === undefined ? undefined : { position, slot };
      const { limit, currency } = query;
      const [page, fetched] = await Promise.all([
        readMovesPage(ledger, knowledge, { self, filter, after, limit, currency }, read),
        ledger.reader.addressCoverage(self.key, read),
      ]);
      return {
        ...toAccountEnvelope(ledger, [...page.gaps, ...toFetchedGaps(fetched)], spanOf(page.rows)),
        prices: page.prices,
        items: [...page.rows],
        next: page.next ? encodeCursor(key, [page.next.position, page.next.slot]) : null,
      };
    },

    async listAddressAssets({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readAccount(ledger, params.address);
      const key = listKey(['account-assets', ledger.id, self.key]);
      const offset = decodeCursor(key, query.cursor, 1)?.[0] ?? 0;
      const [{ items, total }, fetched, hasGenesis] = await Promise.all([
        ledger.reader.assetsOf(self.key, { offset, limit: query.limit }, read),
        ledger.reader.addressCoverage(self.key, read),
        knowsGenesis(ledger, read),
      ]);
      const contracts = contractsOf(items.map(({ asset }) => asset));
      const view = await openView(ledger, knowledge, { contracts, currency: query.currency, withBalances: true }, read);
      const ground = { ledger, assets: view.assets, knowsGenesis: hasGenesis, fetched };
      const end = offset + items.length;
      return {
        ...toAccountEnvelope(ledger, toFetchedGaps(fetched), spanOfSums(items)),
        prices: view.assets.prices,
        items: items.map((totals) => toAccountBalance(ground, totals)),
        total,
        next: items.length > 0 && end < total ? encodeCursor(key, [end]) : null,
      };
    },
  };
}
