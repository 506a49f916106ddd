import type { AddressLabels, LabelClaim } from '@trailmark/api/contract/label';
import { formatCategory, formatStanding } from '../format/label-words.ts';
import { formatPlural } from '../format/number.ts';
import { attributionUrl } from '../url.ts';
import { AppLink } from './app-link.tsx';
import { CategoryGlyph } from './category-glyph.tsx';
import { FloatOnHover } from './float-on-hover.tsx';
import { LabelClaimText } from './label-claim-text.tsx';

const CHIP_CHARS = 28;
const LISTED = 4;

/** What a chip needs of all claims about an address. */
export type ChipLabels = Pick<AddressLabels, 'network' | 'address' | 'claims' | 'isContradictory'>;

export interface LabelChipProps {
  /** All claims about one address; nothing is drawn where there are none. */
  readonly labels: ChipLabels;
}

function ClaimLine({ claim }: { readonly claim: LabelClaim }) {
  return (
    <li>
      <CategoryGlyph category={claim.category} />
      <span>
        <LabelClaimText claim={claim} />
        <span className="tm-t3">
          {' '}
          {formatCategory(claim.category)}. {formatStanding(claim)}
        </span>
      </span>
    </li>
  );
}

/**
 * The first claim about an address, in quotation marks and with the glyph of its category; the sources open on hover and
 * focus, and the link leads to all of them. The order of claims is the server's: highest confidence first.
 */
export function LabelChip({ labels }: LabelChipProps) {
  const { claims, network, address, isContradictory } = labels;
  const [first] = claims;
  if (!first) return null;
  const more = claims.length - 1;
  return (
    <FloatOnHover
      className="tm-chiplabel"
      cardClass="tm-labelpop"
      card={
        <>
          <p className="tm-t3 tm-xs">
            {isContradictory
              ? 'Sources contradict each other. Each is shown as stated.'
              : `${formatPlural(claims.length, 'claim')}, not facts of the ledger`}
          </p>
          <ul>
            {claims.slice(0, LISTED).map((claim) => (
              <ClaimLine key={claim.id} claim={claim} />
            ))}
          </ul>
          {claims.length > LISTED && (
            <p className="tm-t3 tm-xs">{formatPlural(claims.length - LISTED, 'more claim')}.</p>
          )}
        </>
      }
    >
      <AppLink href={attributionUrl(network, address)}>
        <CategoryGlyph category={first.category} />
        <LabelClaimText claim={first} length={CHIP_CHARS} />
        {more > 0 && (
          <>
            <span className="tm-t3" aria-hidden="true">
              +{more}
            </span>
            <span className="tm-sr">and {formatPlural(more, 'more claim')}</span>
          </>
        )}
      </AppLink>
    </FloatOnHover>
  );
}
