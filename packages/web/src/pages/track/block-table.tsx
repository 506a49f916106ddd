import { useRouter } from '@tanstack/react-router';
import type { OutputBlockSummary } from '@trailmark/api/contract/block';
import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatBytes, formatCount } from '../../format/number.ts';
import { blockUrl } from '../../url.ts';

/** Block hashes begin with zeros on every chain of proof of work: the end tells them apart. */
const BLOCK_CUT = { head: 4, tail: 12, differing: [] };

function createColumns(chain: OutputChainId): readonly DataColumn<OutputBlockSummary>[] {
  return [
    {
      id: 'height',
      header: 'Height',
      narrow: 'top-left',
      cell: ({ height, heightEstimated }) => (
        <>
          <AppLink href={blockUrl(chain, height)}>{formatCount(height)}</AppLink>
          {heightEstimated && <abbr className="tm-est">est.</abbr>}
        </>
      ),
    },
    {
      id: 'hash',
      header: 'Hash',
      narrow: 'bottom-left',
      cell: ({ hash }) => <Hash value={hash} kind="block hash" cut={BLOCK_CUT} href={blockUrl(chain, hash)} />,
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
      cell: ({ transactionCount, isWhole }) => (
        <>
          {formatCount(transactionCount)}
          {isWhole ? '' : ' held'}
          <span className="tm-narrow"> {transactionCount === 1 ? 'transaction' : 'transactions'}</span>
        </>
      ),
    },
    {
      id: 'size',
      header: 'Size',
      align: 'right',
      isMinor: true,
      cell: ({ size }) => (size === null ? <Missing reason="The source carried no raw block." /> : formatBytes(size)),
    },
  ];
}

export interface BlockTableProps {
  readonly chain: OutputChainId;
  readonly blocks: readonly OutputBlockSummary[];
}

export function BlockTable({ chain, blocks }: BlockTableProps) {
  const router = useRouter();
  const columns = useMemo(() => createColumns(chain), [chain]);
  return (
    <DataTable
      caption="Highest blocks held"
      columns={columns}
      rows={blocks}
      rowId={({ hash }) => hash}
      onOpen={({ hash }) => void router.navigate({ href: blockUrl(chain, hash) })}
    />
  );
}
