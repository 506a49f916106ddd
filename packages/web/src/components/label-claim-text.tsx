import type { LabelClaim } from '@trailmark/api/contract/label';
import { capClaimText } from '../format/claim-text.ts';

export interface LabelClaimTextProps {
  readonly claim: Pick<LabelClaim, 'label'>;
  readonly length?: number;
}

/** What a source calls the address, in its quotation marks and with its own reading direction. */
export function LabelClaimText({ claim, length }: LabelClaimTextProps) {
  return (
    <bdi className="tm-said" translate="no">
      “{capClaimText(claim.label, length)}”
    </bdi>
  );
}
