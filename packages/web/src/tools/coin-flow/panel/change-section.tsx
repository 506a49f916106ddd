import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { useState } from 'react';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import type { EndChange } from '../end-changes.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { ChangeForm } from './change-form.tsx';
import { EndChangeList } from './end-change-list.tsx';
import { describeChange } from './node-words.ts';
import { PeelSwitch } from './peel-section.tsx';

/** Which output of a transaction is considered change, on whose word, and another choice. */
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
        {describeChange(node.change)}
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
        <ChangeForm
          chain={node.chain}
          txid={node.text}
          vout={node.change?.vout}
          outputs={vouts.toSorted((a, b) => a - b).map((vout) => ({ vout, words: `Output ${vout}` }))}
          onChanges={setChanges}
        />
      )}
      {document.drawsPeels && <PeelSwitch chain={node.chain} />}
      {changes && <EndChangeList changes={changes} />}
    </section>
  );
}
