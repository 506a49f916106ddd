import type { EvidenceItem } from '@trailmark/api/contract/lookup';
import type { ChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { formatConfidence, formatDayText, shortenSource } from '../../format/label-words.ts';
import { formatCount } from '../../format/number.ts';
import { clusterUrl, transactionUrl } from '../../url.ts';

export interface EvidenceListProps {
  readonly evidence: readonly EvidenceItem[];
  /** Null where this version reads no such chain: nothing can be opened there. */
  readonly chain: ChainId | null;
  readonly address: string;
  readonly view: 'conservative' | 'expanded';
}

const TRANSACTIONS_SHOWN = 3;

function Source({ claim }: Pick<EvidenceItem, 'claim'>) {
  if (!claim) return null;
  return (
    <p className="tm-t3 tm-sm">
      {shortenSource(claim.source).slice(0, 80)}, {formatDayText(claim.asOf) ?? 'date not stated'},{' '}
      {formatConfidence(claim.confidence)}. Licence {claim.licence}, pack {claim.pack.id} of {claim.pack.asOf}.
    </p>
  );
}

function Opens({ item, chain, address, view }: Omit<EvidenceListProps, 'evidence'> & { readonly item: EvidenceItem }) {
  if (chain === null) return null;
  const more = item.transactions.length - TRANSACTIONS_SHOWN;
  return (
    <span className="opens">
      {item.transactions.slice(0, TRANSACTIONS_SHOWN).map((txid) => (
        <Hash key={txid} value={txid} kind="transaction" href={transactionUrl(chain, txid)} />
      ))}
      {more > 0 && <span className="tm-t3 tm-sm">+{formatCount(more)}</span>}
      {item.via !== null && (
        <AppLink
          className="tm-btn sm"
          href={clusterUrl(chain, address, { tab: 'proof', view, a: address, b: item.via })}
        >
          Why together
        </AppLink>
      )}
    </span>
  );
}

/** Reasons for a verdict, each with the mark of how it is known and where to look at it. */
export function EvidenceList({ evidence, ...place }: EvidenceListProps) {
  return (
    <ol className="xl-evidence">
      {evidence.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence has a fixed order
        <li key={i}>
          <EvidenceMark kind={item.kind} withWord />
          <div className="what">
            <p>{item.sentence}</p>
            <Source claim={item.claim} />
          </div>
          <span className="confidence">
            {item.confidence === null ? (
              <span className="tm-t3">–</span>
            ) : (
              <>
                <b>{item.confidence}</b> <span className="tm-t3 tm-sm">of 100</span>
              </>
            )}
          </span>
          <Opens item={item} {...place} />
        </li>
      ))}
    </ol>
  );
}
