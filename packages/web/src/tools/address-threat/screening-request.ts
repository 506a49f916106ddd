import {
  DEFAULT_SCREENING_BUDGET,
  DEFAULT_SCREENING_HOPS,
  DEFAULT_SCREENING_SHARE_PPM,
} from '@trailmark/api/contract/screening-wire';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { endSeconds, formatMoment, startSeconds } from '../../format/moment.ts';
import { formatCount } from '../../format/number.ts';
import type { METHOD_NAMES, ThreatSearch } from './search.ts';
import { formatShare } from './threat-words.ts';

type MethodName = (typeof METHOD_NAMES)[number];
type Subject = ScreeningRequest['subject'];

export const MAX_HOPS = 20;
const LEAST_HOPS = 2;
const MILLION = 1_000_000;
const LEAST_BUDGET = 100;
const MOST_BUDGET = 100_000;

const within = (value: number | undefined, fallback: number, least: number, most: number): number =>
  value === undefined ? fallback : Math.min(most, Math.max(least, value));

const split = (text: string | undefined): string[] => (text ?? '').split(',').filter((part) => part !== '');

/** The subject of the address bar; undefined where it names none. */
export function subjectOf({ chain, address, tx }: ThreatSearch): { chain: ChainId; subject: Subject } | undefined {
  if (chain === undefined) return undefined;
  if (address !== undefined) return { chain, subject: { kind: 'address', text: address } };
  return tx === undefined ? undefined : { chain, subject: { kind: 'transaction', text: tx } };
}

/** The options of a request, with every default filled in. */
export function toOptions(search: ThreatSearch): Omit<ScreeningRequest, 'chain' | 'subject'> & {
  readonly method: `${MethodName}/1`;
  readonly ways: ('in' | 'out')[];
  readonly withoutLabels: string[];
  readonly withoutRules: string[];
} {
  const { ways, asset, method, hops, share, amount, from, to, budget, cluster, swaps, services } = search;
  return {
    ways: ways === undefined ? ['in', 'out'] : [ways],
    asset: asset === undefined ? null : asset === 'coin' ? NATIVE_ASSET : asset,
    method: `${method ?? 'haircut'}/1`,
    maxHops: within(hops, DEFAULT_SCREENING_HOPS, LEAST_HOPS, MAX_HOPS),
    minSharePpm: within(share, DEFAULT_SCREENING_SHARE_PPM, 0, MILLION),
    minAmount: BigInt(amount ?? 0),
    fromTime: (from === undefined ? undefined : startSeconds(from)) ?? null,
    toTime: (to === undefined ? undefined : endSeconds(to)) ?? null,
    budget: within(budget, DEFAULT_SCREENING_BUDGET, LEAST_BUDGET, MOST_BUDGET),
    withCluster: cluster === 'yes',
    followSwaps: swaps === 'yes',
    ...(services === 'through' ? { throughServices: true as const } : {}),
    withoutLabels: split(search.withoutLabels),
    withoutRules: split(search.withoutRules),
  };
}

export type AskedScreening = ReturnType<typeof toOptions> & { readonly chain: ChainId; readonly subject: Subject };

/** The request to the server; undefined where the address bar names no subject. */
export function toRequest(search: ThreatSearch): AskedScreening | undefined {
  const named = subjectOf(search);
  return named && { ...named, ...toOptions(search) };
}

const unless = <T>(value: T, fallback: T): T | undefined => (value === fallback ? undefined : value);

/** What the address bar says for a request, defaults left out: the inverse of `toRequest`. */
export function toSearch(request: ScreeningRequest): ThreatSearch {
  const { chain, subject, ways, asset, method, maxHops, minSharePpm, minAmount, fromTime, toTime, budget } = request;
  const name = method.split('/')[0] as MethodName;
  return {
    chain,
    [subject.kind === 'address' ? 'address' : 'tx']: subject.text,
    ways: ways.length === 1 ? ways[0] : undefined,
    asset: asset === null ? undefined : asset === NATIVE_ASSET ? 'coin' : asset,
    method: unless(name, 'haircut'),
    hops: unless(maxHops, DEFAULT_SCREENING_HOPS),
    share: unless(minSharePpm, DEFAULT_SCREENING_SHARE_PPM),
    amount: unless(minAmount.toString(), '0'),
    from: fromTime === null ? undefined : formatMoment(fromTime),
    to: toTime === null ? undefined : formatMoment(toTime),
    budget: unless(budget, DEFAULT_SCREENING_BUDGET),
    cluster: request.withCluster ? 'yes' : undefined,
    swaps: request.followSwaps ? 'yes' : undefined,
    services: request.throughServices === true ? 'through' : undefined,
    withoutRules: request.withoutRules.join(',') || undefined,
    withoutLabels: request.withoutLabels.join(',') || undefined,
  };
}

const METHOD_WORDS: Readonly<Record<MethodName, string>> = {
  haircut: 'Haircut',
  fifo: 'FIFO',
  lifo: 'LIFO',
  poison: 'Poison',
};

/** "Haircut" of `haircut/1`; the id itself where it is another. */
export function nameMethod(method: string): string {
  return METHOD_WORDS[method.split('/')[0] as MethodName] ?? method;
}

/** Options in one line: "Received and sent, all assets, haircut, 5 hops, payments from 0.1 %". */
export function describeOptions(search: ThreatSearch): string {
  const { ways, asset, method, maxHops, minSharePpm, minAmount, withCluster, followSwaps, throughServices } =
    toOptions(search);
  const parts = [
    ...(withCluster ? ['With its cluster'] : []),
    ways.length === 2 ? 'received and sent' : ways[0] === 'in' ? 'received only' : 'sent only',
    asset === null ? 'most used assets' : asset === NATIVE_ASSET ? 'the coin' : `asset ${asset.slice(0, 10)}`,
    nameMethod(method),
    `${maxHops} hops`,
    ...(followSwaps ? ['trades followed'] : []),
    ...(throughServices === true ? ['behind services'] : []),
    minSharePpm === 0 ? 'every payment' : `payments from ${formatShare(minSharePpm)}`,
    ...(minAmount > 0n ? [`from ${formatCount(Number(minAmount))} units`] : []),
    search.from || search.to ? `${search.from ?? 'first'} to ${search.to ?? 'last'}` : 'all time',
  ];
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A request as it travels when it is pinned in a case: the case keeps the answer, and no second copy is stored. */
export function toPinned({ minAmount, ...request }: ScreeningRequest): object {
  return { ...request, minAmount: minAmount.toString(), keep: false };
}
