import '../../components/tool-page.css';
import './exchange-lookup.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import { AppError } from '@trailmark/core/errors';
import { networkOfChain } from '@trailmark/core/network';
import { useMemo } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LabelClaimsTable } from '../../components/label-claims-table.tsx';
import { FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { type TabItem, Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount } from '../../format/number.ts';
import { attributionUrl, lookupUrl } from '../../url.ts';
import { AlarmsTab } from './alarms-tab.tsx';
import { ClusterCounterparties } from './cluster-counterparties.tsx';
import { type ClusterAnswer, ClusterHead } from './cluster-head.tsx';
import { ClusterLinks } from './cluster-links.tsx';
import { ClusterMembers } from './cluster-members.tsx';
import { type ClusterPlace, createClusterPlace } from './cluster-place.ts';
import { KnowledgeLine } from './knowledge-line.tsx';
import { ProofTab } from './proof-tab.tsx';
import { clusterQuery } from './queries.ts';
import type { ClusterTab } from './search.ts';
import { ViewSwitch } from './view-switch.tsx';
import { WhatIfTab } from './what-if-tab.tsx';

const route = getRouteApi('/dashboard/exchange-lookup/cluster/$chain/$cluster');

interface PartProps {
  readonly place: ClusterPlace;
  readonly answer: ClusterAnswer;
}

function listTabs({ place, answer }: PartProps): readonly TabItem[] {
  const href = (tab: ClusterTab | undefined) => place.linkTo({ tab, prove: undefined });
  return [
    { id: 'members', label: 'Members', count: formatCount(answer.cluster.size), href: href(undefined) },
    { id: 'labels', label: 'Labels', count: formatCount(answer.claimCount), href: href('labels') },
    { id: 'links', label: 'Links', count: formatCount(answer.links.count), href: href('links') },
    { id: 'counterparties', label: 'Counterparties', href: href('counterparties') },
    { id: 'proof', label: 'Why together', href: href('proof') },
    { id: 'what-if', label: 'What if', href: href('what-if') },
    { id: 'alarms', label: 'Merge alarms', count: formatCount(answer.alarms.length), href: href('alarms') },
  ];
}

function Labels({ answer }: PartProps) {
  if (answer.claims.length === 0) {
    return <Empty>No pack in force names a member. That says nothing about the cluster.</Empty>;
  }
  return (
    <>
      <LabelClaimsTable caption="Claims about members" claims={answer.claims} withAddress />
      <p className="tm-t3 tm-sm">
        {answer.claims.length < answer.claimCount
          ? `The first ${formatCount(answer.claims.length)} of ${formatCount(answer.claimCount)} claims. `
          : ''}
        A claim about one member reaches the others only as an inference, through the links.
      </p>
    </>
  );
}

function OpenTab({ place, answer }: PartProps) {
  const tab = place.search.tab ?? 'members';
  if (tab === 'labels') return <Labels place={place} answer={answer} />;
  if (tab === 'links') return <ClusterLinks place={place} />;
  if (tab === 'counterparties') return <ClusterCounterparties place={place} />;
  if (tab === 'proof') return <ProofTab place={place} root={answer.cluster.root} />;
  if (tab === 'what-if') return <WhatIfTab place={place} answer={answer} />;
  if (tab === 'alarms') return <AlarmsTab place={place} alarms={answer.alarms} />;
  return <ClusterMembers place={place} />;
}

/** A cluster: which owners rules hold to be one, why, and what would change that. */
export function ClusterScreen() {
  const { chain, cluster } = route.useParams();
  const search = route.useSearch();
  const place = useMemo(() => createClusterPlace(chain, cluster, search), [chain, cluster, search]);
  const { data, error, refetch } = useQuery(clusterQuery(place, search.until));
  const root = data?.cluster.root ?? cluster;
  const network = networkOfChain(chain);
  useDocumentTitle(`Cluster of ${shorten(root)} · Exchange lookup`);
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs
        items={[{ label: 'Exchange lookup', href: lookupUrl() }, { label: getChain(chain).name }, { label: 'Cluster' }]}
      />
      <h1 className="tm-title xl-clustertitle">
        Cluster of <span className="tm-mono">{root}</span> <CopyButton value={root} what="address" size="sm" />
      </h1>
      {error && (
        <ErrorPanel error={error} what="This cluster" onRetry={() => void refetch()}>
          {AppError.is(error, 'not-found') && network && (
            <p>
              Clusters contain only addresses of indexed blocks. Labels may still name it:{' '}
              <AppLink href={attributionUrl(network, cluster)}>look the address up</AppLink>.
            </p>
          )}
        </ErrorPanel>
      )}
      {!data && !error && (
        <>
          <ViewSwitch view={place.view} toHref={(view) => place.linkTo({ view })} />
          <Skeleton what="cluster">
            <FigureBars count={5} />
            <div style={{ height: 40 }} />
            <RowBars rows={8} columns={['160px', '90px', '90px', '40px']} />
          </Skeleton>
        </>
      )}
      {data && (
        <>
          <ClusterHead place={place} answer={data} />
          <section>
            <Tabs
              label="Parts of the cluster"
              current={search.tab ?? 'members'}
              items={listTabs({ place, answer: data })}
            />
            <div className="xl-tab">
              <OpenTab place={place} answer={data} />
            </div>
          </section>
          <KnowledgeLine labels={data.labels} rules={data.rules} />
        </>
      )}
    </div>
  );
}
