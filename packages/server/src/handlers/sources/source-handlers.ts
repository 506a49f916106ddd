import { sourceRoutes } from '@trailmark/api/contract/source';
import { allowFetch } from '../../cases/case-sources.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { changeSource } from '../../sources/change-source.ts';
import { noHost } from '../../sources/fetch-address.ts';
import { startFetches } from '../../sources/fetch-addresses-job.ts';
import { fetchFrom } from '../../sources/fetch-from.ts';
import type { SourceHost } from '../../sources/source-host.ts';
import { listSourceRequests, listSources } from '../../sources/source-lists.ts';

/** Sources that may be queried on demand. Without a host nothing can be fetched. */
export function createSourceHandlers(
  casework: CaseworkContext,
  host: SourceHost | undefined,
): Pick<Handlers, keyof typeof sourceRoutes | 'startFetches'> {
  return {
    listSources: async ({ query }, { caller }) => ({ items: await listSources(casework, caller, query) }),
    changeSource: async ({ params, body }, { caller }) => ({
      source: await changeSource(casework, caller, params.id, body),
    }),
    listSourceRequests: async ({ query }, { caller }) => listSourceRequests(casework, caller, query),
    fetchAddress: ({ params, body }, { caller, read: { signal } }) => {
      const { deadlineMs } = sourceRoutes.fetchAddress;
      return fetchFrom(params.id, { casework, caller, host, signal, deadlineMs, allowFetch }, body);
    },
    startFetches: (input, { caller }) => {
      if (!host) throw noHost();
      return startFetches(casework, caller, { host, allowFetch }, input);
    },
  };
}
