import { parseNetworkAddress } from '@trailmark/chains/network-address';
import { AppError } from '@trailmark/core/errors';
import { NETWORKS } from '@trailmark/core/network';
import { formatPlural } from '../../answers/format-count.ts';
import { readAttributions } from '../../attribution/lookup/attribution.ts';
import { readDepositPoints } from '../../attribution/lookup/deposit-points.ts';
import { firstWithClusters, ListLookup } from '../../attribution/lookup/lookup-list.ts';
import { openChainLookup, openLookup, toLookupAsOf } from '../../attribution/lookup/lookup-scope.ts';
import { readNearestServices } from '../../attribution/lookup/nearest-services.ts';
import { packetFileName, packetFormat, readRequestPacket } from '../../attribution/lookup/request-packet.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toActorRow } from '../../knowledge/labels/label-answer.ts';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import { toEnvelope } from '../../ledger/answer.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';

type LookupHandlers = Pick<
  Handlers,
  'getAttribution' | 'lookUp' | 'listNearestServices' | 'listDepositPoints' | 'createRequestPacket'
>;

/** Whose address this is, where money went next, and what a request for records says. */
export function createLookupHandlers(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): LookupHandlers {
  return {
    async getAttribution({ params, query }, { read }) {
      const parsed = parseNetworkAddress(params.network, params.address);
      if (!parsed.ok) {
        throw new AppError('invalid', `This is no ${NETWORKS[params.network]} address: ${parsed.reason}.`);
      }
      const scope = openLookup(ledgers, knowledge, params.network);
      const [found] = await readAttributions(scope, [parsed.address], query.view, read);
      if (!found) throw new AppError('internal', 'An address was searched and nothing was answered.');
      const { attribution } = found;
      const actor = attribution.actor ? scope.labels.actor(attribution.actor.id) : undefined;
      return {
        ...toLookupAsOf(scope),
        envelope: scope.ledger ? toEnvelope(scope.ledger) : null,
        actor: actor ? toActorRow(scope.labels, actor) : null,
        attribution,
      };
    },

    async lookUp({ body }, { read }) {
      const lookup = new ListLookup(ledgers, knowledge, read);
      const answer = await lookup.run(body.text, body.view);
      const { clusters } = firstWithClusters(lookup.scopes) ?? {};
      return { ...toLookupAsOf({ labels: knowledge.labels(), clusters }), ...answer };
    },

    async listNearestServices({ params, query }, { read }) {
      if (query.cursor !== undefined) {
        throw new AppError('invalid', 'This list has no further pages: raise the limit, at most 50, instead.');
      }
      const scope = openChainLookup(ledgers, knowledge, params.chain);
      const self = readOwner(scope.ledger, params.address);
      const { gap, ...answer } = await readNearestServices(scope, self, query, limits.hotTransactionCount, read);
      return { ...toEnvelope(scope.ledger, [gap]), ...toLookupAsOf(scope), ...answer };
    },

    async listDepositPoints({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readOwner(ledger, params.address);
      const { fromTime, toTime, currency } = query;
      const pricer = createPricer(knowledge.prices(), ledger.chain, currency);
      const { items, truncated, unknownSenders } = await readDepositPoints(
        ledger,
        self,
        { fromTime, toTime },
        pricer,
        read,
      );
      const place = { fromHeight: null, toHeight: null, count: unknownSenders };
      const message = `${formatPlural(unknownSenders, 'transfer')} here spent outputs outside this index: not all senders are known.`;
      const gaps = unknownSenders > 0 ? [{ ...place, kind: 'previous-output-unknown', message } as const] : [];
      return { ...toEnvelope(ledger, gaps), prices: { version: pricer.version }, items, truncated };
    },

    async createRequestPacket({ params, body }, { read }) {
      const scope = openChainLookup(ledgers, knowledge, params.chain);
      const pricer = createPricer(knowledge.prices(), scope.ledger.chain, body.currency);
      const packet = await readRequestPacket(scope, body, pricer, read);
      const { mediaType, stream } = packetFormat(body.format);
      const name = packetFileName(packet, body.format);
      return new FileStream({ name, mediaType, chunks: stream(packet), onCancel: () => {} });
    },
  };
}
