import { useQuery } from '@tanstack/react-query';
import type { MethodComparison } from '@trailmark/api/contract/trace';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { formatFlowAmount } from '../asset-words.ts';
import { comparisonQuery } from '../compare-query.ts';
import { listTraces } from '../flow-acts.ts';
import { useMethodNames } from '../method-words.ts';
import { assetIdOf } from '../trace-run.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { findScales, RangeLine } from './range-line.tsx';

type Exit = MethodComparison['exits'][number];

export function assetOfExit(request: TraceRequest, exit: Exit): string {
  return assetIdOf(request.chain, exit.asset);
}

/** Amount of an exit by the method in use. */
export function usedAmount({ methods }: MethodComparison, exit: Exit, method: string): bigint | undefined {
  const at = methods.findIndex(({ id }) => id === method);
  return at < 0 ? undefined : exit.amounts[at];
}

function concerns(exit: Exit, node: FlowNode): boolean {
  return exit.address === node.text || (node.party !== null && exit.key === node.party.key);
}

/** What each method says ends at a node, from the comparison; offered where a trail ends. */
export function MethodRanges({ node }: { readonly node: FlowNode }) {
  const { openPanel } = useWorkspace();
  const document = useDocument();
  const nameMethod = useMethodNames();
  const request = listTraces(document.log).find((trace) => trace.request.chain === node.chain)?.request;
  // Run by the comparison only: a selected node starts no work.
  const { data } = useQuery({ ...comparisonQuery(request), enabled: false });
  if (node.stops.length === 0 || !request || node.kind === 'gap') return null;
  const exits = data?.exits.filter((exit) => concerns(exit, node)) ?? [];
  const scales = findScales(data);
  return (
    <section>
      <h3>Amount by method</h3>
      {data === undefined && (
        <button type="button" className="tm-btn sm" onClick={() => openPanel('methods')}>
          Compare methods
        </button>
      )}
      {data && exits.length === 0 && <p className="tm-t2">The comparison has no exit here.</p>}
      {exits.map((exit) => {
        const say = (units: bigint) => formatFlowAmount(document, assetOfExit(request, exit), units);
        const words = exit.least === exit.most ? say(exit.most) : `${say(exit.least)} to ${say(exit.most)}`;
        return (
          <div key={`${exit.key}/${exit.reason}`}>
            <RangeLine
              {...exit}
              used={usedAmount(data as MethodComparison, exit, request.method)}
              scale={scales.get(exit.asset) ?? 0n}
              label={words}
            />
            <p className="tm-sm">{words}</p>
          </div>
        );
      })}
      {exits.length > 0 && (
        <p className="tm-t3 tm-xs">Least to most over all methods; the bar marks {nameMethod(request.method)}.</p>
      )}
    </section>
  );
}
