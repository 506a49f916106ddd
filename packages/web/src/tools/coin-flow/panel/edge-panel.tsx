import type { FlowCrossing, FlowEdge } from '@trailmark/core/flow/flow-graph';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { Missing } from '../../../components/missing.tsx';
import { Time } from '../../../components/time.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { transactionUrl } from '../../../url.ts';
import { formatFiat } from '../fiat-words.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { useDocument, useWorkspace } from '../workspace.ts';
import { CERTAINTY_WORDS, describeWait } from './crossing-facts.tsx';
import { HypothesisForm } from './hypothesis-form.tsx';
import { LaterButton } from './later-button.tsx';
import { MarkForm } from './mark-form.tsx';
import { nameNode } from './node-words.ts';

/** What came out on the other side of a bridge, in its own asset: two assets are never summed. */
function OtherEnd({ crossing }: { readonly crossing: FlowCrossing }) {
  const document = useDocument();
  const { asset, amount, tainted, seconds, certainty, basis, message } = crossing;
  return (
    <section>
      <h3>Other side of the bridge</h3>
      <dl className="cf-pairs">
        <div>
          <dt>Paid out</dt>
          <dd>
            <FlowAmount document={document} asset={asset} units={amount} />
          </dd>
        </div>
        <div>
          <dt>of it traced</dt>
          <dd>
            <FlowAmount document={document} asset={asset} units={tainted} />
          </dd>
        </div>
        <div>
          <dt>Between them</dt>
          <dd>{describeWait(seconds)}</dd>
        </div>
      </dl>
      <p>{CERTAINTY_WORDS[certainty]}.</p>
      <p className="tm-t2 tm-sm">{basis}</p>
      {message !== null && (
        <p className="tm-t3 tm-xs cf-break">
          Message <span className="tm-mono">{escapeHostile(message)}</span>
        </p>
      )}
    </section>
  );
}

const WORDS: Readonly<Record<FlowEdge['kind'], string>> = {
  transfer: 'Payment between addresses',
  spend: 'Spent by a transaction',
  output: 'Paid by a transaction',
  swap: 'Swapped through a protocol',
  bridge: 'Moved over a bridge',
  cut: 'Not drawn',
  relation: 'Payments summed',
};

function End({ id, word }: { readonly id: string; readonly word: string }) {
  const { store } = useWorkspace();
  const document = useDocument();
  const node = document.nodes[id];
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        <button type="button" className="tm-linkbtn" onClick={() => store.select([id])}>
          {node ? nameNode(document, node) : shorten(id)}
        </button>
      </dd>
    </div>
  );
}

function Refs({ edge }: { readonly edge: FlowEdge }) {
  const document = useDocument();
  const near = document.nodes[edge.from]?.chain;
  const far = document.nodes[edge.to]?.chain;
  return (
    <section>
      <h3>{edge.crossing ? 'Payment in, and payment out' : formatPlural(edge.count, 'payment')}</h3>
      <ul className="cf-plain">
        {edge.refs.map((ref, at) => {
          // Over a bridge the first payment is on the one chain, the second on the other.
          const chain = edge.crossing && at > 0 ? far : (near ?? far);
          const txid = ref.split(/[:#]/)[0] ?? ref;
          const text = shorten(ref, { head: 10, tail: 10, differing: [] });
          return (
            <li key={ref} className="tm-row">
              {chain ? (
                <AppLink className="tm-id" href={transactionUrl(chain, txid)} title={ref}>
                  {text}
                </AppLink>
              ) : (
                <span className="tm-id">{text}</span>
              )}
              <CopyButton value={ref} what="payment" size="sm" />
            </li>
          );
        })}
      </ul>
      {edge.count > edge.refs.length && (
        <p className="tm-t3 tm-sm">and {formatCount(edge.count - edge.refs.length)} more, in the sum above</p>
      )}
    </section>
  );
}

/** One payment, or several summed. */
export function EdgePanel({ edge }: { readonly edge: FlowEdge }) {
  const { saver } = useWorkspace();
  const document = useDocument();
  const isHeld = document.edges[edge.id] !== undefined;
  return (
    <>
      <p className="cf-partyname">{WORDS[edge.kind]}</p>
      <p className="tm-t2">
        <EvidenceMark kind={edge.basis} withWord /> {edge.rule ?? ''}
      </p>
      <dl className="cf-pairs">
        <End id={edge.from} word="From" />
        <End id={edge.to} word="To" />
        <div>
          <dt>Amount</dt>
          <dd>
            <FlowAmount document={document} asset={edge.asset} units={edge.amount} />
          </dd>
        </div>
        <div>
          <dt>Traced</dt>
          <dd>
            <FlowAmount document={document} asset={edge.asset} units={edge.tainted} />
          </dd>
        </div>
        <div>
          <dt>Worth then</dt>
          <dd>
            {formatFiat(edge) ?? <Missing reason="No price is loaded for the day of a payment.">no price</Missing>}
          </dd>
        </div>
        <div>
          <dt>First</dt>
          <dd>
            <Time seconds={edge.firstTime} />
          </dd>
        </div>
        {edge.lastTime !== edge.firstTime && (
          <div>
            <dt>Last</dt>
            <dd>
              <Time seconds={edge.lastTime} />
            </dd>
          </div>
        )}
      </dl>
      {edge.crossing && <OtherEnd crossing={edge.crossing} />}
      <Refs edge={edge} />
      {isHeld && <LaterButton edge={edge} />}
      {isHeld && <MarkForm ids={[edge.id]} />}
      {isHeld && saver && <HypothesisForm ids={[edge.id]} />}
    </>
  );
}
