import { useQuery } from '@tanstack/react-query';
import { NETWORKS } from '@trailmark/core/network';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCategory, shortenSource } from '../../format/label-words.ts';
import { attributionUrl, entityUrl } from '../../url.ts';
import { KnowledgeLine } from './knowledge-line.tsx';
import { searchLabelsQuery } from './queries.ts';

type Found = Answer<'searchLabels'>;

const COLUMNS: readonly DataColumn<Found['claims'][number]>[] = [
  {
    id: 'address',
    header: 'Address',
    narrow: 'top-left',
    cell: ({ network, address }) => <Hash value={address} kind="address" href={attributionUrl(network, address)} />,
  },
  { id: 'network', header: 'Network', narrow: 'top-right', cell: ({ network }) => NETWORKS[network] },
  {
    id: 'label',
    header: 'Claim',
    narrow: 'bottom-left',
    cell: (claim) => (
      <span className="xl-verdict">
        <EvidenceMark kind="claim" />
        <CategoryGlyph category={claim.category} />
        <LabelClaimText claim={claim} />
      </span>
    ),
  },
  { id: 'source', header: 'Source', isMinor: true, cell: ({ source }) => shortenSource(source).slice(0, 60) },
  {
    id: 'date',
    header: 'Stated',
    narrow: 'bottom-right',
    cell: ({ asOf }) => asOf ?? <span className="tm-t3">not dated</span>,
  },
];

function Actors({ actors }: Pick<Found, 'actors'>) {
  if (actors.length === 0) return null;
  return (
    <section>
      <h2 className="tm-h">Organisations</h2>
      <ul className="xl-actors">
        {actors.map(({ id, label, categories }) => (
          <li key={id}>
            <AppLink href={entityUrl(id)}>{label}</AppLink>
            <span className="tm-t3 tm-sm">{categories.map(formatCategory).join(', ') || 'no category stated'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Organisations and claims that carry a name. */
export function NameAnswers({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(searchLabelsQuery(name));
  if (error) return <ErrorPanel error={error} what="The search by name" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="names">
        <RowBars rows={5} columns={['180px', '240px', '90px']} />
      </Skeleton>
    );
  }
  if (data.actors.length + data.claims.length === 0) {
    return (
      <>
        <Empty>No organisation and no label has this name. That a name is absent says nothing about an address.</Empty>
        <KnowledgeLine labels={data.labels} rules={null} />
      </>
    );
  }
  return (
    <div className="tm-stack as-found">
      <Actors actors={data.actors} />
      {data.claims.length > 0 && (
        <section>
          <h2 className="tm-h">Labels</h2>
          <DataTable
            caption="Claims that carry the name"
            columns={COLUMNS}
            rows={data.claims}
            rowId={({ id, network, address }) => `${id}/${network}/${address}`}
          />
        </section>
      )}
      <KnowledgeLine labels={data.labels} rules={null} />
    </div>
  );
}
