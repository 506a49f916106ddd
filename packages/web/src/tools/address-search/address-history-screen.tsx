import './address-search.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AddressSummary } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { parseChainId } from '@trailmark/core/chain';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { addressQuery } from '../../api.ts';
import { listSummaryVersions } from '../../components/address-knowledge.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { describeBalance } from '../../components/balance-figure.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { type TabItem, Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount } from '../../format/number.ts';
import { AddressUnspent } from '../../pages/track/address-unspent.tsx';
import { useValues } from '../../prices.ts';
import { addressSearchUrl, addressUrl } from '../../url.ts';
import { ChartBars } from './chart-bars.tsx';
import { CounterpartiesTab } from './counterparties-tab.tsx';
import { HistoryHead } from './history-head.tsx';
import { createHistoryPlace, type HistoryPlace } from './history-link.ts';
import { KeyList } from './key-list.tsx';
import { LinksTab } from './links-tab.tsx';
import { noteRecent } from './recent-subjects.ts';
import { listRelevantGaps } from './relevant-gaps.ts';
import { HISTORY_TABS, type HistoryTab } from './search.ts';
import { TransactionsTab } from './transactions-tab.tsx';

// The chart library is large, and most visits look at rows only.
const ChartsTab = lazy(() => import('./charts-tab.tsx').then((module) => ({ default: module.ChartsTab })));

const route = getRouteApi('/dashboard/address-search/$chain/$address');

interface PartProps {
  readonly place: HistoryPlace;
  readonly summary: AddressSummary;
}

function listTabs({ place: { search, linkTo }, summary }: PartProps): readonly TabItem[] {
  const href = (tab: HistoryTab | undefined) => linkTo({ tab, prove: undefined });
  return [
    {
      id: 'transactions',
      label: 'Transactions',
      count: formatCount(summary.totals.transactionCount),
      href: href(undefined),
    },
    { id: 'counterparties', label: 'Counterparties', href: href('counterparties') },
    { id: 'unspent', label: 'Unspent outputs', href: href('unspent') },
    { id: 'charts', label: 'Charts', href: href('charts') },
    { id: 'links', label: 'Links', href: href('links') },
    ...(search.key === undefined ? [] : [{ id: 'keys', label: 'Keys', href: href('keys') }]),
  ];
}

function OpenTab({ place, summary }: PartProps) {
  const { chain, search } = place;
  const tab = search.tab ?? 'transactions';
  const knowledge = listSummaryVersions(summary);
  if (tab === 'counterparties') return <CounterpartiesTab place={place} knowledge={knowledge} />;
  if (tab === 'unspent') return <AddressUnspent chain={chain} address={summary.address} knowledge={knowledge} />;
  if (tab === 'charts') {
    const gaps = listRelevantGaps(summary.coverage.gaps, summary.totals);
    return (
      <Suspense fallback={<ChartBars />}>
        <ChartsTab
          place={place}
          balanceReason={describeBalance(summary)}
          hasEstimatedTimes={gaps.some(({ kind }) => kind === 'time-estimated')}
          knowledge={knowledge}
        />
      </Suspense>
    );
  }
  if (tab === 'links') return <LinksTab place={place} knowledge={knowledge} />;
  if (tab === 'keys' && search.key !== undefined) return <KeyList chain={chain} keyText={search.key} />;
  return <TransactionsTab place={place} summary={summary} />;
}

function NotSeen({ place, summary }: PartProps) {
  const { name } = getChain(place.chain);
  return (
    <>
      <Empty
        action={
          <AppLink className="tm-btn sm" href={addressSearchUrl()}>
            Search another
          </AppLink>
        }
      >
        This is a valid {name} address. It does not occur in what this index holds, so there is no figure to show: not a
        balance of 0, but no data.
      </Empty>
      <div className="tm-foot">
        <AsOfLine asOf={summary.asOf} {...listSummaryVersions(summary)} />
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
      <RowBars rows={10} columns={['150px', '150px', '40px', '150px', '90px', '90px']} />
    </Skeleton>
  );
}

function Loaded({ place, summary }: PartProps) {
  const isSeen = summary.status === 'seen' || (summary.unconfirmed?.transactionCount ?? 0) > 0;
  return (
    <>
      <HistoryHead summary={summary} />
      {isSeen ? (
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

/** Address History Search: everything the ledger says about one address. */
export function AddressHistoryScreen() {
  const { chain: anyChain, address } = route.useParams();
  const chain = parseChainId(anyChain);
  const anySearch = route.useSearch();
  const search = useMemo(() => ({ ...anySearch, tab: HISTORY_TABS.find((tab) => tab === anySearch.tab) }), [anySearch]);
  const { currency } = useValues();
  const { data, error, refetch } = useQuery(addressQuery(chain, address, { currency }));
  const place = useMemo(() => createHistoryPlace(chain, address, search), [chain, address, search]);
  const shown = data?.address ?? address;
  useDocumentTitle(`${shorten(shown)} · Address History Search`);
  useEffect(() => {
    if (data) noteRecent({ chain, address: data.address });
  }, [chain, data]);
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs
        items={[
          { label: 'Address History Search', href: addressSearchUrl() },
          { label: getChain(chain).name },
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
      {!data && !error && <HeadBars />}
      {data && <Loaded place={place} summary={data} />}
    </div>
  );
}
