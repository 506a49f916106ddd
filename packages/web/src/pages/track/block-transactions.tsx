import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { type BlockTransactionRow, blockTransactionsQuery, type LedgerBlock } from '../../block-api.ts';
import { StatusWord } from '../../components/account/account-status.tsx';
import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { MethodName } from '../../components/account/method-name.tsx';
import { Amount } from '../../components/amount.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { AddressLabel, LabelScope } from '../../components/label-scope.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { describeNoRecipient, formatHash, NO_CALL } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { coinOf } from '../../format/coin-of.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { useLabels } from '../../labels.ts';
import { addressUrl, transactionUrl } from '../../url.ts';

type Column = DataColumn<BlockTransactionRow>;
type OutputRow = Extract<BlockTransactionRow, { readonly family: 'outputs' }>;
type AccountRow = Extract<BlockTransactionRow, { readonly family: 'accounts' }>;

const PAGE = 25;
const NO_FEE = {
  outputs: 'The amount of at least one input is not indexed.',
  accounts: 'The source does not carry fees.',
} as const;

const onOutputs = (cell: (row: OutputRow) => React.ReactNode) => (row: BlockTransactionRow) =>
  row.family === 'outputs' ? cell(row) : null;
const onAccounts = (cell: (row: AccountRow) => React.ReactNode) => (row: BlockTransactionRow) =>
  row.family === 'accounts' ? cell(row) : null;

function Party({ chain, address, none }: { chain: ChainId; address: string | null; none: string }) {
  if (address === null) return <span className="tm-t3">{none}</span>;
  return (
    <>
      <Hash value={address} kind="address" href={addressUrl(chain, address)} />
      <AddressLabel address={address} />
    </>
  );
}

/** Both sides counted, and what all outputs come to. */
function listOutputColumns(chain: ChainId): readonly Column[] {
  const { decimals, symbol } = traitsOf(chain);
  return [
    {
      id: 'sides',
      header: 'Inputs, outputs',
      narrow: 'bottom-left',
      cell: onOutputs(
        ({ inputCount, outputCount }) => `${formatPlural(inputCount, 'input')}, ${formatPlural(outputCount, 'output')}`,
      ),
    },
    {
      id: 'out',
      header: `Paid out, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: onOutputs(({ outputTotal }) => <Amount units={outputTotal} decimals={decimals} symbol={symbol} aligned />),
    },
    {
      id: 'fee',
      header: `Fee, ${symbol}`,
      align: 'right',
      narrow: 'bottom-right',
      cell: onOutputs(({ fee, isCoinbase }) => (
        <>
          <span className="tm-narrow">fee </span>
          {isCoinbase ? (
            <span className="tm-t3">–</span>
          ) : (
            <Amount units={fee} decimals={decimals} symbol={symbol} reason={NO_FEE.outputs} aligned />
          )}
        </>
      )),
    },
  ];
}

/** The call: what was called, by whom and of whom, and what it moved. */
function listAccountColumns(chain: ChainId): readonly Column[] {
  const coin = coinOf(chain);
  return [
    {
      id: 'method',
      header: 'Method',
      isMinor: true,
      cell: onAccounts(({ method, value }) => <MethodName method={method} isHeld={value !== null} />),
    },
    {
      id: 'from',
      header: 'From',
      narrow: 'bottom-left',
      cell: onAccounts(({ from }) => <Party chain={chain} address={from} none="not known" />),
    },
    {
      id: 'to',
      header: 'To',
      narrow: 'bottom-right',
      cell: onAccounts((row) => (
        <Party chain={chain} address={row.to ?? row.created} none={describeNoRecipient(chain, row)} />
      )),
    },
    {
      id: 'moves',
      header: 'Moves',
      align: 'right',
      isMinor: true,
      cell: onAccounts(({ moveCount }) => formatCount(moveCount)),
    },
    {
      id: 'value',
      header: `Value, ${coin.symbol ?? ''}`,
      align: 'right',
      narrow: 'top-right',
      cell: onAccounts(({ value }) => <AssetAmount asset={coin} units={value} reason={NO_CALL} bare />),
    },
    {
      id: 'fee',
      header: `Fee, ${coin.symbol ?? ''}`,
      align: 'right',
      isMinor: true,
      cell: onAccounts(({ fee }) => <AssetAmount asset={coin} units={fee} reason={NO_FEE.accounts} bare />),
    },
  ];
}

/** In a block a txid that was mined twice is distinguished by the height. */
function rowUrl(chain: ChainId, height: number, { hash }: BlockTransactionRow): string {
  return transactionUrl(chain, hash, traitsOf(chain).hasOutputs ? { height } : {});
}

function createColumns(chain: ChainId, height: number): readonly Column[] {
  return [
    {
      id: 'index',
      header: 'No.',
      align: 'right',
      width: '56px',
      cell: (row) => (row.family === 'accounts' && row.indexEstimated ? '–' : formatCount(row.index)),
    },
    {
      id: 'hash',
      header: 'Transaction',
      narrow: 'top-left',
      cell: (row) => (
        <span className="tm-hashcell">
          <Hash value={formatHash(chain, row.hash)} kind="transaction" href={rowUrl(chain, height, row)} />
          {row.family === 'outputs' ? (
            row.isCoinbase && <span className="tm-flag"> coinbase</span>
          ) : (
            <>
              {' '}
              <StatusWord status={row.status} finality="final" />
            </>
          )}
        </span>
      ),
    },
    ...(traitsOf(chain).hasOutputs ? listOutputColumns(chain) : listAccountColumns(chain)),
  ];
}

function listParties(rows: readonly BlockTransactionRow[]): readonly string[] {
  return rows.flatMap((row) => (row.family === 'accounts' ? [row.from, row.to] : [])).filter((each) => each !== null);
}

export interface BlockTransactionsProps {
  readonly chain: ChainId;
  readonly answer: LedgerBlock;
}

/** Transactions in block order, 25 at a time. */
export function BlockTransactions({ chain, answer: { block, ...answer } }: BlockTransactionsProps) {
  const router = useRouter();
  const { height, hash, transactionCount } = block;
  const query = useInfiniteQuery(blockTransactionsQuery(chain, hash ?? String(height), PAGE));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(chain, height), [chain, height]);
  const shown = useMemo(() => listParties(rows), [rows]);
  const labels = useLabels(chain, shown, { publicOnly: true });
  const miner = answer.family === 'outputs' && 'miner' in block ? block.miner : null;
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
      {rows.length === 0 ? (
        <p className="tm-t2">No transaction of this block is indexed.</p>
      ) : (
        <LookAlikeScope values={shown}>
          <LabelScope labels={labels}>
            <DataTable
              caption="Transactions in block order"
              columns={columns}
              rows={rows}
              rowId={(row) => row.hash}
              onOpen={(row) => void router.navigate({ href: rowUrl(chain, height, row) })}
            />
          </LabelScope>
        </LookAlikeScope>
      )}
      <PagedFoot
        query={query}
        shown={rows.length}
        total={Math.max(transactionCount, rows.length)}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ labels: miner?.labels }}
      />
    </section>
  );
}
