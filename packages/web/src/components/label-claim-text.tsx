import type { LabelClaim } from '@trailmark/api/contract/label';
import { describeClaimAppeal } from '../format/claim-appeal-words.ts';
import { capClaimText } from '../format/claim-text.ts';

/** Where the reader's agency contests a claim, or found it wrong: a word next to what the claim states. */
export function ContestedMark({ appeal }: { readonly appeal: LabelClaim['appeal'] }) {
  if (!appeal || appeal.state === 'rejected') return null;
  return (
    <span className="tm-contested" title={describeClaimAppeal(appeal)}>
      {appeal.state === 'open' ? 'contested' : 'found wrong'}
    </span>
  );
}

export interface LabelClaimTextProps {
  readonly claim: Pick<LabelClaim, 'label' | 'appeal'>;
  readonly length?: number;
}

/**
 * What a source calls the address, in its quotation marks and with its own reading direction. Where the reader's agency contests
 * it, or found it wrong, that is shown next to it.
 */
export function LabelClaimText({ claim: { label, appeal }, length }: LabelClaimTextProps) {
  return (
    <>
      <bdi className="tm-said" translate="no">
        “{capClaimText(label, length)}”
      </bdi>
      <ContestedMark appeal={appeal} />
    </>
  );
}

/** The whole of what the agency has to say against a claim, in a sentence; nothing where it says nothing. */
export function ClaimAppealLine({ claim: { appeal } }: { readonly claim: Pick<LabelClaim, 'appeal'> }) {
  if (!appeal) return null;
  return (
    <p className="tm-sm tm-t2">
      <bdi>{describeClaimAppeal(appeal)}</bdi>
    </p>
  );
}
