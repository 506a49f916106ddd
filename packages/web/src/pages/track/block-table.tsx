import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { type BlockRow, blocksQuery } from '../../block-api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatHash } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatBytes, formatCount } from '../../format/number.ts';
import { useTip } from '../../ledger-api.ts';
import { blockUrl } from '../../url.ts';

type Column = DataColumn<BlockRow>;

/** As long as the usual list of what is indexed next to it. */
export const BLOCKS = 15;
/** Block hashes begin with zeros where there is proof of work, and with the height on TRON: the end distinguishes them. */
const BLOCK_CUT = { head: 4, tail: 12, differing: [] };

function countOf(row: BlockRow): string {
  const count = formatCount(row.transactionCount);
  if (row.family === 'outputs') return row.isWhole ? count : `${count} indexed`;
  const { transactionTotal, transactionCount } = row;
  return transactionTotal === null || transactionTotal === transactionCount
    ? count
    : `${count} of ${formatCount(transactionTotal)}`;
}

const SIZE: Column = {
  id: 'size',
  header: 'Size',
  align: 'right',
  isMinor: true,
  cell: (row) =>
    row.family !== 'outputs' ? null : row.size === null ? (
      <Missing reason="The source carried no raw block." />
    ) : (
      formatBytes(row.size)
    ),
};
const STATE: Column = {
  id: 'state',
  header: 'State',
  isMinor: true,
  cell: (row) =>
    row.family === 'accounts' &&
    `${row.finality === 'final' ? 'final' : 'not final'}${row.verified ? ', verified' : ''}`,
};

function createColumns(chain: ChainId): readonly Column[] {
  return [
    {
      id: 'height',
      header: 'Height',
      narrow: 'top-left',
      cell: (row) => (
        <>
          <AppLink href={blockUrl(chain, row.height)}>{formatCount(row.height)}</AppLink>
          {row.family === 'outputs' && row.heightEstimated && <abbr className="tm-est">est.</abbr>}
        </>
      ),
    },
    {
      id: 'hash',
      header: 'Hash',
      narrow: 'bottom-left',
      cell: ({ hash, height }) =>
        hash === null ? (
          <Missing reason="The source does not say it.">not indexed</Missing>
        ) : (
          <Hash value={formatHash(chain, hash)} kind="block hash" cut={BLOCK_CUT} href={blockUrl(chain, height)} />
        ),
    },
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-right',
      cell: ({ time, timeEstimated }) => <Time seconds={time} isEstimated={timeEstimated} />,
    },
    {
      id: 'transactions',
      header: 'Transactions',
      align: 'right',
      narrow: 'bottom-right',
      cell: (row) => (
        <>
          {countOf(row)}
          <span className="tm-narrow"> {row.transactionCount === 1 ? 'transaction' : 'transactions'}</span>
        </>
      ),
    },
    traitsOf(chain).hasOutputs ? SIZE : STATE,
  ];
}

function Blocks({ chain }: { readonly chain: ChainId }) {
  const router = useRouter();
  const { data, error, refetch } = useQuery(blocksQuery(chain, BLOCKS));
  const columns = useMemo(() => createColumns(chain), [chain]);
  if (error) return <ErrorPanel error={error} what="The list of blocks" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="blocks">
        <RowBars rows={BLOCKS} columns={['64px', '130px', '140px', '48px']} />
      </Skeleton>
    );
  }
  return (
    <>
      <DataTable
        caption="Latest indexed blocks"
        columns={columns}
        rows={data.items}
        rowId={({ height, hash }) => `${height}:${hash ?? ''}`}
        onOpen={({ height, hash }) => void router.navigate({ href: blockUrl(chain, hash ?? height) })}
      />
      <div className="tm-foot">
        <AsOfLine asOf={data.asOf} />
      </div>
    </>
  );
}

/** The highest blocks that are indexed of a chain. */
export function RecentBlocks({ chain }: { readonly chain: ChainId }) {
  useTip(chain);
  return (
    <section>
      <h2 className="tm-h">
        Latest indexed blocks <small>{traitsOf(chain).name}</small>
      </h2>
      <Blocks chain={chain} />
    </section>
  );
}
