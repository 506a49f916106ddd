import { findActions } from '@trailmark/analysis/protocols/catalogue';
import { openAccountTrace } from '@trailmark/analysis/tracing/accounts/open-account-trace';
import { findAccountPaths } from '@trailmark/analysis/tracing/paths/find-account-paths';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { networkOfChain } from '@trailmark/core/network';
import type { ServedAccounts } from '../../ledger/ledgers.ts';
import { addAccounts } from '../graph/graph-add-accounts.ts';
import { expandAccounts } from '../graph/graph-expand-accounts.ts';
import { linkAccounts } from '../graph/graph-links.ts';
import { listOwnClaims } from '../parties.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import { listTraceAssets, openAccountContext } from './flow-context.ts';
import { toAccountPathGraph } from './path-graph.ts';
import { PATH_CURRENCY, toPathQuestion } from './path-question.ts';
import { createAccountKnowledge } from './trace-knowledge.ts';
import type { TracingEngine } from './tracing-engine.ts';

/** Follows balances of an account chain from transfer to transfer. */
export function createAccountEngine(deps: TraceDeps, ledger: ServedAccounts): TracingEngine {
  const { id, chain, reader } = ledger;
  const openContext: TracingEngine['openContext'] = (request, read) => openAccountContext(deps, ledger, request, read);
  return {
    async openTrace(request, read) {
      const knowledge = createAccountKnowledge(ledger, deps.knowledge);
      return openAccountTrace({ chain: id, reader, knowledge }, request, read);
    },
    async findPaths(body, read) {
      const knowledge = createAccountKnowledge(ledger, deps.knowledge);
      const question = { ...toPathQuestion(body), asset: body.asset ?? NATIVE_ASSET };
      const result = await findAccountPaths({ reader, knowledge }, question, read);
      const assets = listTraceAssets(result.paths.flatMap(({ steps }) => steps.map(({ asset }) => asset)));
      const context = await openContext({ assets, currency: PATH_CURRENCY }, read);
      return { ...result, graph: toAccountPathGraph(result.paths, context) };
    },
    openContext,
    add: (items, read) => addAccounts(deps, ledger, items, read),
    expand: (body, read) => expandAccounts(deps, ledger, body, read),
    link: (body, read) => linkAccounts(deps, ledger, body, read),
    async listClaims(text) {
      const address = formatAccount(chain, parseAccount(chain, text));
      return { own: listOwnClaims(deps.knowledge.labels(), networkOfChain(id), address), inherited: [] };
    },
    findCluster: async () => undefined,
    crossings: {
      family: 'accounts',
      chain: id,
      name: chain.name,
      reader,
      async wordsOf(asset, read) {
        const { symbol, decimals } = (await openContext({ assets: [asset], currency: 'USD' }, read)).assetOf(asset);
        return symbol === null || decimals === null ? undefined : { symbol, decimals };
      },
      formatAddress: (address) => formatAccount(chain, address),
      parseAddress: (text) => parseAccount(chain, text),
      actionsOf: findActions,
    },
  };
}
