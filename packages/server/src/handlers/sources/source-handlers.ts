import { sourceRoutes } from '@trailmark/api/contract/source';
import { CHAIN_IDS } from '@trailmark/core/chain';
import { getOnDemandSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import { listOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { decodePlace, toPage } from '../../answers/page-cursor.ts';
import type { Handlers } from '../../http/mount.ts';
import { type Office, read } from '../../office/office.ts';
import { changeSource } from '../../sources/change-source.ts';
import { fetchAddress, noHost } from '../../sources/fetch-address.ts';
import { startFetches } from '../../sources/fetch-addresses-job.ts';
import type { SourceHost } from '../../sources/source-host.ts';
import { listSourceStatus } from '../../sources/source-status.ts';
import { turnsOf } from '../../sources/turns.ts';

const LIST = 'outbound-requests';

/** Sources that may be asked on demand. Without a host nothing can be fetched. */
export function createSourceHandlers(
  office: Office,
  host: SourceHost | undefined,
): Pick<Handlers, keyof typeof sourceRoutes> {
  return {
    listSources: async ({ query }, { caller }) => ({
      items: await read(office, caller, (tx) => listSourceStatus(tx, query.chain)),
    }),
    changeSource: async ({ params, body }, { caller }) => ({
      source: await changeSource(office, caller, params.id, body),
    }),
    listSourceRequests: ({ query: { source, cursor, limit } }, { caller }) => {
      const after = decodePlace(LIST, cursor);
      return read(office, caller, async (tx) => {
        const found = await listOutboundRequests(tx, { source }, { after, limit: limit + 1 });
        const { rows, next } = toPage(LIST, found, limit);
        const items = rows.map(({ place: _, sourceId, chain, askedAt, ...row }) => ({
          ...row,
          source: sourceId,
          chain: CHAIN_IDS.find((id) => id === chain) ?? null,
          askedAt: Math.floor(askedAt.getTime() / 1000),
        }));
        return { items, next };
      });
    },
    fetchAddress: ({ params, body }, { caller, read: { signal } }) => {
      const source = getOnDemandSource(params.id);
      if (!host) throw noHost();
      const { deadlineMs } = sourceRoutes.fetchAddress;
      return fetchAddress({ office, caller, host, source, signal, turns: turnsOf(host), deadlineMs }, { body });
    },
    startFetches: (input, { caller }) => {
      if (!host) throw noHost();
      return startFetches(office, caller, host, input);
    },
  };
}
