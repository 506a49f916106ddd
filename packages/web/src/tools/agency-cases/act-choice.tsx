import { ACT_NAMES, AUTHORITY_ACTS, type AuthorityAct } from '@trailmark/core/case-authority';

export interface ActChoiceProps {
  readonly legend: string;
  readonly acts: readonly AuthorityAct[];
  readonly onChange: (acts: readonly AuthorityAct[]) => void;
}

/** Acts that may need a legal authority, several at a time. */
export function ActChoice({ legend, acts, onChange }: ActChoiceProps) {
  return (
    <fieldset className="cp-acts">
      <legend className="tm-t2">{legend}</legend>
      {AUTHORITY_ACTS.map((act) => (
        <label key={act}>
          <input
            type="checkbox"
            checked={acts.includes(act)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...acts, act] : acts.filter((other) => other !== act))
            }
          />{' '}
          {ACT_NAMES[act]}
        </label>
      ))}
    </fieldset>
  );
}
