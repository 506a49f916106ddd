export interface RuleChoiceProps<T extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly chosen: readonly T[];
  readonly error?: string | undefined;
  readonly onChange: (chosen: readonly T[]) => void;
}

/** Several of a few, in the order they are offered. */
export function RuleChoice<T extends string>({ legend, options, chosen, error, onChange }: RuleChoiceProps<T>) {
  const toggle = (value: T, isOn: boolean) =>
    onChange(options.map(([one]) => one).filter((one) => (one === value ? isOn : chosen.includes(one))));
  return (
    <fieldset className="tr-choice">
      <legend className="tm-t2">{legend}</legend>
      <div>
        {options.map(([value, label]) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) => toggle(value, currentTarget.checked)}
            />{' '}
            {label}
          </label>
        ))}
      </div>
      {error && <p className="tm-bad tm-sm">{error}</p>}
    </fieldset>
  );
}
