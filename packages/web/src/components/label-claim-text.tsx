import type { LabelClaim } from '@trailmark/api/contract/label';
import { escapeHostile, HOSTILE_LENGTH } from '../format/hostile-text.ts';

/** A claim's text as it may be shown: control characters as codes, cut. The whole text is in the page of the address. */
export function capClaimText(text: string, length = HOSTILE_LENGTH): string {
  const chars = Array.from(escapeHostile(text));
  return chars.length > length ? `${chars.slice(0, length).join('')}…` : chars.join('');
}

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
