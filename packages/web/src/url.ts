import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import type { NetworkId } from '@trailmark/core/network';
import type { CourseLevel } from '@trailmark/core/training/level';
import {
  type ExplorerAddressSearch,
  stringifySearch,
  type TrackSearch,
  type TransactionSearch,
} from './search-params.ts';

/** Path segments that the specification fixes, exact case. Dashboard items and their order are in shell/tool-menu.ts. */
export const PATHS = {
  home: '/',
  track: '/Track',
  addressSearch: '/address-search',
  exchangeLookup: '/exchange-lookup',
  coinFlow: '/coin-flow',
  agencyCases: '/agency-cases',
  enhancedReport: '/enhanced-report',
  scamSubmission: '/scam-submission',
} as const;

/** Reached from the search palette and from the top bar while a job is open; it is in no menu. */
export const JOBS_PATH = '/jobs';

/** Opened by a key and by the bell of the top bar. */
export const ALERTS_PATH = '/address-monitoring/alerts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

const segment = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':');

export function homeUrl(): string {
  return PATHS.home;
}

/** The public explorer; with `q` it opens on the answer of that search. */
export function trackUrl(search: Loose<TrackSearch> = {}): string {
  return `${PATHS.track}${stringifySearch(search)}`;
}

export function addressUrl(chain: ChainId, address: string, search: Loose<ExplorerAddressSearch> = {}): string {
  return `${PATHS.track}/${chain}/address/${segment(address)}${stringifySearch(search)}`;
}

/** `height` distinguishes the blocks of a txid that was mined twice (BIP 30). `output` or `input` scrolls to that row. */
export function transactionUrl(
  chain: ChainId,
  txid: string,
  options: Loose<TransactionSearch> & { readonly output?: number; readonly input?: number } = {},
): string {
  const { output, input, ...search } = options;
  const anchor = output === undefined ? (input === undefined ? '' : `#in-${input}`) : `#out-${output}`;
  return `${PATHS.track}/${chain}/tx/${segment(txid)}${stringifySearch(search)}${anchor}`;
}

/** `block` is a height or a hash. */
export function blockUrl(chain: ChainId, block: number | string): string {
  return `${PATHS.track}/${chain}/block/${segment(String(block))}`;
}

/** Jobs of the reader; with `all`, those an administrator looks after. */
export function jobsUrl(search: { readonly scope?: 'all' } = {}): string {
  return `${JOBS_PATH}${stringifySearch(search)}`;
}

/** The dashboard's address history search: the form, or with `chain` and `address` one address's history. */
export function addressSearchUrl(
  target?: { readonly chain: ChainId; readonly address: string },
  search: object = {},
): string {
  const path = target ? `${PATHS.addressSearch}/${target.chain}/${segment(target.address)}` : PATHS.addressSearch;
  return `${path}${stringifySearch(search)}`;
}

/** The dashboard's exchange lookup: the form, or with `q` its answer. */
export function lookupUrl(search: object = {}): string {
  return `${PATHS.exchangeLookup}${stringifySearch(search)}`;
}

/** Whose address it is, with the evidence. */
export function attributionUrl(network: NetworkId, address: string, search: object = {}): string {
  return `${PATHS.exchangeLookup}/${network}/${segment(address)}${stringifySearch(search)}`;
}

/** The directory of organisations, or one of them. */
export function entityUrl(actor?: string, search: object = {}): string {
  const path = actor === undefined ? '' : `/${segment(actor)}`;
  return `${PATHS.exchangeLookup}/entity${path}${stringifySearch(search)}`;
}

/** A cluster, named by any of its addresses; `root` keeps the link true in other installations. */
export function clusterUrl(chain: OutputChainId, cluster: string | number, search: object = {}): string {
  return `${PATHS.exchangeLookup}/cluster/${chain}/${segment(String(cluster))}${stringifySearch(search)}`;
}

/** Label packs and their versions. */
export function labelPacksUrl(search: object = {}): string {
  return `${PATHS.exchangeLookup}/packs${stringifySearch(search)}`;
}

/** The start page of coin flow, or a saved flow. */
export function coinFlowUrl(flow?: string, search: object = {}): string {
  return `${PATHS.coinFlow}${flow === undefined ? '' : `/${segment(flow)}`}${stringifySearch(search)}`;
}

/** The start page with what a trace begins with in place: an address, a txid, or `txid:vout`. */
export function followUrl(chain: ChainId, start: string): string {
  return coinFlowUrl(undefined, { start, chain });
}

/** Where one search hit opens: in the explorer, or (addresses only) in the dashboard's history search. */
export function searchHitUrl(
  hit: { readonly kind: string; readonly chain: ChainId; readonly id: string },
  place: 'explorer' | 'dashboard',
): string {
  if (hit.kind === 'transaction') return transactionUrl(hit.chain, hit.id);
  if (hit.kind === 'block') return blockUrl(hit.chain, hit.id);
  if (hit.kind === 'key') return addressSearchUrl(undefined, { chain: hit.chain, q: hit.id });
  if (place === 'dashboard') return addressSearchUrl({ chain: hit.chain, address: hit.id });
  return addressUrl(hit.chain, hit.id);
}

const COURSE_PATHS: Readonly<Record<CourseLevel, string>> = {
  essentials: 'cryptocurrencyessentials',
  intermediate: 'intermediate',
  advanced: 'AdvancedCrypto',
};

/** The course overview; whoever is signed in has one with enrolments and labs. */
export function trainingUrl(isSignedIn = false): string {
  return isSignedIn ? '/access/training' : '/training';
}

/** A course's page. The third has one address only. */
export function courseUrl(level: CourseLevel, isSignedIn = false): string {
  return `${trainingUrl(isSignedIn && level !== 'advanced')}/${COURSE_PATHS[level]}`;
}

/** Dates of courses. */
export function scheduleUrl(search: object = {}): string {
  return `/training/schedule${stringifySearch(search)}`;
}

/** A report of a scam, in the queue of the agency. */
export function scamReportUrl(report: string): string {
  return `${PATHS.scamSubmission}${stringifySearch({ report })}`;
}

/** The list of enhanced reports. */
export function reportsUrl(): string {
  return PATHS.enhancedReport;
}

/** An enhanced report of a case. */
export function reportUrl(caseId: string, report: string): string {
  return [PATHS.enhancedReport, segment(caseId), segment(report)].join('/');
}

/** A tab of a case, and a part of the tab such as an exhibit: `/agency-cases/<id>/evidence/EV-02`. */
export function caseUrl(id: string, tab?: string, part?: string, search: object = {}): string {
  const parts = [PATHS.agencyCases, segment(id), ...(tab ? [segment(tab)] : []), ...(part ? [segment(part)] : [])];
  return `${parts.join('/')}${stringifySearch(search)}`;
}
