import type { sourceRoutes } from '@trailmark/api/contract/source';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { CHAIN_IDS } from '@trailmark/core/chain';
import { listOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { decodePlace, toPage } from '../answers/page-cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { listSourceStatus } from './source-status.ts';

type Routes = typeof sourceRoutes;

const LIST = 'outbound-requests';

/** Every source of a chain and whether it is enabled. */
export function listSources(
  casework: CaseworkContext,
  caller: Caller,
  { chain }: RouteInput<Routes['listSources']>['query'],
): Promise<RouteOutput<Routes['listSources']>['items']> {
  return read(casework, caller, (tx) => listSourceStatus(tx, chain));
}

/** A page of the requests that left this server, the latest first. */
export function listSourceRequests(
  casework: CaseworkContext,
  caller: Caller,
  { source, cursor, limit }: RouteInput<Routes['listSourceRequests']>['query'],
): Promise<RouteOutput<Routes['listSourceRequests']>> {
  const after = decodePlace(LIST, cursor);
  return read(casework, caller, async (tx) => {
    const found = await listOutboundRequests(tx, { source }, { after, limit: limit + 1 });
    const { rows, next } = toPage(LIST, found, limit);
    const items = rows.map(({ place: _, sourceId, chain, askedAt, caseId, caseNumber, ...row }) => ({
      ...row,
      case: caseId === null || caseNumber === null ? null : { id: caseId, number: caseNumber },
      source: sourceId,
      chain: CHAIN_IDS.find((id) => id === chain) ?? null,
      askedAt: Math.floor(askedAt.getTime() / 1000),
    }));
    return { items, next };
  });
}
