import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { AppLink } from '../../../components/app-link.tsx';
import { shorten } from '../../../format/identifier.ts';
import { formatPlural } from '../../../format/number.ts';
import { transactionUrl } from '../../../url.ts';
import { formatFlowAmount } from '../asset-words.ts';
import { useDocument } from '../workspace.ts';

const SHOWN = 200;

/** A run of transactions drawn as one: what was peeled off, what is left, and each of them. */
export function PeelSection({ node }: { readonly node: FlowNode }) {
  const document = useDocument();
  if (!node.peel) return null;
  const { txids, peeled, left } = node.peel;
  return (
    <section>
      <h3>Peel chain</h3>
      <p className="tm-t2">
        {formatPlural(txids.length, 'transaction')}: {formatFlowAmount(document, node.chain, peeled)} peeled off,{' '}
        {formatFlowAmount(document, node.chain, left)} left. The payments peeled off are listed below.
      </p>
      <details>
        <summary className="tm-sm">Its transactions, in order</summary>
        <ol className="cf-plain cf-numbered">
          {txids.slice(0, SHOWN).map((txid) => (
            <li key={txid}>
              <AppLink className="tm-id" href={transactionUrl(node.chain, txid)} title={txid}>
                {shorten(txid, { head: 10, tail: 10, differing: [] })}
              </AppLink>
            </li>
          ))}
        </ol>
        {txids.length > SHOWN && (
          <p className="tm-t3 tm-sm">and {formatPlural(txids.length - SHOWN, 'more', 'more')}</p>
        )}
      </details>
    </section>
  );
}
