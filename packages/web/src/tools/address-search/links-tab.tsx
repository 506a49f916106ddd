import { useInfiniteQuery } from '@tanstack/react-query';
import { AppError } from '@trailmark/core/errors';
import { type ReactNode, useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { shorten } from '../../format/identifier.ts';
import { listSummaryVersions } from '../../format/ledger-summary.ts';
import { type LinkPage, linksQuery } from '../../ledger-api.ts';
import { TransferTable } from '../../parts/ledger/transfer-table.tsx';
import { useValues } from '../../prices.ts';
import { transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-place.ts';
import { LinksForm } from './links-form.tsx';
import type { HistoryTabProps } from './rows-frame.tsx';

type SharedRow = Answer<'listAddressLinks', 'outputs'>['items'][number];

const PAGE = 25;

/** What joins two addresses: a transaction in which both take part, or a transfer from one to the other. */
const WORDS = {
  outputs: {
    submit: 'Find shared transactions',
    help: 'Every transaction in which both take part, whichever side they are on. Payments over a third address are not direct and are not listed.',
    what: 'shared transactions',
    none: 'No indexed transaction contains both addresses. That does not show that none exists.',
  },
  accounts: {
    submit: 'Find moves',
    help: 'Every move of any asset from one to the other. Payments over a third address are not direct and are not listed.',
    what: 'moves between the two',
    none: 'Nothing moved between the two in the indexed blocks. That does not show that nothing ever did.',
  },
} as const;

const RELATIONS: Readonly<Record<SharedRow['relation'], string>> = {
  pays: 'this pays the other',
  'paid-by': 'the other pays this',
  'co-spends': 'both pay in',
  'co-receives': 'both are paid',
  mixed: 'both sides mixed',
};

function createSharedColumns({ chain }: HistoryPlace): readonly DataColumn<SharedRow>[] {
  const { decimals, symbol } = traitsOf(chain);
  const amount = (units: bigint) => <Amount units={units} decimals={decimals} symbol={symbol} aligned />;
  const column = (id: string, header: string, cell: (row: SharedRow) => ReactNode): DataColumn<SharedRow> => ({
    id,
    header: `${header}, ${symbol}`,
    align: 'right',
    cell,
  });
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      cell: ({ time, timeEstimated }) => <Time seconds={time} isEstimated={timeEstimated} />,
    },
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: ({ txid, height }) => (
        <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { height })} />
      ),
    },
    { id: 'relation', header: 'Relation', narrow: 'bottom-right', cell: ({ relation }) => RELATIONS[relation] },
    {
      ...column('sent', 'This put in', ({ address }) => (
        <>
          <span className="as-word">put in </span>
          {amount(address.sent)}
        </>
      )),
      narrow: 'top-right',
    },
    column('received', 'This got', ({ address }) => amount(address.received)),
    column('other-sent', 'Other put in', ({ other }) => amount(other.sent)),
    column('other-received', 'Other got', ({ other }) => amount(other.received)),
  ];
}

function SharedTable({ place, rows, caption }: RowsProps & { readonly rows: readonly SharedRow[] }) {
  const columns = useMemo(() => createSharedColumns(place), [place]);
  return (
    <DataTable caption={caption} columns={columns} rows={rows} rowId={({ txid, height }) => `${txid}:${height}`} />
  );
}

interface RowsProps {
  readonly place: HistoryPlace;
  readonly caption: string;
}

/** The rows of either kind; all pages of one search are of one kind. */
function LinkRows({ pages, ...props }: RowsProps & { readonly pages: readonly LinkPage[] }) {
  const values = useValues();
  const transfers = useMemo(() => pages.flatMap((page) => (page.family === 'accounts' ? page.items : [])), [pages]);
  const shared = useMemo(() => pages.flatMap((page) => (page.family === 'outputs' ? page.items : [])), [pages]);
  if (shared.length > 0) return <SharedTable {...props} rows={shared} />;
  return <TransferTable {...props} rows={transfers} values={values} order={undefined} isUpdating={false} />;
}

function useLinks({ chain, address, search: { other } }: HistoryPlace) {
  const { currency } = useValues();
  return useInfiniteQuery({
    ...linksQuery(chain, address, other ?? '', { limit: PAGE, currency }),
    enabled: other !== undefined,
  });
}

function Links({ place, summary, other }: HistoryTabProps & { readonly other: string }) {
  const query = useLinks(place);
  const { what, none } = WORDS[traitsOf(place.chain).family];
  const pages = query.data?.pages ?? [];
  const count = pages.reduce((sum, { items }) => sum + items.length, 0);
  if (query.error && count === 0) {
    if (AppError.is(query.error, 'invalid')) return null;
    return <ErrorPanel error={query.error} what={`The search for ${what}`} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Skeleton what={what}>
        <RowBars rows={5} columns={['140px', '150px', '120px', '90px']} />
      </Skeleton>
    );
  }
  const last = pages.at(-1);
  const knowledge = { ...listSummaryVersions(summary), prices: last && 'prices' in last ? last.prices : undefined };
  if (count === 0) return <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>{none}</Empty>;
  return (
    <>
      <p className="as-explain">
        Between this address and{' '}
        <AppLink className="tm-id" href={place.linkAddress(other)} title={other}>
          {shorten(other)}
        </AppLink>
        . <AppLink href={place.linkTo({ tab: undefined, with: other })}>Open as a filter of the history</AppLink>
      </p>
      <LinkRows place={place} pages={pages} caption={`What ${place.address} and ${other} share`} />
      <PagedFoot query={query} shown={count} pageSize={PAGE} asOf={last?.asOf} knowledge={knowledge} />
    </>
  );
}

/** Everything between this address and another one. */
export function LinksTab({ place, summary }: HistoryTabProps) {
  const { other } = place.search;
  const { error } = useLinks(place);
  const { family, name } = traitsOf(place.chain);
  const { submit, help } = WORDS[family];
  return (
    <>
      <LinksForm
        key={other}
        place={place}
        placeholder={`A ${name} address`}
        submitLabel={submit}
        help={help}
        problem={other !== undefined && AppError.is(error, 'invalid') ? error.message : undefined}
      />
      {other !== undefined && <Links place={place} summary={summary} other={other} />}
    </>
  );
}
