import { useQuery } from '@tanstack/react-query';
import type { OutputChainId } from '@trailmark/core/chain';
import { type Answer, vanishedQuery } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Hash } from '../../components/hash.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { blockUrl, transactionUrl } from '../../url.ts';

type Vanished = Answer<'getTransactionEvidence'>['items'][number];

const REASONS: Readonly<Record<Vanished['reason'], string>> = {
  reorganised: 'Its block lost a fork',
  replaced: 'Another transaction spent the same output',
  dropped: 'The node no longer lists it',
};

function Sighting({ chain, item }: { readonly chain: OutputChainId; readonly item: Vanished }) {
  const { reason, firstSeen, lastSeen, height, blockHash, replacedBy, hex } = item;
  return (
    <li className="tm-stack">
      <h3 className="tm-h">{REASONS[reason]}</h3>
      <dl className="tm-facts">
        <dt>{reason === 'reorganised' ? 'Time of its block' : 'First seen unconfirmed'}</dt>
        <dd>
          <Time seconds={firstSeen} />
        </dd>
        <dt>{reason === 'reorganised' ? 'Removed from the chain' : 'Last seen'}</dt>
        <dd>
          <Time seconds={lastSeen} />
        </dd>
        {height !== null && blockHash !== null && (
          <>
            <dt>Block that lost</dt>
            <dd>
              {formatCount(height)} <Hash value={blockHash} kind="block" href={blockUrl(chain, blockHash)} />
            </dd>
          </>
        )}
        {replacedBy !== null && (
          <>
            <dt>Replaced by</dt>
            <dd>
              <Hash value={replacedBy} kind="transaction" href={transactionUrl(chain, replacedBy)} whole />
            </dd>
          </>
        )}
      </dl>
      <details className="tm-script">
        <summary>Raw bytes</summary>
        <div className="tm-row" style={{ alignItems: 'flex-start' }}>
          <code className="tm-id whole">{hex}</code>
          <CopyButton value={hex} what="raw transaction" size="sm" />
        </div>
      </details>
    </li>
  );
}

/** What this server kept of a transaction that it saw and that is not on the chain; nothing where it never saw it. */
export function VanishedTransaction({ chain, txid }: { readonly chain: OutputChainId; readonly txid: string }) {
  const { data } = useQuery(vanishedQuery(chain, txid));
  if (!data || data.items.length === 0) return null;
  return (
    <section className="tm-sect" aria-labelledby="vanished">
      <h2 className="tm-h" id="vanished">
        Kept as evidence
      </h2>
      <p className="tm-note">
        This server saw the transaction, and it is not on the chain. Nothing was paid by it. The sightings are reports
        of the node at the time; the id can be recalculated from the bytes.
      </p>
      <ul className="tm-stack">
        {data.items.map((item) => (
          <Sighting key={`${item.reason}-${item.lastSeen}-${item.blockHash ?? ''}`} chain={chain} item={item} />
        ))}
      </ul>
    </section>
  );
}
