import type { ChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import type { EndChange } from '../end-changes.ts';
import { areOneTrace, listTraces, retrace, withChoice } from '../flow-acts.ts';
import { useDocument, useWorkspace } from '../workspace.ts';

export interface ChangeFormProps {
  readonly chain: ChainId;
  readonly txid: string;
  /** Output currently considered change. */
  readonly vout: number | null | undefined;
  readonly outputs: readonly { readonly vout: number; readonly words: string }[];
  readonly onChanges: (changes: readonly EndChange[] | undefined) => void;
}

/** Another output as change, with the reason: traces again by it. */
export function ChangeForm({ chain, txid, vout, outputs, onChanges }: ChangeFormProps) {
  const { store, trace } = useWorkspace();
  const { log } = useDocument();
  const [choice, setChoice] = useState(String(vout ?? 'none'));
  const [reason, setReason] = useState('');
  const traces = listTraces(log);
  const last = traces.find(({ request }) => request.chain === chain)?.request;
  const isOnly = areOneTrace(traces);
  if (!last) return null;
  const id = `cf-change-${txid.slice(0, 12)}`;
  const switchTo = () => {
    const change = choice === 'none' ? null : Number(choice);
    const request = withChoice(last, { txid, change, follow: undefined, reason: reason.trim() || undefined });
    onChanges(undefined);
    void trace.run(request, async (answer) =>
      onChanges(await retrace(store, 'Trace with another change output', answer, isOnly)),
    );
  };
  return (
    <details className="cf-fold">
      <summary>Choose another</summary>
      <FieldFrame id={id} label="Change output">
        <select id={id} className="tm-field" value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
          <option value="none">None of them</option>
          {outputs.map((output) => (
            <option key={output.vout} value={output.vout}>
              {output.words}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldFrame id={`${id}-reason`} label="Why" help="Stays in the log with the choice.">
        <input
          id={`${id}-reason`}
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
          Several traces are on this canvas: what the earlier choice brought stays until you hide it.
        </p>
      )}
    </details>
  );
}
