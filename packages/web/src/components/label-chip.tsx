import type { AddressLabels, LabelClaim } from '@trailmark/api/contract/label';
import { capClaimText } from '../format/claim-text.ts';
import { formatCategory, formatStanding } from '../format/label-words.ts';
import { formatPlural } from '../format/number.ts';
import { attributionUrl } from '../url.ts';
import { AgencyStatementText } from './agency-statement-text.tsx';
import { AppLink } from './app-link.tsx';
import { CategoryGlyph } from './category-glyph.tsx';
import { FloatOnHover } from './float-on-hover.tsx';
import { LabelClaimText } from './label-claim-text.tsx';

const CHIP_CHARS = 28;
const LISTED = 4;

/** What a chip needs of all claims about an address. */
export type ChipLabels = Pick<AddressLabels, 'network' | 'address' | 'claims' | 'isContradictory' | 'ofAgency'>;

export interface LabelChipProps {
  /** All claims about one address; nothing is drawn where there are none, and the reader's agency states nothing. */
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

/** What reviewers of the reader's agency state of an address that no pack names. */
function AgencyChip({ network, address, ofAgency = [] }: ChipLabels) {
  const [first] = ofAgency;
  if (!first) return null;
  const more = ofAgency.length - 1;
  return (
    <FloatOnHover
      className="tm-chiplabel"
      cardClass="tm-labelpop"
      card={
        <>
          <p className="tm-t3 tm-xs">Labels of your agency. No pack names this address.</p>
          <ul>
            {ofAgency.slice(0, LISTED).map((statement) => (
              <li key={statement.id}>
                <AgencyStatementText statement={statement} />
              </li>
            ))}
          </ul>
          {ofAgency.length > LISTED && (
            <p className="tm-t3 tm-xs">{formatPlural(ofAgency.length - LISTED, 'more label')}.</p>
          )}
        </>
      }
    >
      <AppLink href={attributionUrl(network, address)}>
        <bdi className="tm-said">“{capClaimText(first.text, CHIP_CHARS)}”</bdi>{' '}
        <span className="tm-t3">your agency{more > 0 && `, and ${more} more`}</span>
      </AppLink>
    </FloatOnHover>
  );
}

/**
 * The first claim about an address, in quotation marks and with the glyph of its category; the sources open on hover and
 * focus, and the link leads to all of them. The order of claims is the server's: highest confidence first.
 */
export function LabelChip({ labels }: LabelChipProps) {
  const { claims, network, address, isContradictory } = labels;
  const [first] = claims;
  if (!first) return <AgencyChip {...labels} />;
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
