import { useQuery } from '@tanstack/react-query';
import type { Attribution } from '@trailmark/api/contract/lookup';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { CLUSTER_VIEWS, type ClusterView } from '@trailmark/core/cluster';
import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { clusterUrl } from '../../url.ts';
import { clusterQuery } from './queries.ts';
import { VIEW_NAMES } from './view-switch.tsx';

type ClusterAnswer = Answer<'getCluster'>;

const TOO_MANY = 'There are too many members to add up in time.';
const LOADING = <span className="tm-t3">…</span>;

interface ViewLine {
  readonly name: string;
  readonly cell: (answer: ClusterAnswer, chain: OutputChainId) => ReactNode;
}

const LINES: readonly ViewLine[] = [
  {
    name: 'Rules',
    cell: ({ links }) =>
      links.byRule.length === 0
        ? 'none: one address alone'
        : links.byRule.map(({ rule }) => `${rule.id} v${rule.version}`).join(', '),
  },
  {
    name: 'Received',
    cell: ({ totals }, chain) => (
      <Amount
        units={totals?.received ?? null}
        decimals={getChain(chain).decimals}
        symbol={getChain(chain).symbol}
        reason={TOO_MANY}
      />
    ),
  },
  {
    name: 'Balance',
    cell: ({ totals }, chain) => (
      <Amount
        units={totals?.balance ?? null}
        decimals={getChain(chain).decimals}
        symbol={getChain(chain).symbol}
        reason={totals ? 'Blocks that could change it are not indexed.' : TOO_MANY}
      />
    ),
  },
  {
    name: 'Labels inside',
    cell: ({ claims: [first], claimCount }) =>
      first ? (
        <>
          <LabelClaimText claim={first} length={24} />
          {claimCount > 1 && <span className="tm-t3"> +{formatCount(claimCount - 1)}</span>}
        </>
      ) : (
        <Missing reason="No pack in force names a member.">no label</Missing>
      ),
  },
];

export interface TwoViewsProps {
  readonly chain: OutputChainId;
  readonly address: string;
  readonly clusters: Attribution['clusters'];
}

function SizeCell({ chain, reference }: { chain: OutputChainId; reference: Attribution['clusters'][ClusterView] }) {
  if (!reference) {
    return <Missing reason="The address is not in the blocks that the clusters cover yet.">not covered</Missing>;
  }
  return (
    <AppLink href={clusterUrl(chain, reference.root, { view: reference.view })}>
      <b>{formatPlural(reference.size, 'address', 'addresses')}</b>
    </AppLink>
  );
}

/** Both clusters of an address, always named together: the one for a court and the one for leads. */
export function TwoViews({ chain, address, clusters }: TwoViewsProps) {
  const conservative = useQuery({
    ...clusterQuery({ chain, cluster: address, view: 'conservative' }),
    enabled: clusters.conservative !== null,
  });
  const expanded = useQuery({
    ...clusterQuery({ chain, cluster: address, view: 'expanded' }),
    enabled: clusters.expanded !== null,
  });
  const answers = { conservative, expanded };
  const hasNone = clusters.conservative === null && clusters.expanded === null;
  return (
    <section>
      <h2 className="tm-h">Two views, always</h2>
      <table className="xl-compare">
        <caption className="tm-sr">The cluster of the address in both views</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="tm-sr">What</span>
            </th>
            {CLUSTER_VIEWS.map((view) => (
              <th key={view} scope="col">
                {VIEW_NAMES[view].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Size</th>
            {CLUSTER_VIEWS.map((view) => (
              <td key={view}>
                <SizeCell chain={chain} reference={clusters[view]} />
              </td>
            ))}
          </tr>
          {(hasNone ? [] : LINES).map(({ name, cell }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {CLUSTER_VIEWS.map((view) => {
                const { data, error } = answers[view];
                if (clusters[view] === null) return <td key={view}>–</td>;
                if (error) {
                  return (
                    <td key={view}>
                      <Missing reason={error.message} />
                    </td>
                  );
                }
                return <td key={view}>{data ? cell(data, chain) : LOADING}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="tm-t3 tm-sm">
        {VIEW_NAMES.conservative.use} {VIEW_NAMES.expanded.use}
      </p>
    </section>
  );
}
