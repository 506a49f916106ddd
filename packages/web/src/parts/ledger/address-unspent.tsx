import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { CurrencyLine } from '../../components/currency-select.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fiat, FiatHeader } from '../../components/fiat.tsx';
import { Flags } from '../../components/flags.tsx';
import { Hash } from '../../components/hash.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { type LedgerSummary, listSummaryVersions } from '../../format/ledger-summary.ts';
import { formatCount } from '../../format/number.ts';
import { unspentQuery } from '../../ledger-api.ts';
import { useValues, type ValueSettings } from '../../prices.ts';
import { blockUrl, transactionUrl } from '../../url.ts';

type Utxo = Answer<'listAddressUtxos'>['items'][number];

const PAGE = 25;

function listFlags({ isCoinbase, spendable, height }: Utxo): string[] {
  return [isCoinbase && 'coinbase', !spendable && 'unspendable', height === null && 'unconfirmed'].filter(
    (word) => word !== false,
  );
}

function createColumns(
  chain: ChainId,
  { asOf, coverage }: Pick<Answer<'listAddressUtxos'>, 'asOf' | 'coverage'>,
  values: ValueSettings,
): readonly DataColumn<Utxo>[] {
  const { decimals, symbol, network } = traitsOf(chain);
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      cell: ({ time, timeEstimated }) => <Time seconds={time} isEstimated={timeEstimated} />,
    },
    {
      id: 'output',
      header: 'Output',
      narrow: 'bottom-left',
      cell: ({ txid, vout, height }) => (
        <>
          <Hash
            value={txid}
            kind="transaction"
            href={transactionUrl(chain, txid, { height: height ?? undefined, output: vout })}
          />
          <span className="tm-t3 tm-mono">:{vout}</span>
        </>
      ),
    },
    {
      id: 'height',
      header: 'Height',
      align: 'right',
      cell: ({ height }) =>
        height === null ? (
          <span className="tm-t3">–</span>
        ) : (
          <AppLink href={blockUrl(chain, height)}>{formatCount(height)}</AppLink>
        ),
    },
    {
      id: 'confirmations',
      header: 'Confirmations',
      align: 'right',
      isMinor: true,
      cell: ({ height, confirmations }) => (
        <Confirmations height={height} count={confirmations} ranges={coverage.ranges} asOf={asOf} />
      ),
    },
    {
      id: 'value',
      header: `Amount, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ value }) => <Amount units={value} decimals={decimals} symbol={symbol} aligned />,
    },
    {
      id: 'fiat',
      header: <FiatHeader values={values} />,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ fiat, height, time }) => (
        <Fiat
          micro={fiat?.micro ?? null}
          price={fiat}
          moment={{ symbol, network, height, time }}
          values={values}
          aligned
        />
      ),
    },
    { id: 'flags', header: 'Flags', isMinor: true, cell: (row) => <Flags words={listFlags(row)} /> },
  ];
}

/** Unspent outputs, oldest first. */
export function AddressUnspent({ summary }: { readonly summary: LedgerSummary }) {
  const { chain, address } = summary;
  const knowledge = listSummaryVersions(summary);
  const router = useRouter();
  const values = useValues();
  const { currency } = values;
  const query = useInfiniteQuery(unspentQuery(chain, address, { limit: PAGE, currency }));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const last = query.data?.pages.at(-1);
  const columns = useMemo(() => (last ? createColumns(chain, last, values) : []), [chain, last, values]);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of unspent outputs" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="unspent outputs">
        <RowBars rows={6} columns={['140px', '150px', '60px', '90px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>
        No unspent output of this address is in the indexed blocks.
      </Empty>
    );
  return (
    <>
      <CurrencyLine values={values} />
      <DataTable
        caption={`Unspent outputs of ${address}`}
        columns={columns}
        rows={rows}
        rowId={({ txid, vout }) => `${txid}:${vout}`}
        isUpdating={query.isPlaceholderData}
        onOpen={({ txid, vout }) => void router.navigate({ href: transactionUrl(chain, txid, { output: vout }) })}
      />
      <PagedFoot
        query={query}
        shown={rows.length}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ ...knowledge, prices: last?.prices }}
      />
    </>
  );
}
