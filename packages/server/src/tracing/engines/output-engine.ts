import { setImmediate } from 'node:timers/promises';
import { openOutputTrace } from '@trailmark/analysis/tracing/outputs/open-output-trace';
import { findOutputPaths } from '@trailmark/analysis/tracing/paths/find-output-paths';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { networkOfChain } from '@trailmark/core/network';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { addOutputs } from '../graph/graph-add-outputs.ts';
import { expandOutputs } from '../graph/graph-expand-outputs.ts';
import { linkOutputs } from '../graph/graph-links.ts';
import { listInheritedClaims, listOwnClaims } from '../parties.ts';
import { readMemos } from '../read-memos.ts';
import { findSubjectCluster } from '../subject-cluster.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import { openOutputContext } from './flow-context.ts';
import { toOutputPathGraph } from './path-graph.ts';
import { PATH_CURRENCY, toPathQuestion } from './path-question.ts';
import { openOutputSources } from './shared-knowledge.ts';
import { assertClustersReady, createOutputKnowledge } from './trace-knowledge.ts';
import type { TracingEngine } from './tracing-engine.ts';

/** Follows coins of the Bitcoin family from output to output. */
export function createOutputEngine(deps: TraceDeps, ledger: ServedOutputs): TracingEngine {
  const { id, chain, reader } = ledger;
  return {
    async openTrace(request, read) {
      const sources = await openOutputSources(ledger, deps.knowledge);
      return openOutputTrace({ reader, ...sources, rest: setImmediate }, request, read);
    },
    async findPaths(body, read) {
      const knowledge = await createOutputKnowledge(ledger, deps.knowledge);
      const result = await findOutputPaths({ reader, knowledge }, toPathQuestion(body), read);
      const context = await openOutputContext(deps, ledger, { currency: PATH_CURRENCY });
      return { ...result, graph: await toOutputPathGraph(result.paths, { context, reader, knowledge }, read) };
    },
    openContext: (request) => openOutputContext(deps, ledger, request),
    add: (items, read) => addOutputs(deps, ledger, items, read),
    expand: (body, read) => expandOutputs(deps, ledger, body, read),
    link: (body, read) => linkOutputs(deps, ledger, body, read),
    async listClaims(text) {
      const address = formatOwner(chain, parseOwner(chain, text));
      const labels = deps.knowledge.labels();
      const clusters = deps.knowledge.clusters(id);
      const own = listOwnClaims(labels, networkOfChain(id), address);
      return { own, inherited: await listInheritedClaims(ledger, { labels, clusters }, address) };
    },
    async findCluster(address, window, read) {
      const clusters = deps.knowledge.clusters(id);
      if (!clusters) return undefined;
      assertClustersReady(ledger, clusters);
      return findSubjectCluster({ ledger, clusters }, address, window, read);
    },
    crossings: {
      family: 'outputs',
      chain: id,
      name: chain.name,
      reader,
      wordsOf: async () => ({ symbol: chain.symbol, decimals: chain.decimals }),
      formatOwner: (owner) => formatOwner(chain, owner),
      parseAddress: (text) => parseOwner(chain, text),
      memosOf: (raw) => readMemos(chain, raw),
    },
  };
}
