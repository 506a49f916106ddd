import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { AccountChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../../api.ts';
import { StatusWord } from '../../../components/account/account-status.tsx';
import { AssetAmount } from '../../../components/account/asset-amount.tsx';
import { coinOf } from '../../../components/account/coin-of.ts';
import { MethodName } from '../../../components/account/method-name.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Hash, LookAlikeScope } from '../../../components/hash.tsx';
import { AddressLabel, LabelScope } from '../../../components/label-scope.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { describeNoRecipient, formatAccountHash, NO_CALL } from '../../../format/account-words.ts';
import { formatCount } from '../../../format/number.ts';
import { useLabels } from '../../../labels.ts';
import { addressUrl, transactionUrl } from '../../../url.ts';

type BlockAnswer = Answer<'getBlock', 'accounts'>;
type Row = BlockAnswer['transactions'][number];

export interface AccountBlockTransactionsProps {
  readonly chain: AccountChainId;
  readonly query: UseInfiniteQueryResult<{ readonly pages: readonly BlockAnswer[] }>;
  readonly pageSize: number;
}

function Party({ chain, address, none }: { chain: AccountChainId; address: string | null; none: string }) {
  if (address === null) return <span className="tm-t3">{none}</span>;
  return (
    <>
      <Hash value={address} kind="address" href={addressUrl(chain, address)} />
      <AddressLabel address={address} />
    </>
  );
}

function createColumns(chain: AccountChainId): readonly DataColumn<Row>[] {
  const coin = coinOf(chain);
  return [
    {
      id: 'index',
      header: 'No.',
      align: 'right',
      width: '56px',
      cell: ({ index, indexEstimated }) => (indexEstimated ? '–' : formatCount(index)),
    },
    {
      id: 'hash',
      header: 'Transaction',
      narrow: 'top-left',
      cell: (row) => (
        <span className="tm-hashcell">
          <Hash value={formatAccountHash(chain, row.hash)} kind="transaction" href={transactionUrl(chain, row.hash)} />{' '}
          <StatusWord status={row.status} finality="final" />
        </span>
      ),
    },
    {
      id: 'method',
      header: 'Method',
      isMinor: true,
      cell: ({ method, value }) => <MethodName method={method} isHeld={value !== null} />,
    },
    {
      id: 'from',
      header: 'From',
      narrow: 'bottom-left',
      cell: ({ from }) => <Party chain={chain} address={from} none="not known" />,
    },
    {
      id: 'to',
      header: 'To',
      narrow: 'bottom-right',
      cell: (row) => <Party chain={chain} address={row.to ?? row.created} none={describeNoRecipient(chain, row)} />,
    },
    {
      id: 'moves',
      header: 'Moves',
      align: 'right',
      isMinor: true,
      cell: ({ moveCount }) => formatCount(moveCount),
    },
    {
      id: 'value',
      header: `Value, ${coin.symbol ?? ''}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ value }) => <AssetAmount asset={coin} units={value} reason={NO_CALL} bare />,
    },
    {
      id: 'fee',
      header: `Fee, ${coin.symbol ?? ''}`,
      align: 'right',
      isMinor: true,
      cell: ({ fee }) => <AssetAmount asset={coin} units={fee} reason="The source does not carry fees." bare />,
    },
  ];
}

/** Transactions in block order, a page at a time. */
export function AccountBlockTransactions({ chain, query, pageSize }: AccountBlockTransactionsProps) {
  const router = useRouter();
  const rows = useMemo(() => query.data?.pages.flatMap(({ transactions }) => transactions) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(chain), [chain]);
  const shown = useMemo(() => rows.flatMap(({ from, to }) => [from, to].filter((each) => each !== null)), [rows]);
  const labels = useLabels(chain, shown, { publicOnly: true });
  const last = query.data?.pages.at(-1);
  const total = last?.block.transactionCount;
  return (
    <section>
      <h2 className="tm-h">Transactions</h2>
      {rows.length === 0 ? (
        <p className="tm-t2">No transaction of this block is held.</p>
      ) : (
        <LookAlikeScope values={shown}>
          <LabelScope labels={labels}>
            <DataTable
              caption="Transactions in block order"
              columns={columns}
              rows={rows}
              rowId={({ hash }) => hash}
              onOpen={({ hash }) => void router.navigate({ href: transactionUrl(chain, hash) })}
            />
          </LabelScope>
        </LookAlikeScope>
      )}
      <PagedFoot
        query={query}
        shown={rows.length}
        total={total === undefined ? undefined : Math.max(total, rows.length)}
        pageSize={pageSize}
        asOf={last?.asOf}
      />
    </section>
  );
}
