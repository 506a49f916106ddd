import type { RouteCall } from '../../http/call-handler.ts';
import { transactionKey } from './identifiers.ts';
import { defineItemKind } from './item-kind.ts';

function readBody({ body }: RouteCall) {
  const { actor, kind, deposits } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const points = Array.isArray(deposits) ? deposits.filter((point): point is string => typeof point === 'string') : [];
  return { actor: String(actor ?? ''), kind: String(kind ?? ''), points };
}

/** A request for records to a service, as the file that is sent. */
export const requestPacketItem = defineItemKind({
  id: 'request-packet',
  name: 'Request packet',
  tab: 'requests',
  route: 'createRequestPacket',
  describe: (input) => {
    const { actor, kind, points } = readBody(input);
    const { chain = '' } = input.params;
    return {
      title: `Request to “${actor}” (${kind}), ${points.length} ${points.length === 1 ? 'deposit' : 'deposits'}`.slice(
        0,
        300,
      ),
      identifiers: points.map((point) => transactionKey(chain, point.split(':')[0] ?? '')),
      method: 'request-packet/1',
    };
  },
  page: () => null,
});
