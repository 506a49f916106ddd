import { IconAlertCircle } from '@tabler/icons-react';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface FormFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** What is wrong, beside the field. */
  readonly error?: string | undefined;
  /** Wrong without words of its own. */
  readonly isInvalid?: boolean | undefined;
  readonly help?: ReactNode;
  /** Stands in the field, at its end. */
  readonly tail?: ReactNode;
}

/** A labelled field with its help below and what is wrong beside it. */
export function FormField({ label, value, onText, error, isInvalid, help, tail, ...input }: FormFieldProps) {
  const id = useId();
  const isWrong = error !== undefined || isInvalid === true;
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="tm-formfield">
      <label htmlFor={id}>
        {label}
        {input.required === false && <span className="tm-t3"> (optional)</span>}
      </label>
      <div className="box">
        <input
          {...input}
          required={undefined}
          id={id}
          className="tm-field"
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        {tail}
      </div>
      {error && (
        <p className="wrong" id={`${id}-error`}>
          <IconAlertCircle size={14} stroke={1.5} aria-hidden="true" />
          {error}
        </p>
      )}
      {help && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}
