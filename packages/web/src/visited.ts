import { findTraits } from '@trailmark/chains/chain-traits';
import type { Visited, VisitRow } from './home.ts';
import { addressSearchUrl, caseUrl, coinFlowUrl, entityUrl, transactionUrl } from './url.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ON_CHAIN = /^\/(?:address-search|Track)\/([a-z-]+)\/(?:(address|tx)\/)?([^/]+)$/;
const ENTITY = /^\/exchange-lookup\/entity\/([^/]+)$/;
const CASE = new RegExp(`^/agency-cases/(${UUID})(?:/|$)`);
const FLOW = new RegExp(`^/coin-flow/(${UUID})$`);

/** What a page is about, by its address; undefined for pages about nothing that is remembered. */
export function toVisited(pathname: string): Visited | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  const [, chainText = '', place, id = ''] = ON_CHAIN.exec(path) ?? [];
  const chain = findTraits(chainText);
  const isOfTrack = path.startsWith('/Track/');
  if (chain && isOfTrack === (place !== undefined)) {
    return { kind: place === 'tx' ? 'transaction' : 'address', chain: chain.id, id: decodeURIComponent(id) };
  }
  const entity = ENTITY.exec(path)?.[1];
  if (entity !== undefined) return { kind: 'entity', chain: null, id: decodeURIComponent(entity) };
  const ofCase = CASE.exec(path)?.[1];
  if (ofCase !== undefined) return { kind: 'case', chain: null, id: ofCase };
  const flow = FLOW.exec(path)?.[1];
  return flow === undefined ? undefined : { kind: 'flow', chain: null, id: flow };
}

/** Where it opens again. */
export function visitedUrl({ kind, chain, id }: Visited): string {
  if (chain !== null)
    return kind === 'transaction' ? transactionUrl(chain, id) : addressSearchUrl({ chain, address: id });
  if (kind === 'case') return caseUrl(id);
  return kind === 'flow' ? coinFlowUrl(id) : entityUrl(id);
}

/** One word for its kind, of things without a chain. */
export const VISIT_WORDS: Readonly<Record<VisitRow['kind'], string>> = {
  address: 'address',
  transaction: 'transaction',
  entity: 'organisation',
  case: 'case',
  flow: 'coin flow',
};
