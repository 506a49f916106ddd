import type { ChainId } from '@trailmark/core/chain';
import { type ComponentType, lazy, Suspense } from 'react';
import { countAssets } from '../../components/ledger/address-figures.tsx';
import { type ChainTraits, traitsOf } from '../../format/chain-traits.ts';
import type { LedgerSummary } from '../../format/ledger-summary.ts';
import { AddressUnspent } from '../../parts/ledger/address-unspent.tsx';
import { AssetsTab } from './assets-tab.tsx';
import { ChartBars } from './chart-bars.tsx';
import { CounterpartiesTab } from './counterparties-tab.tsx';
import { KeyList } from './key-list.tsx';
import { LinksTab } from './links-tab.tsx';
import type { HistoryTabProps } from './rows-frame.tsx';
import type { AddressHistorySearch } from './search.ts';
import { TransactionsTab } from './transactions-tab.tsx';
import { TransfersTab } from './transfers-tab.tsx';

// The chart library is large, and most visits look at rows only.
const ChartsTab = lazy(() => import('./charts-tab.tsx').then((module) => ({ default: module.ChartsTab })));

/** A part of the history of an address, with an address of its own. */
interface HistoryTab {
  /** As it is in the address bar. */
  readonly id: string;
  readonly label: string;
  readonly Tab: ComponentType<HistoryTabProps>;
  /** Chains that have it; all where it says nothing. */
  readonly suits?: (traits: ChainTraits) => boolean;
  /** Whether it is there in this state of the page; always where it says nothing. */
  readonly isShown?: (search: AddressHistorySearch) => boolean;
  readonly count?: (summary: LedgerSummary) => number;
}

function countMoves({ totals }: LedgerSummary): number {
  return totals !== null && 'moveCount' in totals ? totals.moveCount : 0;
}

function Charts(props: HistoryTabProps) {
  return (
    <Suspense fallback={<ChartBars />}>
      <ChartsTab {...props} />
    </Suspense>
  );
}

function Keys({ place: { chain, search } }: HistoryTabProps) {
  return search.key !== undefined && <KeyList chain={chain} keyText={search.key} />;
}

const hasTokens = (traits: ChainTraits): boolean => traits.hasTokens;
const hasOutputs = (traits: ChainTraits): boolean => traits.hasOutputs;

/** The tab that opens where the address bar names none. */
export const FIRST_TAB: HistoryTab = {
  id: 'transactions',
  label: 'Transactions',
  Tab: TransactionsTab,
  count: ({ totals }) => totals?.transactionCount ?? 0,
};

/** The tabs of Address History Search, in their order: a tool that adds one adds its line. */
const HISTORY_TABS: readonly HistoryTab[] = [
  FIRST_TAB,
  { id: 'transfers', label: 'Transfers', Tab: TransfersTab, suits: hasTokens, count: countMoves },
  { id: 'assets', label: 'Assets', Tab: AssetsTab, suits: hasTokens, count: countAssets },
  { id: 'counterparties', label: 'Counterparties', Tab: CounterpartiesTab },
  { id: 'unspent', label: 'Unspent outputs', Tab: AddressUnspent, suits: hasOutputs },
  { id: 'charts', label: 'Charts', Tab: Charts },
  { id: 'links', label: 'Links', Tab: LinksTab },
  { id: 'keys', label: 'Keys', Tab: Keys, suits: hasOutputs, isShown: ({ key }) => key !== undefined },
];

/** Tabs that mean something on a chain, in their order. */
export function listHistoryTabs(chain: ChainId): readonly HistoryTab[] {
  return HISTORY_TABS.filter(({ suits }) => suits?.(traitsOf(chain)) ?? true);
}
