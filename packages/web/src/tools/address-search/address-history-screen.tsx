import '../../components/tool-page.css';
import './address-search.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OutputAddress } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { lazy, Suspense, useMemo } from 'react';
import { addressQuery } from '../../api.ts';
import { listSummaryVersions } from '../../components/address-knowledge.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { describeBalance } from '../../components/balance-figure.tsx';
import { type TabItem, Tabs } from '../../components/tabs.tsx';
import { formatCount } from '../../format/number.ts';
import { AddressUnspent } from '../../parts/ledger/address-unspent.tsx';
import { FetchPanel } from '../../parts/sources/fetch-panel.tsx';
import { useValues } from '../../prices.ts';
import { ChartBars } from './chart-bars.tsx';
import { CounterpartiesTab } from './counterparties-tab.tsx';
import { HistoryFrame, NotSeen } from './history-frame.tsx';
import { HistoryHead } from './history-head.tsx';
import { createHistoryPlace, type HistoryPlace } from './history-link.ts';
import { KeyList } from './key-list.tsx';
import { LinksTab } from './links-tab.tsx';
import { listRelevantGaps } from './relevant-gaps.ts';
import { HISTORY_TABS, type HistoryTab } from './search.ts';
import { TransactionsTab } from './transactions-tab.tsx';

// The chart library is large, and most visits look at rows only.
const ChartsTab = lazy(() => import('./charts-tab.tsx').then((module) => ({ default: module.ChartsTab })));

const route = getRouteApi('/dashboard/address-search/$chain/$address');

interface PartProps {
  readonly place: HistoryPlace;
  readonly summary: OutputAddress;
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
        <NotSeen chainName={getChain(place.chain).name}>
          <AsOfLine asOf={summary.asOf} {...listSummaryVersions(summary)} />
        </NotSeen>
      )}
    </>
  );
}

/** Address History Search: everything the ledger says about one address. */
export function AddressHistoryScreen() {
  const { chain: anyChain, address } = route.useParams();
  const chain = parseOutputChainId(anyChain);
  const anySearch = route.useSearch();
  const search = useMemo(() => ({ ...anySearch, tab: HISTORY_TABS.find((tab) => tab === anySearch.tab) }), [anySearch]);
  const { currency } = useValues();
  const query = useQuery(addressQuery(chain, address, { currency }));
  const place = useMemo(() => createHistoryPlace(chain, address, search), [chain, address, search]);
  const { data } = query;
  return (
    <HistoryFrame
      chain={chain}
      chainName={getChain(chain).name}
      shown={data?.address ?? address}
      query={query}
      onError={AppError.is(query.error, 'not-found') && <FetchPanel chain={chain} address={address} fetched={[]} />}
    >
      {data && <Loaded place={place} summary={data} />}
    </HistoryFrame>
  );
}
