import type { LabelClaim } from '@trailmark/api/contract/label';
import type { EvidenceItem } from '@trailmark/api/contract/lookup';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { ClaimAppealLine, LabelClaimText } from '../../components/label-claim-text.tsx';
import { ClaimDetails, ClaimSource } from '../../components/label-claims-table.tsx';
import { formatCategory, formatConfidence, formatDayText, formatRole } from '../../format/label-words.ts';
import { formatCount } from '../../format/number.ts';
import { clusterUrl, transactionUrl } from '../../url.ts';
import { curlQuotes } from './verdict.ts';

export interface EvidenceListProps {
  readonly evidence: readonly EvidenceItem[];
  /** Null where this version reads no such chain: nothing can be opened there. */
  readonly chain: OutputChainId | null;
  readonly address: string;
  readonly view: 'conservative' | 'expanded';
}

const TRANSACTIONS_SHOWN = 3;

interface ClaimProps {
  readonly claim: LabelClaim;
  /** The requested address; a claim may be about another one of its cluster. */
  readonly address: string;
}

/** A claim in quotation marks, with its source, date, licence and pack. */
function Claim({ claim, address }: ClaimProps) {
  const { source, asOf, confidence, licence, pack, category, role, scope, listing } = claim;
  return (
    <>
      <p>
        {claim.address !== address && (
          <>
            <span className="tm-t3">from cluster, about</span> <Hash value={claim.address} kind="address" />{' '}
          </>
        )}
        <CategoryGlyph category={category} /> <LabelClaimText claim={claim} />{' '}
        <span className="tm-t2">
          {formatCategory(category)}
          {role && `, ${formatRole(role)}`}
          {scope === 'cluster' && ', applies to the whole cluster'}
        </span>
      </p>
      <p className="tm-t3 tm-sm">
        {listing && <b className="tm-b">{listing.statement} </b>}
        <ClaimSource source={source} licence={licence} />
        {!listing && `, ${formatDayText(asOf) ?? 'date not stated'}, ${formatConfidence(confidence)}`}. Licence{' '}
        {licence}, pack {pack.id} of {pack.asOf}.
      </p>
      <ClaimAppealLine claim={claim} />
      {category.startsWith('sanctioned') && <ClaimDetails details={claim.details} />}
    </>
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
          <EvidenceMark kind={item.claim?.listing ? 'fact' : item.kind} withWord />
          <div className="what">
            {item.claim ? <Claim claim={item.claim} address={place.address} /> : <p>{curlQuotes(item.sentence)}</p>}
          </div>
          <span className="confidence">
            {item.confidence === null || item.claim?.listing ? (
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
