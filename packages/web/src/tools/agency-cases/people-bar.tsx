import { LINK_BASES, PERSON_KINDS } from '@trailmark/core/case-people';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import type { Shown } from './filter-people.ts';
import { BASIS_WORDS, KIND_WORDS } from './people-words.tsx';

interface FiltersProps {
  readonly shown: Shown;
  readonly withdrawn: number;
  readonly onChange: (shown: Shown) => void;
}

/** What of the case is shown. */
export function PeopleFilters({ shown, withdrawn, onChange }: FiltersProps) {
  return (
    <>
      <label className="cs-pick">
        Kind
        <select
          className="tm-field"
          value={shown.kind}
          onChange={({ currentTarget }) => onChange({ ...shown, kind: currentTarget.value as Shown['kind'] })}
        >
          <option value="">All kinds</option>
          {PERSON_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </select>
      </label>
      <label className="cs-pick">
        Basis
        <select
          className="tm-field"
          value={shown.basis}
          onChange={({ currentTarget }) => onChange({ ...shown, basis: currentTarget.value as Shown['basis'] })}
        >
          <option value="">All bases</option>
          {LINK_BASES.map((basis) => (
            <option key={basis} value={basis}>
              {BASIS_WORDS[basis]}
            </option>
          ))}
        </select>
      </label>
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
