import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { expandNode } from '../flow-acts.ts';
import { assetAt, toAssetKey } from '../flow-assets.ts';
import type { FlowAnswer } from '../queries.ts';
import { useWorkspace } from '../workspace.ts';
import { useAct } from './use-act.ts';

const SIZES = [5, 25, 100] as const;

interface Side {
  readonly count: number;
  readonly isDone: boolean;
}
type Loaded = Readonly<Record<TraceDirection, Side>>;
const NOTHING: Loaded = { forward: { count: 0, isDone: false }, backward: { count: 0, isDone: false } };

function Outcome({ answer }: { readonly answer: FlowAnswer<'expandFlow'> }) {
  const { total, remainder, gaps } = answer;
  const rest = remainder ? `${formatPlural(remainder.count, 'payment')} of ${formatCount(total)} not drawn yet.` : '';
  const all = total === 1 ? 'The one payment is drawn.' : `All ${formatCount(total)} payments are drawn.`;
  return (
    <p className="tm-t2 tm-sm" role="status">
      {total === 0 ? 'No payment on this side is indexed.' : rest || all} {gaps.join(' ')}
    </p>
  );
}

/** One hop from a node: the next payments by value or time, a number at once. */
export function ExpandSection({ node }: { readonly node: FlowNode }) {
  const { store, saver } = useWorkspace();
  const [order, setOrder] = useState<'value' | 'time'>('value');
  const [limit, setLimit] = useState<number>(SIZES[1]);
  const [loaded, setLoaded] = useState(NOTHING);
  const act = useAct<FlowAnswer<'expandFlow'>>();
  if (!saver || (node.kind !== 'address' && node.kind !== 'transaction')) return null;
  const expand = (direction: TraceDirection) =>
    act.run(async () => {
      const asset = toAssetKey(node.chain, assetAt(store.document, node));
      const page = { direction, order, limit, offset: loaded[direction].count };
      const answer = await expandNode(store, node, { ...page, ...(asset !== undefined && { asset }) });
      const count = loaded[direction].count + limit;
      setLoaded((before) => ({ ...before, [direction]: { count, isDone: count >= answer.total } }));
      return answer;
    });
  const word = (direction: TraceDirection) => {
    const { count, isDone } = loaded[direction];
    if (isDone) return 'all drawn';
    return count > 0 ? `load next ${limit}` : `first ${limit}`;
  };
  return (
    <section>
      <h3>Expand one hop</h3>
      <div className="tm-row tm-wrap">
        <select
          className="tm-field cf-small"
          aria-label="Order"
          value={order}
          onChange={({ currentTarget: { value } }) => {
            setOrder(value === 'time' ? 'time' : 'value');
            setLoaded(NOTHING);
          }}
        >
          <option value="value">Largest first</option>
          <option value="time">Earliest first</option>
        </select>
        <select
          className="tm-field cf-small"
          aria-label="Payments at once"
          value={limit}
          onChange={(event) => setLimit(Number(event.currentTarget.value))}
        >
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {size} at once
            </option>
          ))}
        </select>
      </div>
      <div className="tm-row tm-wrap">
        <button
          type="button"
          className="tm-btn sm"
          disabled={act.isBusy || loaded.backward.isDone}
          onClick={() => expand('backward')}
        >
          Where from: {word('backward')}
        </button>
        <button
          type="button"
          className="tm-btn sm"
          disabled={act.isBusy || loaded.forward.isDone}
          onClick={() => expand('forward')}
        >
          Where to: {word('forward')}
        </button>
      </div>
      {act.isBusy && <p className="tm-t3 tm-sm">Reading payments</p>}
      {act.error !== null && act.error !== undefined && <ErrorPanel error={act.error} what="The expansion" />}
      {act.answer && <Outcome answer={act.answer} />}
    </section>
  );
}
