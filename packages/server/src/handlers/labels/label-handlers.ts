import { CATEGORIES, CATEGORY_IDS } from '@trailmark/core/category';
import { CONFIDENCE_IDS, CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readBulkLabels } from '../../knowledge/labels/bulk-labels.ts';
import { readNetworkAddress } from '../../knowledge/labels/label-address.ts';
import { toAddressLabels, toClaim, toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';

type LabelHandlers = Pick<Handlers, 'getAddressLabels' | 'bulkLabels' | 'searchLabels' | 'listCategories'>;

/** Actors in addition to the claims of a search. */
const ACTORS_FOUND = 10;

/** The claims about addresses. Each answer comes from one reader, whatever changes meanwhile. */
export function createLabelHandlers(knowledge: Knowledge): LabelHandlers {
  return {
    async getAddressLabels({ params }) {
      const reader = knowledge.labels();
      const { network, address } = readNetworkAddress(reader, params.network, params.address);
      return { ...toAddressLabels(reader, network, address), labels: toLabelsAsOf(reader) };
    },

    bulkLabels: async ({ body }) => readBulkLabels(knowledge.labels(), body),

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
