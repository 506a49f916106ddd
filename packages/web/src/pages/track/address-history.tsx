import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { addressTransactionsQuery } from '../../api.ts';
import { AsOfLine, type KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { CurrencyLine } from '../../components/currency-select.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LookAlikeScope } from '../../components/hash.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useLabels } from '../../labels.ts';
import { useValues } from '../../prices.ts';
import { transactionUrl } from '../../url.ts';
import { createHistoryColumns } from './history-columns.tsx';

const PAGE = 25;

export interface AddressHistoryProps {
  readonly chain: OutputChainId;
  readonly address: string;
  readonly order: 'newest' | 'oldest';
  readonly total: number;
  readonly knowledge: KnowledgeAsOf;
}

/** The history of an address, 25 rows at a time. */
export function AddressHistory({ chain, address, order, total, knowledge }: AddressHistoryProps) {
  const router = useRouter();
  const values = useValues();
  const { currency } = values;
  const query = useInfiniteQuery(addressTransactionsQuery(chain, address, { order, limit: PAGE, currency }));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createHistoryColumns(chain, address, order, values), [chain, address, order, values]);
  const identifiers = useMemo(
    () => [address, ...rows.flatMap((row) => row.counterparties.map((party) => party.address))],
    [address, rows],
  );
  const labels = useLabels(chain, identifiers, { publicOnly: true });
  if (query.error && rows.length === 0) {
    return <ErrorPanel error={query.error} what="The history" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Skeleton what="history">
        <RowBars rows={8} columns={['140px', '140px', '40px', '140px', '90px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>
        No transaction with this address is in the heights held. That does not show that there is none.
      </Empty>
    );
  return (
    <LookAlikeScope values={identifiers}>
      <LabelScope labels={labels}>
        <CurrencyLine values={values} />
        <DataTable
          caption={`Transactions of ${address}`}
          columns={columns}
          rows={rows}
          rowId={({ txid, height }) => `${txid}:${height}`}
          onOpen={({ txid, height }) =>
            void router.navigate({ href: transactionUrl(chain, txid, { height: height ?? undefined }) })
          }
          isUpdating={query.isPlaceholderData}
        />
        <PagedFoot
          query={query}
          shown={rows.length}
          total={Math.max(total, rows.length)}
          pageSize={PAGE}
          asOf={last?.asOf}
          knowledge={{ ...knowledge, prices: last?.prices }}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}
