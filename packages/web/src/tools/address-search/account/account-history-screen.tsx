import '../../../components/tool-page.css';
import '../address-search.css';
import '../../../components/account/account.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { parseAccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { lazy, Suspense, useMemo } from 'react';
import { accountQuery, useAccountTip } from '../../../account-api.ts';
import { countAssets } from '../../../components/account/account-figures.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { type TabItem, Tabs } from '../../../components/tabs.tsx';
import { formatCount } from '../../../format/number.ts';
import { FetchPanel } from '../../../parts/sources/fetch-panel.tsx';
import { useValues } from '../../../prices.ts';
import { ChartBars } from '../chart-bars.tsx';
import { HistoryFrame, NotSeen } from '../history-frame.tsx';
import { AccountAssetsTab } from './account-assets-tab.tsx';
import { AccountCounterpartiesTab } from './account-counterparties-tab.tsx';
import { AccountHead } from './account-head.tsx';
import { AccountLinksTab } from './account-links-tab.tsx';
import { createAccountPlace } from './account-place.ts';
import type { AccountTabProps } from './account-rows-frame.tsx';
import { AccountTransactionsTab } from './account-transactions-tab.tsx';
import { AccountTransfersTab } from './account-transfers-tab.tsx';
import { type AccountTab, readAccountSearch } from './search.ts';

// The chart library is large, and most visits look at rows only.
const AccountChartsTab = lazy(() =>
  import('./account-charts-tab.tsx').then((module) => ({ default: module.AccountChartsTab })),
);

const route = getRouteApi('/dashboard/address-search/$chain/$address');

function listTabs({ place, summary }: AccountTabProps): readonly TabItem[] {
  const { totals } = summary;
  const href = (tab: AccountTab | undefined) => place.linkTo({ tab });
  return [
    {
      id: 'transactions',
      label: 'Transactions',
      count: formatCount(totals?.transactionCount ?? 0),
      href: href(undefined),
    },
    { id: 'transfers', label: 'Transfers', count: formatCount(totals?.moveCount ?? 0), href: href('transfers') },
    { id: 'assets', label: 'Assets', count: formatCount(countAssets(summary)), href: href('assets') },
    { id: 'counterparties', label: 'Counterparties', href: href('counterparties') },
    { id: 'charts', label: 'Charts', href: href('charts') },
    { id: 'links', label: 'Links', href: href('links') },
  ];
}

function OpenTab({ place, summary }: AccountTabProps) {
  switch (place.search.tab ?? 'transactions') {
    case 'transfers':
      return <AccountTransfersTab place={place} summary={summary} />;
    case 'assets':
      return <AccountAssetsTab place={place} summary={summary} />;
    case 'counterparties':
      return <AccountCounterpartiesTab place={place} summary={summary} />;
    case 'charts':
      return (
        <Suspense fallback={<ChartBars />}>
          <AccountChartsTab place={place} summary={summary} />
        </Suspense>
      );
    case 'links':
      return <AccountLinksTab place={place} />;
    default:
      return <AccountTransactionsTab place={place} summary={summary} />;
  }
}

function Loaded({ place, summary }: AccountTabProps) {
  return (
    <>
      <AccountHead place={place} summary={summary} />
      {summary.status === 'seen' ? (
        <section>
          <Tabs
            label="Parts of the history"
            current={place.search.tab ?? 'transactions'}
            items={listTabs({ place, summary })}
          />
          <OpenTab place={place} summary={summary} />
        </section>
      ) : (
        <NotSeen chainName={chainName(place.chain)}>
          <AsOfLine asOf={summary.asOf} labels={summary.known?.labels} />
        </NotSeen>
      )}
    </>
  );
}

/** Address History Search on a chain of accounts: everything the index holds of one address, on one chain. */
export function AccountHistoryScreen() {
  const { chain: anyChain, address } = route.useParams();
  const chain = parseAccountChainId(anyChain);
  const search = route.useSearch();
  const { currency } = useValues();
  useAccountTip(chain);
  const query = useQuery(accountQuery(chain, address, { currency }));
  const place = useMemo(() => createAccountPlace(chain, address, readAccountSearch(search)), [chain, address, search]);
  const { data, error } = query;
  return (
    <HistoryFrame
      chain={chain}
      chainName={chainName(chain)}
      shown={data?.address ?? address}
      query={query}
      onError={AppError.is(error, 'not-found') && <FetchPanel chain={chain} address={address} fetched={[]} />}
    >
      {data && <Loaded place={place} summary={data} />}
    </HistoryFrame>
  );
}
