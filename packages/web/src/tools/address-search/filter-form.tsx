import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import type { FilterKey, FilterOutcome, FilterPatch } from './filters.ts';

export interface FilterField {
  readonly key: FilterKey;
  readonly label: string;
  readonly placeholder: string;
  readonly isIdentifier?: boolean;
}

export interface FilterFormProps {
  readonly fields: readonly FilterField[];
  /** What is in the address bar now, as text. */
  readonly values: Readonly<Partial<Record<FilterKey, string>>>;
  readonly help: string;
  readonly read: (draft: Readonly<Partial<Record<FilterKey, string>>>) => FilterOutcome;
  readonly onApply: (patch: FilterPatch) => void;
}

interface FieldProps {
  readonly field: FilterField;
  readonly value: string;
  readonly error: string | undefined;
  readonly helpId: string;
  readonly isFirst: boolean;
  readonly onChange: (text: string) => void;
}

function Field({ field: { label, placeholder, isIdentifier }, value, error, helpId, isFirst, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className="as-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`tm-field${isIdentifier ? ' mono' : ''}`}
        data-autofocus={isFirst || undefined}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? helpId : `${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p className="as-fielderror" id={`${id}-error`}>
          <IconAlertCircle size={14} stroke={1.5} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

/** One filter's fields; wrong input is reported below its field, and the first wrong field gets the focus. */
export function FilterForm({ fields, values, help, read, onApply }: FilterFormProps) {
  const helpId = useId();
  const [draft, setDraft] = useState(values);
  const [errors, setErrors] = useState<Readonly<Partial<Record<FilterKey, string>>>>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const outcome = read(draft);
    if ('patch' in outcome) {
      onApply(outcome.patch);
      return;
    }
    setErrors(outcome.errors);
    const wrong = fields.findIndex(({ key }) => outcome.errors[key] !== undefined);
    event.currentTarget.querySelectorAll('input')[wrong]?.focus();
  };
  return (
    <form className="as-filterform" onSubmit={submit} noValidate>
      <div className={fields.length > 1 ? 'pair' : undefined}>
        {fields.map((field, i) => (
          <Field
            key={field.key}
            field={field}
            value={draft[field.key] ?? ''}
            error={errors[field.key]}
            helpId={helpId}
            isFirst={i === 0}
            onChange={(text) => setDraft({ ...draft, [field.key]: text })}
          />
        ))}
      </div>
      <p className="tm-t3 tm-sm" id={helpId}>
        {help}
      </p>
      <button type="submit" className="tm-btn sm pri">
        Apply filter
      </button>
    </form>
  );
}
