import type { AccountHistoryFilter } from '@trailmark/core/account-ledger';
import { parseAssetId } from '@trailmark/core/asset';
import { findTransferPlace, type PagedList, placeOfTransfer } from '../../answers/paged-list.ts';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { type NamedAccount, readAccount, readAccountFilter } from '../../ledger/accounts/account-input.ts';
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
import { refuseSame } from '../../ledger/any-chain.ts';
import type { Ledgers, ServedAccounts } from '../../ledger/ledgers.ts';
import type { LedgerGroup, Page } from './ledger-group.ts';

type Accounts = LedgerGroup<'accounts'>;

function createSummary(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): Accounts['getAddress'] {
  return async (ledger, { params, query }, read) => {
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
    const ground = { ledger, key: self.key, assets: view.assets, knowsGenesis: hasGenesis, fetched };
    const [firstFunder, findings] = await Promise.all([
      readFirstFunder(view, self, funders.get(self.key), read),
      readFindings(view, knowledge, self, totals, read),
    ]);
    return {
      ...toAccountEnvelope(
        ledger,
        [...toFetchedGaps(fetched), ...toFindingGaps(totals)],
        spanOfSums(totals ? [totals] : []),
        fetched,
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

interface MovesAsked {
  readonly key: readonly unknown[];
  readonly self: NamedAccount;
  readonly filter: AccountHistoryFilter;
  readonly currency: string;
  /** Whether what was fetched only in part is stated: of an address, not of two. */
  readonly statesFetched: boolean;
}

/** Answers about one address of an account chain, and about what passed between two. */
export function createAccountAddressGroup(
  ledgers: Ledgers,
  limits: Limits,
  knowledge: Knowledge,
): Pick<
  Accounts,
  'getAddress' | 'listAddressTransactions' | 'listAddressTransfers' | 'listAddressLinks' | 'readAssets'
> {
  function listMoves(
    ledger: ServedAccounts,
    { key, self, filter, currency, statesFetched }: MovesAsked,
  ): PagedList<Page<'listAddressTransfers', 'accounts'>> {
    return {
      key,
      placeLength: 2,
      async readPage(place, limit, read) {
        const asked = { self, filter, after: findTransferPlace(place), limit, currency };
        const [{ rows, next, gaps, prices }, fetched] = await Promise.all([
          readMovesPage(ledger, knowledge, asked, read),
          statesFetched ? ledger.reader.addressCoverage(self.key, read) : undefined,
        ]);
        const own = [...gaps, ...toFetchedGaps(fetched ?? [])];
        const envelope = toAccountEnvelope(ledger, own, spanOf(rows), fetched);
        return { page: { ...envelope, prices, items: [...rows] }, next: placeOfTransfer(next) };
      },
    };
  }
  return {
    getAddress: createSummary(ledgers, limits, knowledge),

    listAddressTransactions(ledger, { params, query }) {
      const self = readAccount(ledger, params.address);
      const filter = readAccountFilter(ledger, query);
      const { currency } = query;
      return {
        key: ['account-history', ledger.id, self.key, filter],
        placeLength: 1,
        async readPage([after] = [], limit, read) {
          const [{ rows, next, gaps, prices }, fetched] = await Promise.all([
            readAccountHistory(ledger, knowledge, { self, filter, after, limit, currency }, read),
            ledger.reader.addressCoverage(self.key, read),
          ]);
          const own = [...gaps, ...toFetchedGaps(fetched)];
          const envelope = toAccountEnvelope(ledger, own, spanOf(rows), fetched);
          return { page: { ...envelope, prices, items: [...rows] }, next: next === undefined ? undefined : [next] };
        },
      };
    },

    listAddressTransfers(ledger, { params, query }) {
      const self = readAccount(ledger, params.address);
      const filter = readAccountFilter(ledger, query);
      const key = ['account-moves', ledger.id, self.key, filter];
      return listMoves(ledger, { key, self, filter, currency: query.currency, statesFetched: true });
    },

    listAddressLinks(ledger, { params, query: { currency } }) {
      const [self, other] = [readAccount(ledger, params.address), readAccount(ledger, params.other)];
      refuseSame(self.key, other.key);
      const key = ['account-links', ledger.id, self.key, other.key];
      const filter = { counterparty: other.key, order: 'newest' } as const;
      return listMoves(ledger, { key, self, filter, currency, statesFetched: false });
    },

    async readAssets(ledger, { key }, sums, currency, read) {
      const totals = sums.map(({ asset, count, ...rest }) => ({
        ...rest,
        asset: parseAssetId(ledger.id, asset),
        moves: count,
      }));
      const contracts = contractsOf(totals.map(({ asset }) => asset));
      const [fetched, hasGenesis, { assets }] = await Promise.all([
        ledger.reader.addressCoverage(key, read),
        knowsGenesis(ledger, read),
        openView(ledger, knowledge, { contracts, currency, withBalances: true }, read),
      ]);
      const ground = { ledger, key, assets, knowsGenesis: hasGenesis, fetched };
      const items = totals.map((sum) => toAccountBalance(ground, sum));
      return { gaps: toFetchedGaps(fetched), prices: assets.prices, items };
    },
  };
}
