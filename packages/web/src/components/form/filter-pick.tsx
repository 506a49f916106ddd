import './filter-pick.css';
import { useId } from 'react';

export type FilterOptions = readonly (readonly [value: string, label: string])[];

/** The choice that narrows nothing. */
export const ANY_OPTION = ['', 'Any'] as const;

export interface FilterPickProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: FilterOptions;
  /** With undefined for any. */
  readonly onPick: (value: string | undefined) => void;
}

/** One choice that narrows a list, with its name in front. */
export function FilterPick({ label, value, options, onPick }: FilterPickProps) {
  const id = useId();
  return (
    <div className="tm-pick">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="tm-field"
        value={value ?? ''}
        onChange={({ currentTarget }) => onPick(currentTarget.value || undefined)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
