import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { useState } from 'react';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { FieldFrame } from '../../../components/field-frame.tsx';
import type { EndChange } from '../end-changes.ts';
import { areOneTrace, listTraces, retrace, withChoice } from '../flow-acts.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { EndChangeList } from './end-change-list.tsx';
import { PeelSwitch } from './peel-section.tsx';

function describeChange({ change }: FlowNode): string {
  if (!change || change.by === 'nobody') return 'No rule says which output is change.';
  const who = change.by === 'examiner' ? 'An examiner chose' : 'Rules conclude';
  const what = change.vout === null ? 'that no output is change' : `output ${change.vout} as change`;
  return `${who} ${what}.${change.isDisputed ? ' Other rules disagree.' : ''}`;
}

interface FormProps {
  readonly node: FlowNode;
  readonly vouts: readonly number[];
  readonly onChanges: (changes: readonly EndChange[] | undefined) => void;
}

function ChoiceForm({ node, vouts, onChanges }: FormProps) {
  const { store, trace } = useWorkspace();
  const document = useDocument();
  const [choice, setChoice] = useState(String(node.change?.vout ?? 'none'));
  const [reason, setReason] = useState('');
  const traces = listTraces(document.log).filter(({ request }) => request.chain === node.chain);
  const last = traces[0]?.request;
  const isOnly = areOneTrace(listTraces(document.log));
  if (!last) return null;
  const switchTo = () => {
    const change = choice === 'none' ? null : Number(choice);
    const request = withChoice(last, {
      txid: node.text,
      change,
      follow: undefined,
      reason: reason.trim() || undefined,
    });
    onChanges(undefined);
    void trace.run(request, async (answer) =>
      onChanges(await retrace(store, 'Trace with another change output', answer, isOnly)),
    );
  };
  return (
    <details className="cf-fold">
      <summary>Choose another</summary>
      <FieldFrame id="cf-change" label="Change output">
        <select
          id="cf-change"
          className="tm-field"
          value={choice}
          onChange={(event) => setChoice(event.currentTarget.value)}
        >
          <option value="none">None of them</option>
          {vouts.map((vout) => (
            <option key={vout} value={vout}>
              Output {vout}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldFrame id="cf-change-reason" label="Why" help="Stays in the log with the choice.">
        <input
          id="cf-change-reason"
          className="tm-field"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FieldFrame>
      <button type="button" className="tm-btn sm" disabled={trace.state.kind === 'running'} onClick={switchTo}>
        Trace again with this choice
      </button>
      {!isOnly && (
        <p className="tm-t3 tm-sm">
          Several traces stand on this canvas: what the earlier choice brought stays until you hide it.
        </p>
      )}
    </details>
  );
}

/** Which output of a transaction is held to be change, on whose word, and another choice. */
export function ChangeSection({ node }: { readonly node: FlowNode }) {
  const { saver } = useWorkspace();
  const document = useDocument();
  const [changes, setChanges] = useState<readonly EndChange[] | undefined>(undefined);
  if (node.kind !== 'transaction') return null;
  const refs = Object.values(document.edges).flatMap(({ from, refs: list }) => (from === node.id ? list : []));
  const drawn = refs.flatMap((ref) => {
    const [txid, vout] = ref.split(':');
    return txid === node.text && vout !== undefined ? [Number(vout)] : [];
  });
  const vouts = [...new Set([...drawn, ...(node.change?.vout == null ? [] : [node.change.vout])])];
  return (
    <section>
      <h3>Change</h3>
      <p className="tm-t2">
        {node.change?.by === 'rules' && (
          <>
            <EvidenceMark kind="inference" />{' '}
          </>
        )}
        {describeChange(node)}
      </p>
      {node.change && node.change.rules.length > 0 && (
        <ul className="cf-rules">
          {node.change.rules.map((rule) => (
            <li key={rule} className="tm-mono">
              {rule}
            </li>
          ))}
        </ul>
      )}
      {saver && vouts.length > 0 && (
        <ChoiceForm node={node} vouts={vouts.toSorted((a, b) => a - b)} onChanges={setChanges} />
      )}
      {document.drawsPeels && <PeelSwitch chain={node.chain} />}
      {changes && <EndChangeList changes={changes} />}
    </section>
  );
}
