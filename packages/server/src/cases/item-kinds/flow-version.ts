import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** Addresses of a canvas that are searched for; a larger canvas is found by these. */
const MAX_ADDRESSES = 2_000;

/** A coin flow as it was in one version: the canvas, its annotations and its log of requests. */
export const flowVersionItem = defineItemKind({
  id: 'flow-version',
  name: 'Coin flow',
  tab: 'flows',
  route: 'getFlowVersion',
  describe: ({ params: { version = '' } }, answer) => {
    const document =
      answer.kind === 'json' ? (answer.value.document as { readonly nodes?: object } | undefined) : undefined;
    const nodes = Object.values(document?.nodes ?? {}) as readonly Readonly<Record<string, unknown>>[];
    const addresses = nodes.flatMap(({ chain, address }) =>
      typeof chain === 'string' && typeof address === 'string' ? [addressKey(chain, address)] : [],
    );
    return {
      title: `${textAt(answer, 'document.title')}, version ${version}`.slice(0, 300),
      identifiers: addresses.slice(0, MAX_ADDRESSES),
      method: 'trailmark-flow/1',
    };
  },
  page: ({ params: { flow } }) => pagePath('coin-flow', flow),
});
