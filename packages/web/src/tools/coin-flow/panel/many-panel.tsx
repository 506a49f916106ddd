import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useMemo } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { formatPlural } from '../../../format/number.ts';
import { linkAddresses } from '../flow-acts.ts';
import type { FlowAnswer } from '../queries.ts';
import { findPart, useDocument, useWorkspace } from '../workspace.ts';
import { HypothesisForm } from './hypothesis-form.tsx';
import { MarkForm } from './mark-form.tsx';
import { nameNode } from './node-words.ts';
import { useAct } from './use-act.ts';
import { findWayBetween } from './way-between.ts';

function Between({ a, b }: { readonly a: FlowNode; readonly b: FlowNode }) {
  const { store } = useWorkspace();
  const document = useDocument();
  const act = useAct<FlowAnswer<'linkFlow'>>();
  const total = act.answer?.total;
  return (
    <section>
      <h3>Between these two</h3>
      <p className="tm-t2">
        {nameNode(document, a)} and {nameNode(document, b)}
      </p>
      <button
        type="button"
        className="tm-btn sm"
        disabled={act.isBusy}
        onClick={() => act.run(() => linkAddresses(store, a, b))}
      >
        Add all payments between them
      </button>
      {act.error !== null && act.error !== undefined && <ErrorPanel error={act.error} what="The search" />}
      {total !== undefined && (
        <p className="tm-t2 tm-sm" role="status">
          {total === 0
            ? 'No payment from one to the other is indexed.'
            : `${formatPlural(total, 'payment')} found${act.answer?.isCut ? ', the first 200 are drawn' : ', all drawn'}.`}
        </p>
      )}
    </section>
  );
}

interface WayProps {
  readonly a: FlowNode;
  readonly b: FlowNode;
  readonly visible: VisibleGraph;
}

/** Everything on one way from the one to the other, selected: to be coloured, noted or hidden together. */
function WayBetween({ a, b, visible }: WayProps) {
  const { store, canvas } = useWorkspace();
  const way = useMemo(
    () =>
      findWayBetween(
        visible.edges.map(({ edge }) => edge),
        a.id,
        b.id,
      ),
    [visible, a, b],
  );
  const select = () => {
    if (!way) return;
    store.select(way);
    canvas.current?.reveal(way);
  };
  return (
    <section>
      <h3>The way between them</h3>
      {way ? (
        <button type="button" className="tm-btn sm" onClick={select}>
          Highlight the way, {formatPlural((way.length - 1) / 2, 'step')}
        </button>
      ) : (
        <p className="tm-t2">No payments drawn here lead from one to the other.</p>
      )}
    </section>
  );
}

export interface ManyPanelProps {
  readonly ids: readonly string[];
  readonly visible: VisibleGraph;
}

/** What can be done with several nodes or payments at once. */
export function ManyPanel({ ids, visible }: ManyPanelProps) {
  const { store, saver, mode } = useWorkspace();
  const document = useDocument();
  const nodes = ids.flatMap((id) => findPart(document, visible, id).node ?? []);
  const addresses = nodes.filter(({ kind, id }) => kind === 'address' && document.nodes[id]);
  const [a, b] = addresses;
  const [one, other] = nodes;
  const ends = ids.length === 2 && one && other ? ([one, other] as const) : undefined;
  const held = ids.filter((id) => document.nodes[id] || document.edges[id]);
  const hide = () =>
    store.act(`Hide ${held.length}`, (draft) => {
      draft.hidden = [...new Set([...draft.hidden, ...held])];
    });
  return (
    <>
      <p className="tm-t2">
        {formatPlural(nodes.length, 'node')} and {formatPlural(ids.length - nodes.length, 'payment')}.
      </p>
      {ends && <WayBetween a={ends[0]} b={ends[1]} visible={visible} />}
      {saver && addresses.length === 2 && nodes.length === 2 && a && b && a.chain === b.chain && (
        <Between a={a} b={b} />
      )}
      <MarkForm ids={held} />
      {saver && <HypothesisForm ids={held} />}
      {saver && (
        <div className="cf-links">
          <button type="button" className="tm-btn sm" onClick={() => store.arrange('align-x', ids, mode)}>
            Align in a column
          </button>
          <button type="button" className="tm-btn sm" onClick={() => store.arrange('align-y', ids, mode)}>
            Align in a row
          </button>
          <button type="button" className="tm-btn sm quiet" onClick={hide}>
            Hide
          </button>
        </div>
      )}
    </>
  );
}
