import type { AddressLabels } from '@trailmark/api/contract/label';
import type { OutputChainId } from '@trailmark/core/chain';
import type { ReactNode } from 'react';
import type { AddressKnowledge } from '../address-knowledge.ts';
import { traitsOf } from '../format/chain-traits.ts';
import { formatStanding } from '../format/label-words.ts';
import { formatCount, formatPlural } from '../format/number.ts';
import { attributionUrl, clusterUrl } from '../url.ts';
import { AgencyStatementText } from './agency-statement-text.tsx';
import { AppLink } from './app-link.tsx';
import { CategoryGlyph } from './category-glyph.tsx';
import type { Evidence } from './evidence-mark.tsx';
import { LabelClaimText } from './label-claim-text.tsx';
import { Missing } from './missing.tsx';

interface Statement {
  readonly kind: Evidence;
  readonly text: ReactNode;
}

function ClusterText({
  chain,
  conservative,
  expanded,
}: { chain: OutputChainId } & NonNullable<AddressKnowledge['clusters']>) {
  if (!conservative || !expanded) {
    return <>No cluster: the address is not in the blocks that the clusters cover.</>;
  }
  if (conservative.size === 1 && expanded.size === 1) {
    return <>No cluster: no rule joins it to another address, in the conservative view or the expanded one.</>;
  }
  return (
    <>
      Cluster of{' '}
      <AppLink href={clusterUrl(chain, conservative.root)}>
        {formatPlural(conservative.size, 'address', 'addresses')}
      </AppLink>{' '}
      (conservative, number {formatCount(conservative.id)}),{' '}
      <AppLink href={clusterUrl(chain, expanded.root, { view: 'expanded' })}>
        {formatPlural(expanded.size, 'address', 'addresses')}
      </AppLink>{' '}
      (expanded).
    </>
  );
}

function ClaimText({
  labels: { network, address, claims, isContradictory },
  hasNearest,
}: {
  readonly labels: AddressLabels;
  readonly hasNearest: boolean;
}) {
  const [first] = claims;
  if (!first) {
    return (
      <>
        <Missing reason="No pack in force says anything about this address. That does not clear it.">no label</Missing>{' '}
        {hasNearest && <AppLink href={attributionUrl(network, address)}>Look for the nearest service</AppLink>}
      </>
    );
  }
  return (
    <>
      <CategoryGlyph category={first.category} /> <LabelClaimText claim={first} />{' '}
      <span className="tm-t3">{formatStanding(first)}.</span> {isContradictory && 'Sources contradict each other. '}
      <AppLink href={attributionUrl(network, address)}>
        {claims.length === 1 ? 'Whose it is' : `All ${formatCount(claims.length)} claims`}
      </AppLink>
    </>
  );
}

/** Entries of a sanctions list, the current ones first: facts about that list. */
function listListings({ claims }: AddressLabels): readonly Statement[] {
  const listings = claims.flatMap(({ listing }) => listing ?? []);
  const sorted = listings.toSorted((a, b) => Number(a.listedTo !== null) - Number(b.listedTo !== null));
  return [...new Set(sorted.map(({ statement }) => statement))].map((statement) => ({
    kind: 'fact',
    text: (
      <>
        <CategoryGlyph category="sanctioned" /> <b className="tm-b">{statement}</b>
      </>
    ),
  }));
}

/** What rules conclude and what lists and sources state about an address, as statements with their marks. */
export function listAddressKnowledge({ chain, labels, clusters }: AddressKnowledge): readonly Statement[] {
  const traits = traitsOf(chain);
  const claims = labels?.claims.filter(({ listing }) => listing === undefined) ?? [];
  const hasClaims = labels && (claims.length > 0 || labels.claims.length === 0);
  return [
    ...(labels ? listListings(labels) : []),
    ...(clusters && traits.hasClusters
      ? [{ kind: 'inference' as const, text: <ClusterText chain={traits.id} {...clusters} /> }]
      : []),
    ...(hasClaims
      ? [
          {
            kind: 'claim' as const,
            text: <ClaimText labels={{ ...labels, claims }} hasNearest={traits.hasClusters} />,
          },
        ]
      : []),
    ...(labels?.ofAgency ?? []).map((statement) => ({
      kind: 'claim' as const,
      text: <AgencyStatementText statement={statement} />,
    })),
  ];
}
