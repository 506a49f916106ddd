import '../../components/tool-page.css';
import './exchange-lookup.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NETWORKS } from '@trailmark/core/network';
import type { Answer } from '../../api.ts';
import { ActorFacts } from '../../components/actor-card.tsx';
import { ActorContacts } from '../../components/actor-contacts.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LabelClaimsTable } from '../../components/label-claims-table.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { capClaimText } from '../../format/claim-text.ts';
import { formatRole } from '../../format/label-words.ts';
import { formatCount } from '../../format/number.ts';
import { entityUrl, lookupUrl } from '../../url.ts';
import { KnowledgeLine } from './knowledge-line.tsx';
import { actorLabelsQuery, actorQuery, PAGE } from './queries.ts';

const route = getRouteApi('/dashboard/exchange-lookup/entity/$actor');

type Found = Answer<'getActor'>;

/** Known addresses counted by network and role. */
function Counts({ addresses }: Pick<Found, 'addresses'>) {
  if (addresses.length === 0) return <Empty>No address of this organisation is known here.</Empty>;
  return (
    <table className="xl-compare">
      <caption className="tm-sr">Known addresses by network and role</caption>
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col">Role</th>
          <th scope="col" className="tm-r">
            Addresses
          </th>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ network, role, count }) => (
          <tr key={`${network}/${role}`}>
            <th scope="row">{NETWORKS[network]}</th>
            <td>{role === null ? <span className="tm-t3">not stated</span> : formatRole(role)}</td>
            <td className="tm-r">{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Claims({ actor }: { readonly actor: string }) {
  const query = useInfiniteQuery(actorLabelsQuery(actor));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const last = query.data?.pages.at(-1);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of addresses" onRetry={() => void query.refetch()} />;
  if (!last) {
    return (
      <Skeleton what="known addresses">
        <RowBars rows={8} columns={['180px', '160px', '120px', '60px', '90px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0) return <Empty>No claim names this organisation.</Empty>;
  return (
    <>
      <LabelClaimsTable caption="Claims that name the organisation" claims={rows} withAddress />
      <PagedFoot query={query} shown={rows.length} total={last.total} pageSize={PAGE} asOf={undefined} />
    </>
  );
}

function Body({ actor, addresses, labels }: Found) {
  return (
    <>
      <div className="xl-halves">
        <section>
          <h2 className="tm-h">Who it is</h2>
          <ActorFacts actor={actor} />
        </section>
        <section>
          <h2 className="tm-h">Known addresses</h2>
          <Counts addresses={addresses} />
        </section>
      </div>
      <section className="tm-sect">
        <h2 className="tm-h">Contact routes for requests</h2>
        <ActorContacts contacts={actor.contacts} />
      </section>
      <section className="tm-sect">
        <h2 className="tm-h">
          Claims <small>each as its source stated it</small>
        </h2>
        <Claims actor={actor.id} />
      </section>
      <KnowledgeLine labels={labels} rules={null} />
    </>
  );
}

/** One organisation: names, places, contact routes, and the addresses that sources call its own. */
export function EntityScreen() {
  const { actor } = route.useParams();
  const { data, error, refetch } = useQuery(actorQuery(actor));
  // Outside the directory the name is what a link or a claim says.
  const name = data?.isInDirectory ? data.actor.label : `“${capClaimText(actor)}”`;
  useDocumentTitle(`${name} · Exchange lookup`);
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs
        items={[
          { label: 'Exchange lookup', href: lookupUrl() },
          { label: 'Organisations', href: entityUrl() },
          { label: name },
        ]}
      />
      <h1 className="tm-title">{name}</h1>
      {error && <ErrorPanel error={error} what="This organisation" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="organisation">
          <Bar width="40%" />
          <RowBars rows={6} columns={['140px', '320px']} />
        </Skeleton>
      )}
      {data && !data.isInDirectory && (
        <p className="tm-prose">
          The directory does not know this organisation. Only claims name it, in the words of their sources.
        </p>
      )}
      {data && <Body {...data} />}
    </div>
  );
}
