import type { AddressLabels } from '@trailmark/api/contract/label';
import type { OutputChainId } from '@trailmark/core/chain';
import type { ReactNode } from 'react';
import type { AddressKnowledge } from '../address-knowledge.ts';
import { traitsOf } from '../format/chain-traits.ts';
import { formatConfidence, formatDayText, shortenSource } from '../format/label-words.ts';
import { formatCount, formatPlural } from '../format/number.ts';
import { attributionUrl, clusterUrl } from '../url.ts';
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
  labels: { network, address, claims, sanctions, isContradictory },
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
      {sanctions === 'listed' && <b className="tm-b">On the OFAC SDN list held. </b>}
      <CategoryGlyph category={first.category} /> <LabelClaimText claim={first} />{' '}
      <span className="tm-t3">
        {shortenSource(first.source).slice(0, 60)}, {formatDayText(first.asOf) ?? 'date not stated'},{' '}
        {formatConfidence(first.confidence)}.
      </span>{' '}
      {isContradictory && 'Sources contradict each other. '}
      <AppLink href={attributionUrl(network, address)}>
        {claims.length === 1 ? 'Whose it is' : `All ${formatCount(claims.length)} claims`}
      </AppLink>
    </>
  );
}

/** What rules conclude and what sources claim about an address, as statements with their marks. */
export function listAddressKnowledge({ chain, labels, clusters }: AddressKnowledge): readonly Statement[] {
  const traits = traitsOf(chain);
  return [
    ...(clusters && traits.hasClusters
      ? [{ kind: 'inference' as const, text: <ClusterText chain={traits.id} {...clusters} /> }]
      : []),
    ...(labels
      ? [{ kind: 'claim' as const, text: <ClaimText labels={labels} hasNearest={traits.hasClusters} /> }]
      : []),
  ];
}
