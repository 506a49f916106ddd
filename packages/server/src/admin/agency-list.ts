import type { adminAgencyRoutes } from '@trailmark/api/contract/admin-agencies';
import type { RouteOutput } from '@trailmark/api/route';
import { listAdminAgencies } from '@trailmark/store/cases/admin/agency-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';

/** Every agency of the installation, with its domains. */
export async function listAgencies(
  casework: CaseworkContext,
  caller: Caller,
): Promise<RouteOutput<typeof adminAgencyRoutes.listAgencies>['items']> {
  const rows = await read(casework, caller, listAdminAgencies);
  return rows.map(({ createdAt, domains, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    domains: [...domains],
  }));
}
