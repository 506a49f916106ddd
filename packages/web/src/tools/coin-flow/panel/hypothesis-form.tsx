import { useState } from 'react';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { useWorkspace } from '../workspace.ts';

/** Drops a branch of thought: it stays on the canvas, dimmed, with the reason. */
export function HypothesisForm({ ids }: { readonly ids: readonly string[] }) {
  const { store } = useWorkspace();
  const [title, setTitle] = useState('');
  const [reason, setReason] = useState('');
  const isReady = title.trim() !== '' && reason.trim() !== '';
  const keep = () =>
    store.act('Keep as a dropped hypothesis', (draft) => {
      const id = `h${draft.hypotheses.length + 1}-${Math.floor(Date.now() / 1000)}`;
      draft.hypotheses.push({ id, title: title.trim(), discarded: [...ids], reason: reason.trim() });
    });
  return (
    <details className="cf-fold">
      <summary>Drop as a hypothesis</summary>
      <p className="tm-t2 tm-sm">It stays on the canvas, dimmed, and in exports, with the reason.</p>
      <FieldFrame id="cf-hyp-title" label="What was thought">
        <input
          id="cf-hyp-title"
          className="tm-field"
          maxLength={120}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </FieldFrame>
      <FieldFrame id="cf-hyp-reason" label="Reason for dropping it">
        <textarea
          id="cf-hyp-reason"
          className="tm-field"
          rows={2}
          maxLength={2_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FieldFrame>
      <button type="button" className="tm-btn sm" disabled={!isReady} onClick={keep}>
        Drop it
      </button>
    </details>
  );
}
