import { getChain } from '@trailmark/chains/catalogue';
import { networkOfChain } from '@trailmark/core/network';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { type KeyFigure, KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { attributionUrl } from '../../url.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { UntilForm, UntilNote } from './cluster-until.tsx';
import { formatRule } from './rule-text.tsx';
import { VIEW_NAMES, ViewSwitch } from './view-switch.tsx';

export type ClusterAnswer = Answer<'getCluster'>;

const TOO_MANY = 'There are too many members to add up in time.';
const NEVER = 'No member occurs in an indexed block.';

function listFigures({ chain }: ClusterPlace, { cluster, totals, links }: ClusterAnswer): readonly KeyFigure[] {
  const { decimals, symbol } = getChain(chain);
  const sum = (units: bigint | null | undefined, reason = TOO_MANY) => (
    <Amount units={units ?? null} decimals={decimals} symbol={symbol} reason={reason} />
  );
  return [
    {
      label: 'Size',
      value: formatPlural(cluster.size, 'address', 'addresses'),
      note: `${formatPlural(links.count, 'link')} recorded`,
    },
    {
      label: 'Balance',
      value: sum(totals?.balance, totals ? 'Blocks that could change it are not indexed.' : TOO_MANY),
      note: 'sum over the members',
    },
    { label: 'Received', value: sum(totals?.received), note: 'between members too' },
    { label: 'Sent', value: sum(totals?.sent), note: 'between members too' },
    {
      label: 'First, last seen',
      value: <Time seconds={totals?.firstTime ?? null} reason={totals ? NEVER : TOO_MANY} />,
      note: <Time seconds={totals?.lastTime ?? null} reason={totals ? NEVER : TOO_MANY} />,
      small: true,
    },
  ];
}

function Rules({ links: { byRule } }: Pick<ClusterAnswer, 'links'>) {
  if (byRule.length === 0) return <>No rule joins it to another: a cluster of one address.</>;
  return (
    <>
      Made by{' '}
      {byRule.map(({ rule, count }, i) => (
        <span key={`${rule.id}${rule.version}`} title={rule.name}>
          {i > 0 && ', '}
          <b>{formatRule(rule)}</b> ({formatPlural(count, 'link')}, confidence {rule.confidence})
        </span>
      ))}
      .
    </>
  );
}

function Weakest({ place, answer }: { readonly place: ClusterPlace; readonly answer: ClusterAnswer }) {
  const { weakest } = answer.links;
  if (!weakest) return null;
  return (
    <p className="xl-weakest">
      <b>Weakest link:</b> {weakest.rules.map(formatRule).join(', ')}, confidence {weakest.confidence}, in{' '}
      <Hash value={weakest.txid} kind="transaction" href={place.linkTo({ tab: 'what-if', txs: weakest.txid })} /> at
      height {formatCount(weakest.height)}. The link opens what falls away without it.
    </p>
  );
}

/** The cluster as a whole: which view, how large, what made it, and how well it holds. */
export function ClusterHead({ place, answer }: { readonly place: ClusterPlace; readonly answer: ClusterAnswer }) {
  const { cluster, other, rules, coverage, claims, claimCount } = answer;
  const network = networkOfChain(place.chain);
  const counts = {
    [cluster.view]: formatCount(cluster.size),
    [other.view]: formatCount(other.size),
  };
  return (
    <>
      <div className="tm-row tm-wrap">
        <ViewSwitch view={place.view} counts={counts} toHref={(view) => place.linkTo({ view })} />
        <span className="tm-t3 tm-sm tm-grow">{VIEW_NAMES[place.view].use}</span>
        <UntilForm place={place} />
        <AddToCase
          of={{
            kind: 'cluster',
            input: { params: { chain: place.chain, cluster: cluster.root }, query: { view: cluster.view } },
            what: `the cluster of ${cluster.root}`,
          }}
        />
      </div>
      <ul className="tm-says">
        <li>
          <EvidenceMark kind="inference" withWord />
          <span>
            <Rules links={answer.links} /> First member:{' '}
            <Hash
              value={cluster.root}
              kind="address"
              {...(network ? { href: attributionUrl(network, cluster.root) } : {})}
            />
            , cluster {formatCount(cluster.id)} of this index.
          </span>
        </li>
        <li>
          <EvidenceMark kind="claim" withWord />
          <span>
            {claimCount === 0 ? (
              <Missing reason="No pack in force names a member. That says nothing about the cluster.">no label</Missing>
            ) : (
              `${formatPlural(claimCount, 'claim')} about members, ${claims.length < claimCount ? 'the first ' : ''}${formatCount(claims.length)} in the tab Labels.`
            )}
          </span>
        </li>
      </ul>
      <UntilNote place={place} height={answer.untilHeight} />
      {rules.state === 'building' && (
        <p className="xl-warnings-line" role="status">
          <b>Clusters are still being built.</b> They cover the ledger up to height{' '}
          {rules.height === null ? 'none yet' : formatCount(rules.height)}, {Math.floor(rules.progress * 100)} % of it.
          Later links are not in these figures.
        </p>
      )}
      <CoverageBanner
        coverage={{
          ...coverage,
          gaps: coverage.gaps.filter(({ kind }) => kind === 'stopped-early' || kind === 'heights-missing'),
        }}
      />
      <KeyFigures figures={listFigures(place, answer)} />
      <Weakest place={place} answer={answer} />
    </>
  );
}
