import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ListHistory, WatchedListRow } from '@trailmark/api/contract/list';
import { isChainId } from '@trailmark/core/chain';
import { isNetworkId, NETWORK_IDS, NETWORKS } from '@trailmark/core/network';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { transactionUrl } from '../../url.ts';
import { ListDifference } from './list-difference.tsx';
import { PeriodBars } from './period-bars.tsx';
import { DECONFLICTION_KEY, listsQuery } from './queries.ts';
import { type DeconflictionSearch, deconflictionUrl } from './search.ts';

const OPTIONS = NETWORK_IDS.map((id) => [id, NETWORKS[id]] as const);

type Row = ListHistory['transfers'][number];
type Verdict = Row['verdicts'][number];

const formatCopy = ({ asOf, has }: NonNullable<Verdict['before']>): string =>
  `${has ? 'on' : 'not on'} that of ${asOf}`;

/** What nothing settles: in words, with the copies next to the day, and without the mark of a fact. */
function describeUnsettled({ state, before, after }: Verdict): string {
  const copies = [before, after].filter((copy) => copy !== null).map(formatCopy);
  if (state === 'no-copy') return 'no copy of that day';
  return `${state === 'between-copies' ? 'between two copies' : 'after the last copy'}: ${copies.join(', ')}`;
}

function VerdictCell({ verdict }: { readonly verdict: Verdict | undefined }) {
  if (!verdict || (verdict.state !== 'listed' && verdict.state !== 'not-listed')) {
    return <i className="tm-t2">{verdict ? describeUnsettled(verdict) : 'no copy of that day'}</i>;
  }
  if (verdict.state === 'listed') {
    return (
      <span>
        <EvidenceMark kind="fact" /> <b>Listed</b> <span className="tm-t2">since {verdict.since}</span>
      </span>
    );
  }
  return (
    <span>
      <EvidenceMark kind="fact" /> Not listed{' '}
      {verdict.next && <span className="tm-t2">listed {formatPlural(verdict.next.days, 'day')} later</span>}
    </span>
  );
}

function toColumns(history: ListHistory): readonly DataColumn<Row>[] {
  const shown = history.lists.filter(({ firstCopy, periods }) => firstCopy !== null || periods.length > 0);
  return [
    {
      id: 'time',
      header: 'Transfer, UTC',
      cell: ({ time }) => <span className="tm-nw">{formatTime(time)}</span>,
      narrow: 'top-left',
    },
    {
      id: 'txid',
      header: 'Transaction',
      cell: ({ txid }) => (
        <Hash
          value={txid}
          kind="transaction"
          {...(isChainId(history.network) ? { href: transactionUrl(history.network, txid) } : {})}
        />
      ),
      narrow: 'bottom-left',
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      cell: ({ amount, unit, direction }) => (
        <span className="tm-nw">
          {direction === 'in' ? '+' : '−'}
          {amount} {unit}
        </span>
      ),
      narrow: 'top-right',
    },
    ...shown.map(
      ({ pack, short }, i): DataColumn<Row> => ({
        id: pack,
        ...(i === 0 ? { narrow: 'bottom-right' as const } : {}),
        header: `${short} that day`,
        cell: ({ verdicts }) => <VerdictCell verdict={verdicts.find((verdict) => verdict.pack === pack)} />,
      }),
    ),
  ];
}

function describe({ transfers, lists }: ListHistory): string {
  const count = (state: Verdict['state']) =>
    transfers.filter(({ verdicts }) => verdicts.some((verdict) => verdict.state === state)).length;
  if (lists.every(({ periods }) => periods.length === 0)) {
    return 'On no list of this server, in no copy that it has. This is no clearance.';
  }
  if (transfers.length === 0)
    return 'No transfer is indexed. The periods are those of the copies and of what the lists state.';
  const open = count('between-copies') + count('after-last-copy');
  const unsettled = open === 0 ? '' : ' Days between two copies and after the last one are not settled by them.';
  return `${count('listed')} of ${formatPlural(transfers.length, 'transfer')} fell on a day on which a list had the address. A later removal does not change what was true on the day.${unsettled}`;
}

function History({ network, address, caseId }: { network: string; address: string; caseId: string | undefined }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...DECONFLICTION_KEY, 'history', network, address, caseId],
    queryFn: ({ signal }) =>
      api.call('getListHistory', {
        params: { network: isNetworkId(network) ? network : 'btc', address },
        query: { case: caseId },
        signal,
      }),
  });
  if (error) return <ErrorPanel error={error} what="The listings of this address" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the listings">
        <RowBars rows={4} columns={['160px', '320px']} />
      </Skeleton>
    );
  }
  return (
    <section className="tm-stack">
      <h2 className="tm-h">Was it listed on the day of the transfer?</h2>
      <p>{describe(data)}</p>
      <PeriodBars history={data} />
      {data.note && <p className="dc-warn">{data.note}</p>}
      {data.transfers.length > 0 && (
        <DataTable
          caption="Transfers with what each list was on that day"
          columns={toColumns(data)}
          rows={data.transfers}
          rowId={(row) => `${row.txid} ${row.direction} ${row.amount} ${data.transfers.indexOf(row)}`}
        />
      )}
      {data.hasMore && <p className="tm-sm tm-t2">The newest transfers are shown; more are indexed.</p>}
      {caseId && <p className="tm-sm tm-t2">Only transfers between the address and what is pinned in the case.</p>}
    </section>
  );
}

function ask(search: DeconflictionSearch, network: string, address: string): string {
  return deconflictionUrl({ ...search, tab: 'lists', network, address: address.trim() });
}

function AskForm({ search }: { readonly search: DeconflictionSearch }) {
  const router = useRouter();
  const [network, setNetwork] = useState(search.network ?? 'btc');
  const [address, setAddress] = useState(search.address ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== '') void router.navigate({ href: ask(search, network, address) });
  };
  return (
    <form className="dc-ask" onSubmit={submit}>
      <FormSelect label="Network" name="network" options={OPTIONS} value={network} onText={setNetwork} />
      <div className="grow">
        <FormField
          label="Address"
          name="address"
          className="tm-mono"
          value={address}
          onText={setAddress}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <button type="submit" className="tm-btn pri">
        Check dates
      </button>
    </form>
  );
}

const LIST_COLUMNS: readonly DataColumn<WatchedListRow>[] = [
  { id: 'list', header: 'List', cell: ({ name }) => name, narrow: 'top-left' },
  {
    id: 'latest',
    header: 'Copy in force',
    cell: ({ latest }) => latest?.asOf ?? <i className="tm-t2">none</i>,
    narrow: 'top-right',
  },
  { id: 'since', header: 'Copies since', cell: ({ since }) => since ?? '', isMinor: true },
  { id: 'copies', header: 'Copies', align: 'right', cell: ({ copies }) => formatCount(copies.length), isMinor: true },
  {
    id: 'entries',
    header: 'Crypto entries',
    align: 'right',
    cell: ({ latest }) => (latest ? formatCount(latest.labels) : ''),
  },
  {
    id: 'change',
    header: 'Last change',
    align: 'right',
    cell: ({ lastChange }) =>
      lastChange ? (
        <span className="tm-nw">
          +{lastChange.added} −{lastChange.removed} ~{lastChange.changed}
        </span>
      ) : (
        ''
      ),
    narrow: 'bottom-left',
  },
  {
    id: 'sha',
    header: 'SHA-256, first half',
    cell: ({ latest }) => <span className="tm-mono tm-xs">{latest?.version ?? ''}</span>,
    isMinor: true,
  },
  {
    id: 'compare',
    header: <span className="tm-sr">Compare</span>,
    cell: ({ pack, copies }) =>
      copies.length > 1 ? (
        <AppLink
          href={deconflictionUrl({ tab: 'lists', list: pack, from: copies[1]?.version, to: copies[0]?.version })}
        >
          Compare
        </AppLink>
      ) : null,
    narrow: 'bottom-right',
  },
];

/** The question first, then the lists with their copies. */
export function ListsView({ search }: { readonly search: DeconflictionSearch }) {
  const { data, error, refetch } = useQuery(listsQuery());
  const { network, address } = search;
  return (
    <div className="dc-main">
      <AskForm key={`${network} ${address}`} search={search} />
      {network && address && <History network={network} address={address} caseId={search.case} />}
      {search.list && data && (
        <ListDifference search={search} list={data.items.find(({ pack }) => pack === search.list)} />
      )}
      <section>
        <h2 className="tm-h">
          Indexed lists <small>Dates are the publisher’s own where the file states them</small>
        </h2>
        {error && <ErrorPanel error={error} what="The lists" onRetry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton what="the lists">
            <RowBars rows={5} columns={['160px', '120px']} />
          </Skeleton>
        )}
        {data && <DataTable caption="Lists" columns={LIST_COLUMNS} rows={data.items} rowId={({ pack }) => pack} />}
        <p className="tm-sm tm-t2">
          Not on a list on a day means: not in the copy of that day, or before the day of listing that the list states.
          This is not a clearance. A list comes in with <code>trailmark labels import</code>.
        </p>
      </section>
    </div>
  );
}
