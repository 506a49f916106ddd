import '../address-search.css';
import '../../../theme/account.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { parseAccountChainId } from '@trailmark/core/account-chain';
import { AppError } from '@trailmark/core/errors';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { accountQuery, useAccountTip } from '../../../account-api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FetchPanel } from '../../../components/fetch-panel.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { SubjectTitle } from '../../../components/subject-title.tsx';
import { type TabItem, Tabs } from '../../../components/tabs.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatCount } from '../../../format/number.ts';
import { useValues } from '../../../prices.ts';
import { addressSearchUrl, addressUrl } from '../../../url.ts';
import { ChartBars } from '../chart-bars.tsx';
import { noteRecent } from '../recent-subjects.ts';
import { AccountAssetsTab } from './account-assets-tab.tsx';
import { AccountCounterpartiesTab } from './account-counterparties-tab.tsx';
import { countAssets } from './account-figures.tsx';
import { AccountHead } from './account-head.tsx';
import { AccountLinksTab } from './account-links-tab.tsx';
import { createAccountPlace } from './account-place.ts';
import { type AccountTabProps, AccountTransactionsTab } from './account-transactions-tab.tsx';
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

function NotSeen({ place, summary }: AccountTabProps) {
  return (
    <>
      <Empty
        action={
          <AppLink className="tm-btn sm" href={addressSearchUrl()}>
            Search another
          </AppLink>
        }
      >
        This is a valid {chainName(place.chain)} address. It does not occur in what this index holds, so there is no
        figure to show: not a balance of 0, but no data.
      </Empty>
      <div className="tm-foot">
        <AsOfLine asOf={summary.asOf} labels={summary.known?.labels} />
      </div>
    </>
  );
}

function HeadBars() {
  return (
    <Skeleton what="history of the address">
      <Bar width="46%" />
      <div style={{ height: 18 }} />
      <Bar width="100%" height={42} />
      <div style={{ height: 12 }} />
      <FigureBars count={5} />
      <div style={{ height: 56 }} />
      <RowBars rows={10} columns={['150px', '150px', '90px', '40px', '150px', '110px']} />
    </Skeleton>
  );
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
        <NotSeen place={place} summary={summary} />
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
  const { data, error, refetch } = useQuery(accountQuery(chain, address, { currency }));
  const shown = data?.address ?? address;
  const place = useMemo(() => createAccountPlace(chain, address, readAccountSearch(search)), [chain, address, search]);
  useDocumentTitle(`${shorten(shown)} · Address History Search`);
  useEffect(() => {
    if (data) noteRecent({ chain, address: data.address });
  }, [chain, data]);
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs
        items={[
          { label: 'Address History Search', href: addressSearchUrl() },
          { label: chainName(chain) },
          { label: <span className="tm-mono">{shorten(shown)}</span> },
        ]}
      />
      <SubjectTitle
        value={shown}
        kind="address"
        withQr={data !== undefined}
        actions={
          data && (
            <AppLink className="tm-btn" href={addressUrl(chain, shown)}>
              Open in explorer
            </AppLink>
          )
        }
      />
      {error && <ErrorPanel error={error} what="This address" onRetry={() => void refetch()} />}
      {AppError.is(error, 'not-found') && <FetchPanel chain={chain} address={address} fetched={[]} />}
      {!data && !error && <HeadBars />}
      {data && <Loaded place={place} summary={data} />}
    </div>
  );
}
