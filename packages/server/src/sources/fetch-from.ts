import type { sourceRoutes } from '@trailmark/api/contract/source';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { getOnDemandSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import { type FetchJob, fetchAddress, noHost } from './fetch-address.ts';
import type { SourceHost } from './source-host.ts';
import { turnsOf } from './turns.ts';

type Route = (typeof sourceRoutes)['fetchAddress'];

/** Fetches an address from a source by the source's id. Throws `unavailable` for a server without chains to fetch into. */
export async function fetchFrom(
  id: string,
  { host, ...job }: Omit<FetchJob, 'host' | 'source' | 'turns'> & { readonly host: SourceHost | undefined },
  body: RouteInput<Route>['body'],
): Promise<RouteOutput<Route>> {
  const source = getOnDemandSource(id);
  if (!host) throw noHost();
  return fetchAddress({ ...job, host, source, turns: turnsOf(host) }, { body });
}
