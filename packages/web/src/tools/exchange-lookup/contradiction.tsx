import type { LabelClaim } from '@trailmark/api/contract/label';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { capClaimText } from '../../format/claim-text.ts';
import { formatStanding } from '../../format/label-words.ts';
import { formatPlural } from '../../format/number.ts';
import { groupByName } from './verdict.ts';

const SHOWN = 3;

/** Claims that exclude each other, one column a name. Nothing is averaged and none is chosen. */
export function Contradiction({ claims }: { readonly claims: readonly LabelClaim[] }) {
  const groups = groupByName(claims);
  return (
    <section>
      <h2 className="tm-h">
        What the sources say <small>side by side, none is chosen</small>
      </h2>
      <div className="xl-beside">
        {groups.map(({ name, claims: said }) => (
          <div key={name}>
            <h3>
              <EvidenceMark kind="claim" /> <bdi>{capClaimText(name, 40)}</bdi>
            </h3>
            <ul>
              {said.slice(0, SHOWN).map((claim) => (
                <li key={claim.id}>
                  <CategoryGlyph category={claim.category} withName /> <LabelClaimText claim={claim} length={40} />
                  <span className="tm-t3 tm-sm">{formatStanding(claim)}</span>
                </li>
              ))}
            </ul>
            {said.length > SHOWN && <p className="tm-t3 tm-sm">{formatPlural(said.length - SHOWN, 'more claim')}</p>}
          </div>
        ))}
      </div>
    </section>
  );
}
