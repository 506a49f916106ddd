import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { lazy, Suspense, useMemo } from 'react';
import { type AccountSummary, accountMovesQuery, accountTransactionsQuery } from '../../../account-api.ts';
import { accountRowKey, createAccountColumns } from '../../../components/account/account-columns.tsx';
import { foldNoise } from '../../../components/account/fold-noise.ts';
import { NoiseRow } from '../../../components/account/noise-row.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { CurrencyLine } from '../../../components/currency-select.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LookAlikeScope } from '../../../components/hash.tsx';
import { LabelScope } from '../../../components/label-scope.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useLabels } from '../../../labels.ts';
import { useValues, type ValueSettings } from '../../../prices.ts';
import { addressSearchUrl, addressUrl, blockUrl, transactionUrl } from '../../../url.ts';

// The first view of an address lists its transactions.
const ExplorerMoves = lazy(() => import('./explorer-moves.tsx').then((module) => ({ default: module.ExplorerMoves })));

const PAGE = 25;

export type HistoryPart = 'history' | 'tokens' | 'internal';

export interface AccountHistoryProps {
  readonly summary: AccountSummary;
  readonly part: HistoryPart;
  readonly order: 'newest' | 'oldest';
}

function Bars() {
  return (
    <Skeleton what="history">
      <RowBars rows={8} columns={['140px', '140px', '90px', '40px', '140px', '90px']} />
    </Skeleton>
  );
}

interface RowsProps extends Omit<AccountHistoryProps, 'part'> {
  readonly rows: readonly AccountHistoryRow[];
  readonly values: ValueSettings;
  readonly isUpdating: boolean;
}

function Rows({ summary: { chain, address }, order, rows, values, isUpdating }: RowsProps) {
  const router = useRouter();
  const items = useMemo(() => foldNoise(rows, accountRowKey, false), [rows]);
  const hasFees = rows.some(({ paysFee, fee }) => paysFee && fee !== null);
  const columns = useMemo(
    () =>
      createAccountColumns({
        chain,
        order,
        orderHref: addressUrl(chain, address, { order: order === 'newest' ? 'oldest' : undefined }),
        values,
        linkAddress: (other) => addressUrl(chain, other),
        hasFees,
      }),
    [chain, address, order, values, hasFees],
  );
  const shown = useMemo(
    () => [address, ...rows.flatMap((row) => row.counterparties.map((party) => party.address))],
    [address, rows],
  );
  const labels = useLabels(chain, shown, { publicOnly: true });
  const unfolded = addressSearchUrl({ chain, address }, { folded: '1' });
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
        <CurrencyLine values={values} />
        <DataTable
          caption={`Transactions of ${address}. Enter opens one.`}
          columns={columns}
          rows={items}
          rowId={({ id }) => id}
          onOpen={(item) => {
            if (item.kind !== 'row') return;
            const { hash, height } = item.row;
            void router.navigate({ href: hash === null ? blockUrl(chain, height) : transactionUrl(chain, hash) });
          }}
          fullRow={(item) =>
            item.kind === 'fold' ? <NoiseRow fold={item} noun="transaction" showHref={unfolded} /> : null
          }
          isUpdating={isUpdating}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}

function Transactions({ summary, order }: Omit<AccountHistoryProps, 'part'>) {
  const { chain, address, totals } = summary;
  const values = useValues();
  const query = useInfiniteQuery(
    accountTransactionsQuery(chain, address, { order, limit: PAGE, currency: values.currency }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The history" onRetry={() => void query.refetch()} />;
  if (!query.data) return <Bars />;
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} />}>
        No transaction with this address is in the heights held. That does not show that there is none.
      </Empty>
    );
  return (
    <>
      <Rows summary={summary} order={order} rows={rows} values={values} isUpdating={query.isPlaceholderData} />
      <PagedFoot
        query={query}
        shown={rows.length}
        total={Math.max(totals?.transactionCount ?? 0, rows.length)}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ labels: summary.known?.labels, prices: last?.prices }}
      />
    </>
  );
}

function Moves({ summary, kind }: { readonly summary: AccountSummary; readonly kind: 'token' | 'internal' }) {
  const { chain, address } = summary;
  const values = useValues();
  const query = useInfiniteQuery(
    accountMovesQuery(chain, address, { kind, order: 'newest', limit: PAGE, currency: values.currency }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const name = kind === 'token' ? 'token' : 'internal';
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what={`The ${name} transfers`} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Bars />;
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} />}>
        No {name} transfer of this address is in the heights held. Where a source does not carry them, that is a gap and
        not a zero.
      </Empty>
    );
  return (
    <>
      <Suspense fallback={<Bars />}>
        <ExplorerMoves
          chain={chain}
          address={address}
          rows={rows}
          values={values}
          isUpdating={query.isPlaceholderData}
        />
      </Suspense>
      <PagedFoot
        query={query}
        shown={rows.length}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ prices: last?.prices }}
      />
    </>
  );
}

/** The history of an address, 25 rows at a time: base transactions, or its token or internal transfers one by one. */
export function AccountHistory({ summary, part, order }: AccountHistoryProps) {
  if (part === 'history') return <Transactions summary={summary} order={order} />;
  return <Moves summary={summary} kind={part === 'tokens' ? 'token' : 'internal'} />;
}
