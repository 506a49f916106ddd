import '../../../components/account/account.css';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { parseAccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { lazy, Suspense } from 'react';
import { type AccountSummary, accountQuery, useAccountTip } from '../../../account-api.ts';
import { countAssets, listAccountFigures } from '../../../components/account/account-figures.tsx';
import { AccountHeadNotes } from '../../../components/account/account-head-notes.tsx';
import { listAddressKnowledge } from '../../../components/address-knowledge.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { CoverageBanner } from '../../../components/coverage-banner.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Statements } from '../../../components/evidence-mark.tsx';
import { FollowLink } from '../../../components/follow-link.tsx';
import { KeyFigures } from '../../../components/key-figures.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { SubjectTitle } from '../../../components/subject-title.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatCount } from '../../../format/number.ts';
import { useLabels } from '../../../labels.ts';
import { FetchPanel } from '../../../parts/sources/fetch-panel.tsx';
import { useValues } from '../../../prices.ts';
import type { AddressTab } from '../../../search-params.ts';
import { addressSearchUrl, addressUrl, trackUrl } from '../../../url.ts';
import { AccountHistory } from './account-history.tsx';

const AccountAssets = lazy(() => import('./account-assets.tsx').then((module) => ({ default: module.AccountAssets })));

const route = getRouteApi('/public/Track/$chain/address/$address');

function Summary({ summary }: { readonly summary: AccountSummary }) {
  const { chain, address } = summary;
  const values = useValues();
  const { byAddress } = useLabels(chain, [address], { publicOnly: true });
  return (
    <>
      <Statements
        items={[
          {
            kind: 'fact',
            text: (
              <AccountHeadNotes
                summary={summary}
                linkAddress={(other) => addressUrl(chain, other)}
                link={(target) => addressUrl(target.chain, target.address)}
              />
            ),
          },
          ...listAddressKnowledge({ chain, labels: byAddress.get(address), clusters: undefined }),
        ]}
      />
      <CoverageBanner
        coverage={summary.coverage}
        action={
          <AppLink className="tm-btn sm" href={trackUrl({ chain })}>
            What is held
          </AppLink>
        }
      />
      {!summary.coverage.complete && <FetchPanel chain={chain} address={address} fetched={summary.fetched} />}
      {summary.status === 'seen' && <KeyFigures figures={listAccountFigures(summary, values)} />}
    </>
  );
}

interface PartsProps {
  readonly summary: AccountSummary;
  readonly tab: AddressTab;
  readonly order: 'newest' | 'oldest';
}

function Parts({ summary, tab, order }: PartsProps) {
  const { chain, address, totals } = summary;
  const current = tab === 'unspent' ? 'history' : tab;
  const href = (to?: AddressTab) => addressUrl(chain, address, { tab: to });
  return (
    <section>
      <Tabs
        label="Parts of the address"
        current={current}
        items={[
          { id: 'history', label: 'Transactions', count: formatCount(totals?.transactionCount ?? 0), href: href() },
          { id: 'tokens', label: 'Token transfers', href: href('tokens') },
          { id: 'internal', label: 'Internal', href: href('internal') },
          { id: 'assets', label: 'Assets', count: formatCount(countAssets(summary)), href: href('assets') },
        ]}
      />
      {current === 'assets' ? (
        <Suspense fallback={<RowBars rows={6} columns={['180px', '110px', '90px', '90px']} />}>
          <AccountAssets summary={summary} />
        </Suspense>
      ) : (
        <AccountHistory key={current} summary={summary} part={current} order={order} />
      )}
    </section>
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

/** The public page of an address of an account chain: totals, transactions, token and internal transfers, assets. */
export function AccountAddressScreen() {
  const { chain: anyChain, address } = route.useParams();
  const chain = parseAccountChainId(anyChain);
  const { tab = 'history', order = 'newest' } = route.useSearch();
  const { currency } = useValues();
  useAccountTip(chain);
  const { data, error, refetch } = useQuery(accountQuery(chain, address, { currency }));
  const shown = data?.address ?? address;
  useDocumentTitle(`Address ${shorten(shown)}`);
  return (
    <div className="tm-page tm-stack tm-ofaccounts">
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: chainName(chain), href: trackUrl({ chain }) },
          { label: 'Address' },
        ]}
      />
      <SubjectTitle
        value={shown}
        kind="address"
        withQr
        actions={
          <>
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
      {data && (
        <>
          <Summary summary={data} />
          {data.status === 'seen' ? (
            <Parts summary={data} tab={tab} order={order} />
          ) : (
            <>
              <Empty>
                It does not occur in what this index holds, so there is no figure to show: not a balance of 0, but no
                data.
              </Empty>
              <div className="tm-foot">
                <AsOfLine asOf={data.asOf} labels={data.known?.labels} />
              </div>
            </>
          )}
        </>
      )}
    </div>
  );
}
