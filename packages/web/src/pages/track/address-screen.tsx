import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import '../../components/account/account.css';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { lazy, Suspense, useMemo } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FollowLink } from '../../components/follow-link.tsx';
import { countAssets } from '../../components/ledger/address-figures.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { type TabItem, Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { shorten } from '../../format/identifier.ts';
import { isSeen, type LedgerSummary, listSummaryVersions } from '../../format/ledger-summary.ts';
import { formatCount } from '../../format/number.ts';
import { addressQuery, useTip } from '../../ledger-api.ts';
import { AddressHead } from '../../parts/ledger/address-head.tsx';
import { FetchPanel } from '../../parts/sources/fetch-panel.tsx';
import { useValues } from '../../prices.ts';
import type { AddressTab } from '../../search-params.ts';
import { addressSearchUrl, addressUrl, trackUrl } from '../../url.ts';
import { AddressHistory, AddressTransfers } from './address-history.tsx';

// The first view of an address lists its transactions.
const AddressUnspent = lazy(() =>
  import('../../parts/ledger/address-unspent.tsx').then((module) => ({ default: module.AddressUnspent })),
);
const AddressAssets = lazy(() =>
  import('../../parts/ledger/address-assets.tsx').then((module) => ({ default: module.AddressAssets })),
);

const route = getRouteApi('/public/Track/$chain/address/$address');

const LABELS: Readonly<Record<AddressTab, string>> = {
  history: 'Transactions',
  unspent: 'Unspent',
  tokens: 'Token transfers',
  items: 'NFT transfers',
  internal: 'Internal',
  assets: 'Assets',
};

/** Parts that mean something on a chain, in their order. */
function listParts(chain: ChainId): readonly AddressTab[] {
  return traitsOf(chain).hasTokens ? ['history', 'tokens', 'items', 'internal', 'assets'] : ['history', 'unspent'];
}

function listTabs(summary: LedgerSummary): readonly TabItem[] {
  const counts: Partial<Record<AddressTab, number>> = {
    history: summary.totals?.transactionCount ?? 0,
    assets: countAssets(summary),
  };
  return listParts(summary.chain).map((tab) => {
    const count = counts[tab];
    return {
      id: tab,
      label: LABELS[tab],
      ...(count !== undefined && { count: formatCount(count) }),
      href: addressUrl(summary.chain, summary.address, { tab: tab === 'history' ? undefined : tab }),
    };
  });
}

interface PartProps {
  readonly summary: LedgerSummary;
  readonly part: AddressTab;
  readonly order: 'newest' | 'oldest';
}

function Assets({ summary }: Pick<PartProps, 'summary'>) {
  const { chain, address } = summary;
  const links = useMemo(
    () => ({
      linkAsset: (asset: string) => addressSearchUrl({ chain, address }, { tab: 'transfers', asset }),
      linkAddress: (other: string) => addressUrl(chain, other),
      unfoldHref: addressSearchUrl({ chain, address }, { tab: 'assets', folded: '1' }),
    }),
    [chain, address],
  );
  return <AddressAssets summary={summary} {...links} isUnfolded={false} />;
}

function Part({ summary, part, order }: PartProps) {
  if (part === 'history') return <AddressHistory summary={summary} order={order} />;
  if (part === 'tokens' || part === 'items' || part === 'internal')
    return <AddressTransfers key={part} summary={summary} kind={part} />;
  return (
    <Suspense fallback={<RowBars rows={6} columns={['180px', '110px', '90px', '90px']} />}>
      {part === 'unspent' ? <AddressUnspent summary={summary} /> : <Assets summary={summary} />}
    </Suspense>
  );
}

function SummaryBars() {
  return (
    <Skeleton what="totals of the address">
      <Bar width="60%" />
      <div style={{ height: 14 }} />
      <Bar width="100%" height={62} />
      <div style={{ height: 12 }} />
      <FigureBars count={5} />
      <div style={{ height: 56 }} />
      <RowBars rows={8} columns={['140px', '140px', '90px', '40px', '140px', '90px']} />
    </Skeleton>
  );
}

function Loaded({ summary, part, order }: PartProps) {
  return (
    <>
      <AddressHead summary={summary} link={({ chain, address }) => addressUrl(chain, address)} publicOnly />
      {isSeen(summary) ? (
        <section>
          <Tabs label="Parts of the address" current={part} items={listTabs(summary)} />
          <Part summary={summary} part={part} order={order} />
        </section>
      ) : (
        <>
          <Empty>
            It does not occur in the indexed blocks, so there is no figure to show: not a balance of 0, but no data.
          </Empty>
          <div className="tm-foot">
            <AsOfLine asOf={summary.asOf} {...listSummaryVersions(summary)} />
          </div>
        </>
      )}
    </>
  );
}

/** The public page of one address: totals, history, and what else the chain has of it. */
export function AddressScreen() {
  const { chain, address } = route.useParams();
  const { tab, order = 'newest' } = route.useSearch();
  const { currency } = useValues();
  useTip(chain);
  const { data, error, refetch } = useQuery(addressQuery(chain, address, { currency }));
  const shown = data?.address ?? address;
  useDocumentTitle(`Address ${shorten(shown)}`);
  const part = listParts(chain).find((each) => each === tab) ?? 'history';
  const { name, hasTokens } = traitsOf(chain);
  return (
    <div className={`tm-page tm-stack${hasTokens ? ' tm-ofaccounts' : ''}`}>
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: name, href: trackUrl({ chain }) },
          { label: 'Address' },
        ]}
      />
      <SubjectTitle
        value={shown}
        kind="address"
        withQr
        actions={
          <>
            <AddToCase
              of={{ kind: 'address', input: { params: { chain, address: shown } }, what: `the address ${shown}` }}
            />
            <FollowLink chain={chain} start={shown} />
            <AppLink className="tm-btn pri" href={addressSearchUrl({ chain, address: shown })}>
              <IconHistory size={16} stroke={1.5} aria-hidden="true" />
              Open in Address History Search
            </AppLink>
          </>
        }
      />
      {error && <ErrorPanel error={error} what="This address" onRetry={() => void refetch()} />}
      {AppError.is(error, 'not-found') && <FetchPanel chain={chain} address={address} fetched={[]} />}
      {!data && !error && <SummaryBars />}
      {data && <Loaded summary={data} part={part} order={order} />}
    </div>
  );
}
