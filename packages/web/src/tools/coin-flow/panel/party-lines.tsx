import type { ClaimReference } from '@trailmark/api/contract/agency-statement';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import { CategoryGlyph } from '../../../components/category-glyph.tsx';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { ClaimAppealLine, ContestedMark } from '../../../components/label-claim-text.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { markOfParty } from './node-words.ts';

export interface PartyLinesProps {
  readonly party: KnownParty;
  /** The claim that names it, with what the agency has to say against it. */
  readonly claim?: ClaimReference | null | undefined;
}

/** The attribution of an address, with its mark: never a fact, but for an entry of a sanctions list. */
export function PartyLines({ party, claim }: PartyLinesProps) {
  return (
    <div className="cf-party">
      {party.category && <CategoryGlyph category={party.category} size={22} />}
      <div className="tm-grow">
        <p className="cf-partyname">
          “{escapeHostile(party.name)}”
          <ContestedMark appeal={claim?.appeal} />
        </p>
        <p className="tm-t2 tm-sm">
          {party.basis === 'inference' && party.via !== undefined && `From cluster, through ${shorten(party.via)}. `}
          {party.listing === undefined ? (
            <>
              {escapeHostile(party.source)}
              {party.asOf && `, ${party.asOf}`}. Confidence {party.confidence} of 100.
            </>
          ) : (
            escapeHostile(party.listing)
          )}
        </p>
        {claim && <ClaimAppealLine claim={claim} />}
      </div>
      <EvidenceMark kind={markOfParty(party)} withWord />
    </div>
  );
}
