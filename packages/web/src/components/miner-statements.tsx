import type { LabelClaim } from '@trailmark/api/contract/label';
import type { MinerClaims } from '@trailmark/api/contract/miner';
import type { OutputChainId } from '@trailmark/core/chain';
import { formatConfidence, formatDayText } from '../format/label-words.ts';
import { formatPlural } from '../format/number.ts';
import { addressUrl } from '../url.ts';
import { CategoryGlyph } from './category-glyph.tsx';
import { Statements } from './evidence-mark.tsx';
import { Hash } from './hash.tsx';
import { LabelClaimText } from './label-claim-text.tsx';
import { ClaimSource } from './label-claims-table.tsx';
import { Missing } from './missing.tsx';
import { QuotedText } from './quoted-text.tsx';

/** Claims shown, in the order of the payees; the labels of every payee are next to the outputs of the coinbase. */
const LISTED = 3;

function TagText({ tag, tagNote }: Pick<MinerClaims, 'tag' | 'tagNote'>) {
  if (!tag) {
    return (
      <>
        Mined by <Missing reason={tagNote ?? ''} />. {tagNote}
      </>
    );
  }
  return (
    <>
      Claimed to be mined by {tag.pool}: the coinbase carries its text <QuotedText text={tag.text} />, as listed by{' '}
      <ClaimSource source={tag.source} licence={tag.licence} />, {formatDayText(tag.asOf)}. Whoever makes a block can
      write any text into it: this is no proof of who did.
    </>
  );
}

function ClaimText({ claim }: { readonly claim: LabelClaim }) {
  return (
    <>
      {' '}
      <CategoryGlyph category={claim.category} /> <LabelClaimText claim={claim} />{' '}
      <span className="tm-t3">
        {claim.listing ? (
          claim.listing.statement
        ) : (
          <>
            <ClaimSource source={claim.source} licence={claim.licence} />,{' '}
            {formatDayText(claim.asOf) ?? 'date not stated'}, {formatConfidence(claim.confidence)}.
          </>
        )}
      </span>
    </>
  );
}

interface PayeeTextProps {
  readonly chain: OutputChainId;
  readonly address: string;
  readonly claims: readonly LabelClaim[];
}

function PayeeText({ chain, address, claims }: PayeeTextProps) {
  return (
    <>
      It pays <Hash value={address} kind="address" href={addressUrl(chain, address)} />:
      {claims.map((claim) => (
        <ClaimText key={claim.id} claim={claim} />
      ))}
    </>
  );
}

function RestText({ miner: { claims, claimCount } }: { readonly miner: MinerClaims }) {
  if (claimCount === 0)
    return <>No public label names an address that it pays. That does not show who they belong to.</>;
  const rest = claimCount - Math.min(claims.length, LISTED);
  return <>{formatPlural(rest, 'more claim')} about addresses that it pays are next to its outputs.</>;
}

export interface MinerStatementsProps {
  readonly chain: OutputChainId;
  readonly miner: MinerClaims;
}

/** Who is claimed to have made a block: the pool's text in its coinbase, and labels of the addresses it pays. */
export function MinerStatements({ chain, miner }: MinerStatementsProps) {
  const shown = miner.claims.slice(0, LISTED);
  const claim = 'claim' as const;
  return (
    <Statements
      items={[
        { kind: claim, text: <TagText tag={miner.tag} tagNote={miner.tagNote} /> },
        ...[...Map.groupBy(shown, ({ address }) => address)].map(([address, claims]) => ({
          kind: claim,
          text: <PayeeText chain={chain} address={address} claims={claims} />,
        })),
        ...(miner.claimCount === 0 || miner.claimCount > shown.length
          ? [{ kind: claim, text: <RestText miner={miner} /> }]
          : []),
      ]}
    />
  );
}
