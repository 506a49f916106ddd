import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { Crossing } from '@trailmark/core/trace/crossing';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { addOverBridge, type BridgePlace, type FoundCrossing, lookForOtherSide, requestOver } from '../bridge-acts.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { CrossingFacts } from './crossing-facts.tsx';
import { Tracing } from './tracing.tsx';
import { useAct } from './use-act.ts';

const WORDS: Readonly<Record<FoundCrossing['outcome'], string>> = {
  found: 'Found',
  several: 'Several may be it',
  'not-held': 'Not indexed here',
  'not-found': 'Not found',
  unreadable: 'Cannot be searched',
};

/** Looks for the other side of a bridge among the chains of the server, and continues there. */
export function OtherSide({ node, place }: { readonly node: FlowNode; readonly place: BridgePlace }) {
  const { store, saver, trace } = useWorkspace();
  const document = useDocument();
  const act = useAct<FoundCrossing>();
  const isBusy = act.isBusy || trace.state.kind === 'running';
  const follow = (crossing: Crossing) =>
    void trace.run(requestOver(place, crossing), (answer) => addOverBridge(store, node, { place, crossing }, answer));
  return (
    <>
      <button
        type="button"
        className="tm-btn sm"
        disabled={isBusy}
        onClick={() => act.run(() => lookForOtherSide(place))}
      >
        Look for the other side
      </button>
      {act.isBusy && <Tracing words="Looking through the receiver’s payments" />}
      {act.error !== null && act.error !== undefined && <ErrorPanel error={act.error} what="The search" />}
      {act.answer && (
        <div aria-live="polite">
          <p>
            <b>{WORDS[act.answer.outcome]}</b>. <span className="tm-t2">{act.answer.sentence}</span>
          </p>
          <ul className="cf-plain">
            {act.answer.crossings.map((crossing) => (
              <li key={`${crossing.from.ref}/${crossing.to.ref}`}>
                <CrossingFacts document={document} crossing={crossing} />
                {saver && (
                  <button type="button" className="tm-btn sm" disabled={isBusy} onClick={() => follow(crossing)}>
                    Follow this one
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
