import { formatPlural } from '../../../format/number.ts';
import type { EndChange } from '../end-changes.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { useDocument, useWorkspace } from '../workspace.ts';
import { NodeName } from './node-name.tsx';

const SHOWN = 8;

/** What running a trace again another way changed at its ends. */
export function EndChangeList({ changes }: { readonly changes: readonly EndChange[] }) {
  const { store } = useWorkspace();
  const document = useDocument();
  if (changes.length === 0)
    return (
      <p className="tm-t2 tm-sm" role="status">
        Traced again: every trail ends where it did, with the same amount.
      </p>
    );
  return (
    <div role="status">
      <p className="tm-t2 tm-sm">
        Traced again: {formatPlural(changes.length, 'end')} changed. Undo leads back to the earlier trace.
      </p>
      <ul className="cf-payments">
        {changes.slice(0, SHOWN).map(({ node, asset, before, after }) => (
          <li key={`${node.id}/${asset}`}>
            <button type="button" className="tm-linkbtn" onClick={() => store.select([node.id])}>
              <NodeName document={document} node={node} />
            </button>
            <span className="much">
              <s className="tm-t3">
                <FlowAmount document={document} asset={asset} units={before} />
              </s>
              <span className="cf-count">
                <FlowAmount document={document} asset={asset} units={after} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {changes.length > SHOWN && (
        <p className="tm-t3 tm-sm">and {formatPlural(changes.length - SHOWN, 'smaller change')}</p>
      )}
    </div>
  );
}
