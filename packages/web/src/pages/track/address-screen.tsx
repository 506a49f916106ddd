import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OutputAddress } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { useAddressKnowledge } from '../../address-knowledge.ts';
import { addressQuery } from '../../api.ts';
import { listAddressKnowledge, listSummaryVersions } from '../../components/address-knowledge.tsx';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { createBalanceFigure } from '../../components/balance-figure.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { FollowLink } from '../../components/follow-link.tsx';
import { type KeyFigure, KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { describeAddress } from '../../format/words.ts';
import { AddressUnspent } from '../../parts/ledger/address-unspent.tsx';
import { FetchPanel } from '../../parts/sources/fetch-panel.tsx';
import { useValues, type ValueSettings } from '../../prices.ts';
import type { AddressTab } from '../../search-params.ts';
import { addressSearchUrl, addressUrl, trackUrl } from '../../url.ts';
import { AddressHistory } from './address-history.tsx';

const route = getRouteApi('/public/Track/$chain/address/$address');

const NEVER = 'The address occurs in no block that this index holds.';

function listFigures(summary: OutputAddress, values: ValueSettings): readonly KeyFigure[] {
  const { chain, totals, coverage, status } = summary;
  const { decimals, symbol } = getChain(chain);
  const scope = coverage.complete ? 'in the whole history' : 'in the heights held';
  return [
    createBalanceFigure(summary, values),
    {
      label: 'Received',
      value: <Amount units={totals.received} decimals={decimals} symbol={symbol} />,
      note: `${formatPlural(totals.receiveCount, 'output')} ${scope}`,
    },
    {
      label: 'Sent',
      value: <Amount units={totals.sent} decimals={decimals} symbol={symbol} />,
      note: `${formatPlural(totals.spendCount, 'input')} ${scope}`,
    },
    {
      label: 'First, last seen',
      value:
        status === 'seen' ? (
          <Time seconds={totals.firstTime} isEstimated={totals.firstTimeEstimated} />
        ) : (
          <Missing reason={NEVER}>not in a block</Missing>
        ),
      note:
        status === 'seen' ? (
          <Time seconds={totals.lastTime} isEstimated={totals.lastTimeEstimated} />
        ) : (
          'unconfirmed only'
        ),
      small: true,
    },
    { label: 'Transactions', value: formatCount(totals.transactionCount), note: scope },
  ];
}

function isSeen({ status, unconfirmed }: OutputAddress): boolean {
  return status === 'seen' || (unconfirmed?.transactionCount ?? 0) > 0;
}

function Unconfirmed({ summary }: { readonly summary: OutputAddress }) {
  const { unconfirmed, chain } = summary;
  if (!unconfirmed || unconfirmed.transactionCount === 0) return null;
  const { decimals, symbol } = getChain(chain);
  return (
    <p className="tm-note">
      Not in these figures: {formatPlural(unconfirmed.transactionCount, 'unconfirmed transaction')} known to this
      server’s node, receiving <Amount units={unconfirmed.received} decimals={decimals} symbol={symbol} />, sending{' '}
      <Amount units={unconfirmed.sent} decimals={decimals} symbol={symbol} />.
    </p>
  );
}

function Aliases({ aliases }: Pick<OutputAddress, 'aliases'>) {
  if (aliases.length === 0) return null;
  return (
    <dl className="tm-aliases">
      {aliases.map(({ form, text }) => (
        <div key={form + text}>
          <dt>{form === 'p2pk' ? 'Bare key' : form}</dt>
          <dd className={text.includes(' ') ? undefined : 'tm-id whole'}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Summary({ summary }: { readonly summary: OutputAddress }) {
  const knowledge = useAddressKnowledge(summary.chain, summary.address, { publicOnly: true });
  const values = useValues();
  return (
    <>
      <Statements items={[{ kind: 'fact', text: describeAddress(summary) }, ...listAddressKnowledge(knowledge)]} />
      <Aliases aliases={summary.aliases} />
      <CoverageBanner
        coverage={summary.coverage}
        action={
          <AppLink className="tm-btn sm" href={trackUrl({ chain: summary.chain })}>
            What is held
          </AppLink>
        }
      />
      {!summary.coverage.complete && (
        <FetchPanel chain={summary.chain} address={summary.address} fetched={summary.fetched} />
      )}
      {isSeen(summary) && <KeyFigures figures={listFigures(summary, values)} />}
      <Unconfirmed summary={summary} />
    </>
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
      <RowBars rows={8} columns={['140px', '140px', '40px', '140px', '90px']} />
    </Skeleton>
  );
}

interface PartsProps {
  readonly summary: OutputAddress;
  readonly tab: AddressTab;
  readonly order: 'newest' | 'oldest';
}

function Parts({ summary, tab, order }: PartsProps) {
  const { chain, address, totals } = summary;
  const knowledge = listSummaryVersions(summary);
  return (
    <>
      <Tabs
        label="Parts of the address"
        current={tab}
        items={[
          {
            id: 'history',
            label: 'Transactions',
            count: formatCount(totals.transactionCount),
            href: addressUrl(chain, address),
          },
          { id: 'unspent', label: 'Unspent', href: addressUrl(chain, address, { tab: 'unspent' }) },
        ]}
      />
      {tab === 'history' ? (
        <AddressHistory
          chain={chain}
          address={address}
          order={order}
          total={totals.transactionCount}
          knowledge={knowledge}
        />
      ) : (
        <AddressUnspent chain={chain} address={address} knowledge={knowledge} />
      )}
    </>
  );
}

/** The public page of one address: totals, history, unspent outputs. */
export function AddressScreen() {
  const { chain: anyChain, address } = route.useParams();
  const chain = parseOutputChainId(anyChain);
  const { tab, order = 'newest' } = route.useSearch();
  const { currency } = useValues();
  const { data, error, refetch } = useQuery(addressQuery(chain, address, { currency }));
  const shownAddress = data?.address ?? address;
  useDocumentTitle(`Address ${shorten(shownAddress)}`);
  const { name } = getChain(chain);
  return (
    <div className="tm-page tm-stack">
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: name, href: trackUrl({ chain }) },
          { label: 'Address' },
        ]}
      />
      <SubjectTitle
        value={shownAddress}
        kind="address"
        withQr
        actions={
          <>
            <FollowLink chain={chain} start={shownAddress} />
            <AppLink className="tm-btn pri" href={addressSearchUrl({ chain, address: shownAddress })}>
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
          {isSeen(data) ? (
            <Parts summary={data} tab={tab === 'unspent' ? tab : 'history'} order={order} />
          ) : (
            <>
              <Empty>
                It does not occur in what this index holds, so there is no figure to show: not a balance of 0, but no
                data.
              </Empty>
              <div className="tm-foot">
                <AsOfLine asOf={data.asOf} {...listSummaryVersions(data)} />
              </div>
            </>
          )}
        </>
      )}
    </div>
  );
}
