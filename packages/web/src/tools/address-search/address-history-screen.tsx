import './address-search.css';
import '../../components/account/account.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { countAssets } from '../../components/ledger/address-figures.tsx';
import { type TabItem, Tabs } from '../../components/tabs.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { isSeen, listSummaryVersions } from '../../format/ledger-summary.ts';
import { formatCount } from '../../format/number.ts';
import { addressQuery, useTip } from '../../ledger-api.ts';
import { AddressHead } from '../../parts/ledger/address-head.tsx';
import { AddressUnspent } from '../../parts/ledger/address-unspent.tsx';
import { useValues } from '../../prices.ts';
import { addressSearchUrl } from '../../url.ts';
import { AccountFindings } from './account-findings.tsx';
import { AssetsTab } from './assets-tab.tsx';
import { ChartBars } from './chart-bars.tsx';
import { CounterpartiesTab } from './counterparties-tab.tsx';
import { HistoryFrame, NotSeen } from './history-frame.tsx';
import { createHistoryPlace } from './history-place.ts';
import { KeyList } from './key-list.tsx';
import { LinksTab } from './links-tab.tsx';
import type { HistoryTabProps } from './rows-frame.tsx';
import { type HistoryTab, listHistoryTabs } from './search.ts';
import { TransactionsTab } from './transactions-tab.tsx';
import { TransfersTab } from './transfers-tab.tsx';

// The chart library is large, and most visits look at rows only.
const ChartsTab = lazy(() => import('./charts-tab.tsx').then((module) => ({ default: module.ChartsTab })));

const route = getRouteApi('/dashboard/address-search/$chain/$address');

const LABELS: Readonly<Record<HistoryTab, string>> = {
  transactions: 'Transactions',
  transfers: 'Transfers',
  assets: 'Assets',
  counterparties: 'Counterparties',
  unspent: 'Unspent outputs',
  charts: 'Charts',
  links: 'Links',
  keys: 'Keys',
};

function countOf(tab: HistoryTab, { summary }: HistoryTabProps): number | undefined {
  const { totals } = summary;
  if (tab === 'transactions') return totals?.transactionCount ?? 0;
  if (tab === 'transfers') return totals !== null && 'moveCount' in totals ? totals.moveCount : 0;
  return tab === 'assets' ? countAssets(summary) : undefined;
}

function listTabs(props: HistoryTabProps): readonly TabItem[] {
  const { chain, search, linkTo } = props.place;
  return listHistoryTabs(chain)
    .filter((tab) => tab !== 'keys' || search.key !== undefined)
    .map((tab) => {
      const count = countOf(tab, props);
      return {
        id: tab,
        label: LABELS[tab],
        ...(count !== undefined && { count: formatCount(count) }),
        href: linkTo({ tab: tab === 'transactions' ? undefined : tab, prove: undefined }),
      };
    });
}

function OpenTab({ place, summary }: HistoryTabProps) {
  const { chain, search } = place;
  switch (search.tab) {
    case 'transfers':
      return <TransfersTab place={place} summary={summary} />;
    case 'assets':
      return <AssetsTab place={place} summary={summary} />;
    case 'counterparties':
      return <CounterpartiesTab place={place} summary={summary} />;
    case 'unspent':
      return <AddressUnspent summary={summary} />;
    case 'charts':
      return (
        <Suspense fallback={<ChartBars />}>
          <ChartsTab place={place} summary={summary} />
        </Suspense>
      );
    case 'links':
      return <LinksTab place={place} summary={summary} />;
    case 'keys':
      if (search.key !== undefined) return <KeyList chain={chain} keyText={search.key} />;
  }
  return <TransactionsTab place={place} summary={summary} />;
}

function Loaded({ place, summary }: HistoryTabProps) {
  return (
    <>
      <AddressHead summary={summary} link={addressSearchUrl} />
      {summary.family === 'accounts' && <AccountFindings place={place} summary={summary} />}
      {isSeen(summary) ? (
        <section>
          <Tabs
            label="Parts of the history"
            current={place.search.tab ?? 'transactions'}
            items={listTabs({ place, summary })}
          />
          <OpenTab place={place} summary={summary} />
        </section>
      ) : (
        <NotSeen chainName={traitsOf(place.chain).name}>
          <AsOfLine asOf={summary.asOf} {...listSummaryVersions(summary)} />
        </NotSeen>
      )}
    </>
  );
}

/** Address History Search: everything the index has of one address, on one chain. */
export function AddressHistoryScreen() {
  const { chain, address } = route.useParams();
  const search = route.useSearch();
  const { currency } = useValues();
  useTip(chain);
  const query = useQuery(addressQuery(chain, address, { currency }));
  const place = useMemo(() => createHistoryPlace(chain, address, search), [chain, address, search]);
  return (
    <HistoryFrame place={place} query={query}>
      {query.data && <Loaded place={place} summary={query.data} />}
    </HistoryFrame>
  );
}
