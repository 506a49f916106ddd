import type { ChainId } from '@trailmark/core/chain';
import { type FormEvent, useState } from 'react';
import { ChainSelect } from '../../../components/chain-select.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { formatPlural } from '../../../format/number.ts';
import { holdsPrivateKey } from '../../../format/pasted-text.ts';
import { addItems } from '../flow-acts.ts';
import type { FlowAnswer } from '../queries.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { useAct } from './use-act.ts';

const HELP = 'Addresses, transaction ids or txid:number, one a line.';

/** Puts addresses and transactions on the canvas by hand. */
export function AddPanel() {
  const { store, canvas } = useWorkspace();
  const { nodes } = useDocument();
  const [chain, setChain] = useState<ChainId | undefined>(Object.values(nodes)[0]?.chain);
  const [text, setText] = useState('');
  const act = useAct<FlowAnswer<'addToFlow'>>();
  const items = text.split(/[\s,;]+/).filter(Boolean);
  const isKey = holdsPrivateKey(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chain || items.length === 0 || isKey) return;
    act.run(async () => {
      const answer = await addItems(store, chain, items.slice(0, 500));
      setText('');
      canvas.current?.reveal(answer.graph.nodes.map(({ id }) => id));
      return answer;
    });
  };
  return (
    <form className="cf-form" onSubmit={submit}>
      <FieldFrame
        id="cf-add"
        label="What to add"
        help={HELP}
        error={isKey ? 'This contains a private key. Nothing of it was sent anywhere.' : undefined}
      >
        <textarea
          id="cf-add"
          className="tm-field tm-mono"
          rows={4}
          spellCheck={false}
          value={text}
          aria-describedby="cf-add-help"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FieldFrame>
      <div className="tm-row tm-wrap cf-chain">
        <ChainSelect value={chain} onChange={setChain} />
        <button type="submit" className="tm-btn" disabled={!chain || items.length === 0 || isKey || act.isBusy}>
          {act.isBusy ? 'Looking it up' : 'Add'}
        </button>
      </div>
      {!chain && <p className="tm-t2 tm-sm">Choose the chain they are of.</p>}
      {act.error !== null && act.error !== undefined && <ErrorPanel error={act.error} what="The addition" />}
      {act.answer && (
        <div role="status">
          <p>{formatPlural(act.answer.graph.nodes.length, 'node')} added or already there.</p>
          {act.answer.refused.length > 0 && (
            <ul className="cf-plain">
              {act.answer.refused.map(({ text: refused, reason }) => (
                <li key={refused}>
                  <span className="tm-quoted">“{refused.slice(0, 64)}”</span> <span className="tm-t3">{reason}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </form>
  );
}
