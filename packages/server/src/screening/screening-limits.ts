import { chainName } from '@trailmark/chains/account-catalogue';
import { groupDigits as count } from '@trailmark/core/group-digits';
import type { ScreenedCluster, ScreeningRequest } from '@trailmark/core/screening/screening';
import type { MeasuredAsset } from './measure-asset.ts';

/** What of a cluster was not read, and which part of the answer is of the address alone. */
function describeCluster({ chain, subject, withCluster }: ScreeningRequest, cluster: ScreenedCluster | null): string[] {
  if (!withCluster) return [];
  if (subject.kind === 'transaction') return ['A transaction has no cluster: only its own payments were read.'];
  if (!cluster) return [`No clusters are calculated for ${chainName(chain)}: only the address itself was screened.`];
  const { size, read, unread } = cluster;
  if (size === 1) return [`No rule joins another address with this one: the cluster is the address itself.`];
  const left = `${count(unread.count)} of the ${count(size)} addresses of the cluster were not read: the ${count(read.length)} that received most were. Payments through the others can be one hop further away here than they are.`;
  return [
    ...(unread.count > 0 ? [left] : []),
    'Patterns of payments were looked for in the history of the address itself, peel chains in all traced payments.',
  ];
}

/** What following behind services means for every figure. */
function describeServices({ throughServices }: ScreeningRequest): string[] {
  return throughServices === true
    ? [
        'Trails went on behind services, which are therefore no exposure here. What one customer pays in and another takes out is joined only by the pool of the service: a lead, and no connection between the two.',
      ]
    : [];
}

/** Kinds of parties behind which money continues as another asset, or on another chain. */
const has = (measured: readonly MeasuredAsset[], categories: readonly string[]): boolean =>
  measured.some(({ exposure, traded }) =>
    [exposure, ...traded].some(({ parties }) => parties.some(({ category }) => categories.includes(category))),
  );

/** What was not followed where one asset became another, or left the chain. */
function describeTrades({ followSwaps }: ScreeningRequest, measured: readonly MeasuredAsset[]): string[] {
  const isUndecoded = measured.some(({ exposure }) =>
    exposure.remainders.some(({ remainder }) => remainder === 'undecoded'),
  );
  const left = measured.reduce((sum, { tradedLeft }) => sum + tradedLeft, 0);
  const stated = measured.some(({ traded }) => traded.length > 0);
  return [
    ...(!followSwaps && (isUndecoded || has(measured, ['dex', 'defi']))
      ? [
          'Trades of one asset for another were not followed: what was traded ends at the exchange that a label names, or is undecoded. Following them is an option.',
        ]
      : []),
    ...(stated
      ? [
          'Trades that a known protocol proves were followed. What they made is stated in the other asset, with shares of what was traded: rules of a share do not read it.',
        ]
      : []),
    ...(left > 0 ? [`${count(left)} further assets that trades led to are not stated.`] : []),
    ...(has(measured, ['bridge'])
      ? ['Bridges were not followed: what left over a bridge is exposure to the bridge. Coin flow can follow it.']
      : []),
  ];
}

interface LimitParts {
  readonly request: ScreeningRequest;
  readonly cluster: ScreenedCluster | null;
  readonly measured: readonly MeasuredAsset[];
  /** Assets that were not screened. */
  readonly left: number;
  /** The history is whole. */
  readonly isWhole: boolean;
  /** What makes exposure of the subject say less than it seems to. */
  readonly nature: readonly string[];
}

/** Sentences on what was not read. */
export function listLimits({ request, cluster, measured, left, isWhole, nature }: LimitParts): string[] {
  const partial = measured.some(({ exposure }) => exposure.sides.some((side) => side.isPartial));
  const others = left === 1 ? 'One further asset of the subject was' : `${left} further assets of the subject were`;
  // Both directions and several assets can miss the same.
  const sentences = [
    ...nature,
    ...measured.flatMap(({ missing }) => missing),
    ...describeCluster(request, cluster),
    ...describeServices(request),
    ...describeTrades(request, measured),
    ...(left > 0 ? [`${others} not screened: a token nobody vouches for, or beyond the limit.`] : []),
    ...(partial ? ['The limit of transactions ended the search: the rest is in the table as not read.'] : []),
    ...(isWhole
      ? []
      : [
          'The history is incomplete in the index, or too long to read: patterns that need all of it were not looked for.',
        ]),
    ...measured.flatMap(({ exposure }) => exposure.sides.flatMap(({ gaps }) => gaps)),
  ];
  return [...new Set(sentences)];
}
