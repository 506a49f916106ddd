import type { AddressLabels } from '@trailmark/api/contract/label';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { CATEGORIES, CATEGORY_IDS } from '@trailmark/core/category';
import { CONFIDENCE_IDS, CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { type NamedAddress, readAnyAddress, readNetworkAddress } from '../../knowledge/labels/label-address.ts';
import { toAddressLabels, toClaim, toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';

type LabelHandlers = Pick<Handlers, 'getAddressLabels' | 'bulkLabels' | 'searchLabels' | 'listCategories'>;

/** Actors beside the claims of a search. */
const ACTORS_FOUND = 10;

/** Addresses read between two turns of the event loop: a few milliseconds. */
const TURN = 200;

interface Asked {
  readonly input: string;
  readonly places: readonly NamedAddress[];
  readonly reason: string | undefined;
}

function readAsked(
  reader: LabelReader,
  { network, address }: { network?: NetworkId | undefined; address: string },
): Asked {
  const text = address.trim();
  // An answer may be kept as a file: a private key goes no further.
  if (isPrivateKey(text)) return { input: 'private key', places: [], reason: PRIVATE_KEY_REASON };
  try {
    const places = network ? [readNetworkAddress(reader, network, text)] : readAnyAddress(reader, text);
    return { input: address, places, reason: undefined };
  } catch (error) {
    if (AppError.is(error, 'invalid')) return { input: address, places: [], reason: error.message };
    throw error;
  }
}

/** What is said of addresses. Each answer comes from one reader, whatever changes meanwhile. */
export function createLabelHandlers(knowledge: Knowledge): LabelHandlers {
  return {
    async getAddressLabels({ params }) {
      const reader = knowledge.labels();
      const { network, address } = readNetworkAddress(reader, params.network, params.address);
      return { ...toAddressLabels(reader, network, address), labels: toLabelsAsOf(reader) };
    },

    async bulkLabels({ body }) {
      const reader = knowledge.labels();
      const asked: Asked[] = [];
      const items: (AddressLabels & { input: string })[] = [];
      for (const [i, one] of body.addresses.entries()) {
        const read = readAsked(reader, one);
        asked.push(read);
        for (const { network, address } of read.places) {
          items.push({ ...toAddressLabels(reader, network, address, body.publicOnly), input: read.input });
        }
        if (i % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
      }
      return {
        labels: toLabelsAsOf(reader),
        items,
        refused: asked.flatMap(({ input, reason }) => (reason === undefined ? [] : [{ input, reason }])),
      };
    },

    async searchLabels({ query }) {
      const reader = knowledge.labels();
      const { items } = reader.searchActors({ text: query.q }, { offset: 0, limit: ACTORS_FOUND });
      return {
        labels: toLabelsAsOf(reader),
        claims: reader.search(query.q, query.limit).map((label) => toClaim(reader, label)),
        actors: items.map(({ id, label, categories }) => ({ id, label, categories: [...categories] })),
      };
    },

    async listCategories() {
      return {
        categories: CATEGORY_IDS.map((id) => ({ id, ...CATEGORIES[id] })),
        confidences: CONFIDENCE_IDS.map((id) => ({ id, level: CONFIDENCE_LEVELS[id] })),
      };
    },
  };
}
