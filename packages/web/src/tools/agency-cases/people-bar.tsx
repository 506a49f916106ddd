import { LINK_BASES, PERSON_KINDS } from '@trailmark/core/case-people';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { type FilterOptions, FilterPick } from '../../components/form/filter-pick.tsx';
import type { Shown } from './filter-people.ts';
import { BASIS_WORDS, KIND_WORDS } from './people-words.tsx';

interface FiltersProps {
  readonly shown: Shown;
  readonly withdrawn: number;
  readonly onChange: (shown: Shown) => void;
}

const KINDS: FilterOptions = [['', 'All kinds'], ...PERSON_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)];
const BASES: FilterOptions = [['', 'All bases'], ...LINK_BASES.map((basis) => [basis, BASIS_WORDS[basis]] as const)];

/** What of the case is shown. */
export function PeopleFilters({ shown, withdrawn, onChange }: FiltersProps) {
  return (
    <>
      <FilterPick
        label="Kind"
        value={shown.kind}
        options={KINDS}
        onPick={(kind = '') => onChange({ ...shown, kind: kind as Shown['kind'] })}
      />
      <FilterPick
        label="Basis"
        value={shown.basis}
        options={BASES}
        onPick={(basis = '') => onChange({ ...shown, basis: basis as Shown['basis'] })}
      />
      {withdrawn > 0 && (
        <label className="cs-clear">
          <input
            type="checkbox"
            checked={shown.hasWithdrawn}
            onChange={({ currentTarget }) => onChange({ ...shown, hasWithdrawn: currentTarget.checked })}
          />
          Withdrawn, {withdrawn}
        </label>
      )}
    </>
  );
}

const DASHES = { fact: undefined, inference: '7 5', claim: '0.1 6' } as const;

/** How a line of the picture is known. */
export function LineKey() {
  return (
    <span className="cp-key">
      {(['fact', 'inference', 'claim'] as const).map((mark) => (
        <span key={mark}>
          <svg width="30" height="8" aria-hidden="true">
            <line
              x1="1"
              x2="29"
              y1="4"
              y2="4"
              stroke="currentColor"
              strokeDasharray={DASHES[mark]}
              strokeLinecap="round"
            />
          </svg>{' '}
          <EvidenceMark kind={mark} withWord />
        </span>
      ))}
    </span>
  );
}
