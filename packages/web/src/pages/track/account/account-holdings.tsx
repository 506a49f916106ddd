import '../../../components/account/account.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { AccountChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { type AccountChainStatus, accountBlocksQuery, useAccountTip } from '../../../account-api.ts';
import type { Answer } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { Missing } from '../../../components/missing.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../../components/time.tsx';
import { formatAccountHash } from '../../../format/account-words.ts';
import { formatCount } from '../../../format/number.ts';
import { blockUrl } from '../../../url.ts';
import { CoverageLedger } from '../coverage-ledger.tsx';

type Row = Answer<'listBlocks', 'accounts'>['items'][number];

const BLOCKS = 15;
/** On TRON a block hash begins with its height: the end tells them apart. */
const BLOCK_CUT = { head: 6, tail: 10, differing: [] };

function createColumns(chain: AccountChainId): readonly DataColumn<Row>[] {
  return [
    {
      id: 'height',
      header: 'Height',
      narrow: 'top-left',
      cell: ({ height }) => <AppLink href={blockUrl(chain, height)}>{formatCount(height)}</AppLink>,
    },
    {
      id: 'hash',
      header: 'Hash',
      narrow: 'bottom-left',
      cell: ({ hash, height }) =>
        hash === null ? (
          <Missing reason="The source does not say it.">not held</Missing>
        ) : (
          <Hash
            value={formatAccountHash(chain, hash)}
            kind="block hash"
            cut={BLOCK_CUT}
            href={blockUrl(chain, height)}
          />
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
      cell: ({ transactionCount, transactionTotal }) => (
        <>
          {formatCount(transactionCount)}
          {transactionTotal !== null && transactionTotal !== transactionCount && ` of ${formatCount(transactionTotal)}`}
          <span className="tm-narrow"> {transactionCount === 1 ? 'transaction' : 'transactions'}</span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      isMinor: true,
      cell: ({ finality, verified }) =>
        `${finality === 'final' ? 'final' : 'not final'}${verified ? ', verified' : ''}`,
    },
  ];
}

function Blocks({ chain }: { readonly chain: AccountChainId }) {
  const router = useRouter();
  const { data, error, refetch } = useQuery(accountBlocksQuery(chain, BLOCKS));
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
        caption="Highest blocks held"
        columns={columns}
        rows={data.items}
        rowId={({ height, hash }) => `${height}:${hash ?? ''}`}
        onOpen={({ height }) => void router.navigate({ href: blockUrl(chain, height) })}
      />
      <div className="tm-foot">
        <AsOfLine asOf={data.asOf} />
      </div>
    </>
  );
}

/** What this index holds of an account chain: its highest blocks, and its coverage. Renewed as blocks come in. */
export function AccountHoldings({ status }: { readonly status: AccountChainStatus }) {
  useAccountTip(status.id);
  return (
    <div className="tm-trackcols">
      <section>
        <h2 className="tm-h">
          Highest blocks held <small>{status.name}</small>
        </h2>
        <Blocks chain={status.id} />
      </section>
      <CoverageLedger status={status} />
    </div>
  );
}
