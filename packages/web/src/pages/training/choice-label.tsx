export interface ChoiceLabelProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [value: T, label: string])[];
  /** What no choice is called; without it one has to be made. */
  readonly all?: string;
  readonly onChoose: (value: T | undefined) => void;
}

/** A label with a list to choose from below it, as filters and forms of training have them. */
export function ChoiceLabel<T extends string>({ label, value, options, all, onChoose }: ChoiceLabelProps<T>) {
  return (
    <label>
      {label}
      <select
        className="tm-field"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose(options.find(([option]) => option === currentTarget.value)?.[0])}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
