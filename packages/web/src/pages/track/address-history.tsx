import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot, type PagedFootProps } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { countRows, type LedgerSummary, listSummaryVersions } from '../../format/ledger-summary.ts';
import { historyQuery, transfersQuery } from '../../ledger-api.ts';
import { HistoryTable } from '../../parts/ledger/history-table.tsx';
import { useValues } from '../../prices.ts';
import { addressSearchUrl, addressUrl } from '../../url.ts';

// The first view of an address lists its transactions.
const TransferTable = lazy(() =>
  import('../../parts/ledger/transfer-table.tsx').then((module) => ({ default: module.TransferTable })),
);

const PAGE = 25;

export interface AddressHistoryProps {
  readonly summary: LedgerSummary;
  readonly order: 'newest' | 'oldest';
}

function Bars() {
  return (
    <Skeleton what="history">
      <RowBars rows={8} columns={['140px', '140px', '90px', '40px', '140px', '90px']} />
    </Skeleton>
  );
}

interface StateProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly what: string;
}

/** Before there is a row: still loading, or failed. */
function Waiting({ query, what }: StateProps) {
  if (query.error) return <ErrorPanel error={query.error} what={what} onRetry={() => void query.refetch()} />;
  return <Bars />;
}

type FootProps = Pick<PagedFootProps, 'query' | 'shown' | 'total' | 'asOf' | 'knowledge'>;
const Foot = (props: FootProps) => <PagedFoot {...props} pageSize={PAGE} />;

/** The history of an address, 25 transactions at a time. */
export function AddressHistory({ summary, order }: AddressHistoryProps) {
  const { chain, address } = summary;
  const values = useValues();
  const query = useInfiniteQuery(historyQuery(chain, address, { order, limit: PAGE, currency: values.currency }));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const linkAddress = useCallback((other: string) => addressUrl(chain, other), [chain]);
  if (!query.data) return <Waiting query={query} what="The history" />;
  const last = query.data.pages.at(-1);
  const knowledge = { ...listSummaryVersions(summary), prices: last?.prices };
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>
        No transaction with this address is in the indexed blocks. That does not show that there is none.
      </Empty>
    );
  const { hasTokens } = traitsOf(chain);
  return (
    <>
      <HistoryTable
        summary={summary}
        rows={rows}
        order={order}
        orderHref={addressUrl(chain, address, { order: order === 'newest' ? 'oldest' : undefined })}
        values={values}
        linkAddress={linkAddress}
        hasFees={hasTokens && rows.some(({ paysFee, fee }) => paysFee && fee !== null)}
        hasRunning={!hasTokens}
        unfoldHref={addressSearchUrl({ chain, address }, { folded: '1' })}
        // Noise unfolds in the tool; dust is not folded here.
        isUnfolded={!hasTokens}
        isUpdating={query.isPlaceholderData}
        publicOnly
      />
      <Foot
        query={query}
        shown={rows.length}
        total={Math.max(countRows(summary), rows.length)}
        asOf={last?.asOf}
        knowledge={knowledge}
      />
    </>
  );
}

const KIND_WORDS = { tokens: 'token', items: 'NFT', internal: 'internal' } as const;

/** Single transfers of an address: addresses open in the explorer, folded rows in the tool that unfolds them. */
export function AddressTransfers({
  summary,
  kind,
}: {
  readonly summary: LedgerSummary;
  readonly kind: keyof typeof KIND_WORDS;
}) {
  const { chain, address } = summary;
  const values = useValues();
  const query = useInfiniteQuery(
    transfersQuery(chain, address, { kind, order: 'newest', limit: PAGE, currency: values.currency }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const place = useMemo(
    () => ({
      chain,
      address,
      search: {},
      linkTo: (patch: object) => addressSearchUrl({ chain, address }, { tab: 'transfers', ...patch }),
      linkAddress: (other: string) => addressUrl(chain, other),
    }),
    [chain, address],
  );
  if (!query.data) return <Waiting query={query} what={`The ${KIND_WORDS[kind]} transfers`} />;
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} />}>
        No {KIND_WORDS[kind]} transfer of this address is in the indexed blocks. Where a source does not carry them,
        that is a gap and not a zero.
      </Empty>
    );
  return (
    <>
      <Suspense fallback={<Bars />}>
        <TransferTable
          place={place}
          caption={`Transfers of ${address}. Enter opens the transaction.`}
          rows={rows}
          values={values}
          order={undefined}
          isUpdating={query.isPlaceholderData}
          publicOnly
        />
      </Suspense>
      <Foot query={query} shown={rows.length} asOf={last?.asOf} knowledge={{ prices: last?.prices }} />
    </>
  );
}
