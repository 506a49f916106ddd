import { useId } from 'react';

export interface ChoiceFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onText: (value: string) => void;
}

/** A labelled choice from a list. */
export function ChoiceField({ label, name, value, options, onText }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="tm-formfield">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <select
          id={id}
          name={name}
          className="tm-field"
          value={value}
          onChange={(event) => onText(event.currentTarget.value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
