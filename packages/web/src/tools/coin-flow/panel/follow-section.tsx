import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { DEFAULT_STOPS, type TraceDirection, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { useState } from 'react';
import { addTrace, listTraces, seedsAt } from '../flow-acts.ts';
import { useDocument, useWorkspace } from '../workspace.ts';

const BUDGETS = [500, 5_000, 50_000] as const;

/** A trace that continues from a node, by the rules of the last one. */
export function FollowSection({ node }: { readonly node: FlowNode }) {
  const { store, saver, trace } = useWorkspace();
  const document = useDocument();
  const [budget, setBudget] = useState<number>(BUDGETS[0]);
  const [isPast, setPast] = useState(false);
  if (!saver || (node.kind !== 'address' && node.kind !== 'transaction')) return null;
  const last = listTraces(document.log).find(({ request }) => request.chain === node.chain)?.request;
  const isStopped = node.stops.length > 0;
  const follow = (direction: TraceDirection) => {
    const seeds = seedsAt(document, node, direction).slice(0, 500);
    const stops = last?.stops ?? DEFAULT_STOPS;
    const request: TraceRequest = {
      chain: node.chain,
      asset: last?.asset,
      direction,
      seeds,
      incident: undefined,
      method: last?.method ?? 'fifo/1',
      params: last?.params ?? {},
      stops: isPast
        ? { ...stops, services: false, mixers: false, coinJoins: false, contracts: false, sanctioned: false }
        : stops,
      choices: last?.choices ?? [],
      budget,
    };
    void trace.run(request, (answer) => addTrace(store, 'Follow on', answer));
  };
  const isBusy = trace.state.kind === 'running';
  return (
    <section>
      <h3>{isStopped ? 'Continue from here' : 'Trace from here'}</h3>
      <div className="tm-row tm-wrap">
        <select
          className="tm-field cf-small"
          aria-label="Transactions read at most"
          value={budget}
          onChange={(event) => setBudget(Number(event.currentTarget.value))}
        >
          {BUDGETS.map((count) => (
            <option key={count} value={count}>
              {count.toLocaleString('en')} transactions at most
            </option>
          ))}
        </select>
      </div>
      {isStopped && (
        <label className="cf-check tm-sm">
          <input type="checkbox" checked={isPast} onChange={(event) => setPast(event.currentTarget.checked)} />
          <span>Also through services, mixers and contracts. What comes after them is not the same money.</span>
        </label>
      )}
      <div className="tm-row tm-wrap">
        <button type="button" className="tm-btn sm" disabled={isBusy} onClick={() => follow('backward')}>
          Trace back
        </button>
        <button type="button" className="tm-btn sm" disabled={isBusy} onClick={() => follow('forward')}>
          Trace forward
        </button>
      </div>
    </section>
  );
}
