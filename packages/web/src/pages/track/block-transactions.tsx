import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { type Answer, blockTransactionsQuery } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import type { KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';

type Row = Answer<'listBlockTransactions', 'outputs'>['items'][number];

const PAGE = 25;
const NO_FEE = 'The amount of at least one input is outside what this index holds.';

function createColumns(chain: OutputChainId, height: number): readonly DataColumn<Row>[] {
  const { decimals, symbol } = getChain(chain);
  return [
    { id: 'index', header: 'No.', align: 'right', width: '56px', cell: ({ index }) => formatCount(index) },
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'top-left',
      cell: ({ txid, isCoinbase }) => (
        <>
          <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { height })} />
          {isCoinbase && <span className="tm-flag"> coinbase</span>}
        </>
      ),
    },
    {
      id: 'sides',
      header: 'Inputs, outputs',
      narrow: 'bottom-left',
      cell: ({ inputCount, outputCount }) =>
        `${formatPlural(inputCount, 'input')}, ${formatPlural(outputCount, 'output')}`,
    },
    {
      id: 'out',
      header: `Paid out, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ outputTotal }) => <Amount units={outputTotal} decimals={decimals} symbol={symbol} aligned />,
    },
    {
      id: 'fee',
      header: `Fee, ${symbol}`,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ fee, isCoinbase }) =>
        isCoinbase ? (
          <span className="tm-t3">
            <span className="tm-narrow">fee </span>–
          </span>
        ) : (
          <>
            <span className="tm-narrow">fee </span>
            <Amount units={fee} decimals={decimals} symbol={symbol} reason={NO_FEE} aligned />
          </>
        ),
    },
  ];
}

export interface BlockTransactionsProps {
  readonly chain: OutputChainId;
  readonly block: string;
  readonly height: number;
  readonly total: number;
  readonly knowledge: KnowledgeAsOf;
}

/** Transactions in block order, 25 at a time. */
export function BlockTransactions({ chain, block, height, total, knowledge }: BlockTransactionsProps) {
  const router = useRouter();
  const query = useInfiniteQuery(blockTransactionsQuery(chain, block, PAGE));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(chain, height), [chain, height]);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of transactions" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="transactions of the block">
        <RowBars rows={8} columns={['32px', '150px', '120px', '90px', '80px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  return (
    <section>
      <h2 className="tm-h">Transactions</h2>
      <DataTable
        caption="Transactions in block order"
        columns={columns}
        rows={rows}
        rowId={({ txid }) => txid}
        onOpen={({ txid }) => void router.navigate({ href: transactionUrl(chain, txid, { height }) })}
      />
      <PagedFoot
        query={query}
        shown={rows.length}
        total={Math.max(total, rows.length)}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={knowledge}
      />
    </section>
  );
}
