import { sourceRoutes } from '@trailmark/api/contract/source';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';
import { changeSource } from '../../sources/change-source.ts';
import { noHost } from '../../sources/fetch-address.ts';
import { startFetches } from '../../sources/fetch-addresses-job.ts';
import { fetchFrom } from '../../sources/fetch-from.ts';
import type { SourceHost } from '../../sources/source-host.ts';
import { listSourceRequests, listSources } from '../../sources/source-lists.ts';

/** Sources that may be asked on demand. Without a host nothing can be fetched. */
export function createSourceHandlers(
  office: Office,
  host: SourceHost | undefined,
): Pick<Handlers, keyof typeof sourceRoutes | 'startFetches'> {
  return {
    listSources: async ({ query }, { caller }) => ({ items: await listSources(office, caller, query) }),
    changeSource: async ({ params, body }, { caller }) => ({
      source: await changeSource(office, caller, params.id, body),
    }),
    listSourceRequests: async ({ query }, { caller }) => listSourceRequests(office, caller, query),
    fetchAddress: ({ params, body }, { caller, read: { signal } }) => {
      const { deadlineMs } = sourceRoutes.fetchAddress;
      return fetchFrom(params.id, { office, caller, host, signal, deadlineMs }, body);
    },
    startFetches: (input, { caller }) => {
      if (!host) throw noHost();
      return startFetches(office, caller, host, input);
    },
  };
}
