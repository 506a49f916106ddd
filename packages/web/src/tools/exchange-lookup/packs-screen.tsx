import '../../components/tool-page.css';
import './exchange-lookup.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PackVersionRow } from '@trailmark/api/contract/label-pack';
import { useMemo, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { toSafeLink } from '../../format/label-words.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { useSession } from '../../session.ts';
import { labelPacksUrl, lookupUrl } from '../../url.ts';
import { KnowledgeLine } from './knowledge-line.tsx';
import { type PackChange, PackDialog } from './pack-dialog.tsx';
import { PackPreview } from './pack-preview.tsx';
import { labelPacksQuery, withdrawalQuery } from './queries.ts';

const route = getRouteApi('/dashboard/exchange-lookup/packs');

function Publisher({ publisher, url }: Pick<PackVersionRow, 'publisher' | 'url'>) {
  const href = url === null ? undefined : toSafeLink(url);
  if (!href) return publisher;
  return (
    <a href={href} rel="noreferrer noopener" target="_blank">
      {publisher}
    </a>
  );
}

/** What can be done with a version: into force, back to it, or out of force. */
function toChange(row: PackVersionRow, rows: readonly PackVersionRow[]): PackChange {
  if (row.isActive) return { kind: 'remove', row };
  const active = rows.find(({ id, isActive }) => id === row.id && isActive);
  return { kind: active && active.importedAt > row.importedAt ? 'roll-back' : 'activate', row };
}

const ACTIONS: Readonly<Record<PackChange['kind'], string>> = {
  activate: 'Bring into force',
  'roll-back': 'Roll back to this',
  remove: 'Take out of force',
};

function createColumns(
  rows: readonly PackVersionRow[],
  onChange: ((change: PackChange) => void) | undefined,
): readonly DataColumn<PackVersionRow>[] {
  return [
    {
      id: 'title',
      header: 'Pack',
      narrow: 'top-left',
      cell: ({ title, id, visibility }) => (
        <>
          <span className="tm-m">{title}</span>{' '}
          <span className="tm-t3 tm-sm">
            {id}
            {visibility === 'internal' && ', internal'}
          </span>
        </>
      ),
    },
    {
      id: 'version',
      header: 'Version',
      narrow: 'bottom-left',
      cell: ({ version, importedAt }) => (
        <span className="tm-mono" title={`Version ${version}, taken in ${formatTime(importedAt)} UTC`}>
          {version.slice(0, 8)}
        </span>
      ),
    },
    { id: 'asof', header: 'As of', cell: ({ asOf }) => <span className="tm-nw">{asOf}</span> },
    {
      id: 'publisher',
      header: 'Publisher, licence',
      isMinor: true,
      cell: (row) => (
        <>
          <Publisher {...row} /> <span className="tm-t3 tm-sm">{row.licence}</span>
        </>
      ),
    },
    {
      id: 'labels',
      header: 'Claims',
      align: 'right',
      narrow: 'top-right',
      cell: ({ labelCount }) => (
        <>
          {formatCount(labelCount)}
          <span className="tm-narrow"> claims</span>
        </>
      ),
    },
    {
      id: 'addresses',
      header: 'Addresses',
      align: 'right',
      isMinor: true,
      cell: ({ addressCount }) => formatCount(addressCount),
    },
    {
      id: 'refused',
      header: 'Refused',
      align: 'right',
      cell: ({ refusedCount, id, version }) =>
        refusedCount === 0 ? (
          '0'
        ) : (
          <AppLink href={labelPacksUrl({ pack: id, version })}>{formatCount(refusedCount)}</AppLink>
        ),
    },
    {
      id: 'state',
      header: 'State',
      cell: ({ isActive }) =>
        isActive ? <b className="tm-m tm-nw">in force</b> : <span className="tm-t3">stored</span>,
    },
    {
      id: 'actions',
      header: <span className="tm-sr">Actions</span>,
      narrow: 'bottom-right',
      cell: (row) => {
        const change = toChange(row, rows);
        return (
          <span className="xl-packactions tm-nw">
            <AppLink href={labelPacksUrl({ pack: row.id, version: row.version })}>Preview</AppLink>
            {onChange && (
              <button type="button" className="tm-linkbtn" onClick={() => onChange(change)}>
                {ACTIONS[change.kind]}
              </button>
            )}
          </span>
        );
      },
    },
  ];
}

/** What another administrator, or this one, proposed for the sanctions list. */
function Withdrawal() {
  const { data } = useQuery(withdrawalQuery());
  const proposal = data?.proposal;
  if (!proposal) return null;
  const toUnix = (text: string) => Math.floor(Date.parse(text) / 1000);
  const what = proposal.version === null ? 'out of force' : `back to version ${proposal.version.slice(0, 8)}`;
  return (
    <div className="tm-banner" role="status">
      <p className="tm-grow">
        <b>
          {proposal.isOwn ? 'You propose' : `${proposal.name} proposes`} to take the sanctions list {what}.
        </b>{' '}
        It is in force until a second administrator of the installation does the same, by{' '}
        {formatTime(toUnix(proposal.expiresAt))} UTC.
      </p>
    </div>
  );
}

/** Label packs in every stored version: what is in force, what a change would do, and how to go back. */
export function PacksScreen() {
  const { pack, version } = route.useSearch();
  const { data, error, refetch } = useQuery(labelPacksQuery());
  const [change, setChange] = useState<PackChange | undefined>(undefined);
  const rows = useMemo(() => data?.items ?? [], [data]);
  const mayChange = useSession().role === 'platform-admin';
  const columns = useMemo(() => createColumns(rows, mayChange ? setChange : undefined), [rows, mayChange]);
  useDocumentTitle('Label packs · Exchange lookup');
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs items={[{ label: 'Exchange lookup', href: lookupUrl() }, { label: 'Label packs' }]} />
      <h1 className="tm-title">Label packs</h1>
      <p className="tm-prose">
        A pack is what one publisher says about addresses. Versions are kept and never changed; bringing another one
        into force changes answers at once and reads no block again.
        {!mayChange && ' Administrators of the installation decide which versions are in force.'}
      </p>
      {mayChange && <Withdrawal />}
      {error && <ErrorPanel error={error} what="The list of packs" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="label packs">
          <RowBars rows={8} columns={['220px', '140px', '80px', '140px', '60px', '60px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && (
        <Empty>No label pack is loaded. Until one is, no address here can have a label.</Empty>
      )}
      {data && rows.length > 0 && (
        <>
          {pack !== undefined && version !== undefined && <PackPreview pack={pack} version={version} />}
          <div>
            <DataTable
              caption="Label packs"
              columns={columns}
              rows={rows}
              rowId={(row) => `${row.id}/${row.version}`}
            />
            <p className="tm-foot">{formatPlural(rows.length, 'version')} stored</p>
          </div>
          <KnowledgeLine labels={data.labels} rules={null} />
        </>
      )}
      <PackDialog change={change} onClose={() => setChange(undefined)} />
    </div>
  );
}
