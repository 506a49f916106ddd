import { detectNetworks, parseNetworkAddress } from '@trailmark/chains/network-address';
import { CATEGORIES, CATEGORY_IDS } from '@trailmark/core/category';
import { CONFIDENCE_IDS, CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import { AppError } from '@trailmark/core/errors';
import { isNetworkId } from '@trailmark/core/network';
import { type GraphsenseHandler, type GraphsenseRequest, type GraphsenseRoutes, readPage } from './graphsense-route.ts';
import { toAddressTag, toGraphsenseActor } from './tag-format.ts';

/** Labels gone through for one question by label. */
const MOST_LABELS = 10_000;

function readText({ query }: GraphsenseRequest, name: string): string {
  const text = query(name)?.trim() ?? '';
  if (text !== '' && text.length <= 200) return text;
  throw new AppError('invalid', `The parameter ${name} is missing or longer than 200 characters.`);
}

/** GraphSense compares labels whole and without regard to case. */
const listByLabel: GraphsenseHandler = (request) => {
  const { labels } = request;
  const text = readText(request, 'label').toLowerCase();
  const page = readPage(request, ['label', text, labels.version]);
  const found = labels.search(text, MOST_LABELS).filter(({ label }) => label.toLowerCase() === text);
  const end = page.offset + page.limit;
  return {
    address_tags: found.slice(page.offset, end).map((label) => toAddressTag(labels, label)),
    next_page: page.next(end < found.length, end),
  };
};

const getActor: GraphsenseHandler = ({ labels, param }) => {
  const actor = labels.actor(param('actor'));
  if (actor) return toGraphsenseActor(labels, actor);
  throw new AppError('not-found', 'There is no actor of this id in the directory.');
};

const listActorTags: GraphsenseHandler = (request) => {
  const { labels, param } = request;
  const actor = param('actor');
  const page = readPage(request, ['actor', actor, labels.version]);
  const { items, total } = labels.labelsOfActor(actor, { offset: page.offset, limit: page.limit });
  const end = page.offset + items.length;
  return {
    address_tags: items.map((label) => toAddressTag(labels, label)),
    next_page: page.next(end < total, end),
  };
};

const TAXONOMIES: Readonly<Record<string, { readonly uri: string; readonly concepts: () => readonly object[] }>> = {
  concept: {
    uri: '/api/v1/categories',
    concepts: () =>
      CATEGORY_IDS.map((id) => ({
        id,
        label: CATEGORIES[id].name,
        taxonomy: 'concept',
        uri: '/api/v1/categories',
        description: `Weight ${CATEGORIES[id].weight} of 100`,
      })),
  },
  confidence: {
    uri: '/api/v1/categories',
    concepts: () =>
      CONFIDENCE_IDS.map((id) => ({
        id,
        label: id.replaceAll('_', ' '),
        taxonomy: 'confidence',
        uri: '/api/v1/categories',
        description: `Level ${CONFIDENCE_LEVELS[id]} of 100`,
      })),
  },
};

const listTaxonomies: GraphsenseHandler = () =>
  Object.entries(TAXONOMIES).map(([taxonomy, { uri }]) => ({ taxonomy, uri }));

const listConcepts: GraphsenseHandler = ({ param }) => {
  const name = param('taxonomy');
  if (Object.hasOwn(TAXONOMIES, name)) return TAXONOMIES[name]?.concepts();
  throw new AppError(
    'not-found',
    `There is no taxonomy "${name.slice(0, 40)}": ${Object.keys(TAXONOMIES).join(', ')}.`,
  );
};

async function findTransactions({ ledgers, read }: GraphsenseRequest, text: string, limit: number) {
  const isTxid = /^[0-9a-fA-F]{5,64}$/.test(text);
  const found = await Promise.all(
    ledgers.list('outputs').map(async ({ id, reader }) => {
      if (!isTxid) return [id, []] as const;
      const hits = await reader.txidsByPrefix(text.toLowerCase(), limit, read);
      return [id, [...new Set(hits.map(({ txid }) => txid))]] as const;
    }),
  );
  return new Map<string, readonly string[]>(found);
}

/** Addresses match whole: their checksum says on which networks. */
function findAddresses(text: string, network: string): string[] {
  if (!isNetworkId(network)) return [];
  const parsed = parseNetworkAddress(network, text);
  return parsed.ok ? [parsed.address] : [];
}

const search: GraphsenseHandler = async (request) => {
  const { labels, ledgers, query } = request;
  const text = readText(request, 'q');
  const wanted = query('currency')?.toLowerCase();
  const limit = Math.min(100, Math.max(1, Number(query('limit') ?? 10) || 10));
  const txs = await findTransactions(request, text, limit);
  const networks = new Set<string>([...ledgers.list('outputs').map(({ id }) => id), ...detectNetworks(text)]);
  const currencies = [...networks]
    .filter((currency) => wanted === undefined || currency === wanted)
    .map((currency) => ({ currency, addresses: findAddresses(text, currency), txs: txs.get(currency) ?? [] }));
  const { items } = labels.searchActors({ text }, { offset: 0, limit });
  return {
    currencies,
    labels: [...new Set(labels.search(text, limit).map(({ label }) => label))],
    actors: items.map(({ id, label }) => ({ id, label })),
  };
};

/** Labels by name, organisations, taxonomies and the search. */
export const tagRoutes: GraphsenseRoutes = {
  '/tags': listByLabel,
  '/tags/actors/:actor': getActor,
  '/tags/actors/:actor/tags': listActorTags,
  '/tags/taxonomies': listTaxonomies,
  '/tags/taxonomies/:taxonomy/concepts': listConcepts,
  '/search': search,
};
