import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { describeField, FieldFrame } from './field-frame.tsx';

export interface FormFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** What is wrong, next to the field. */
  readonly error?: string | undefined;
  /** Wrong without words of its own. */
  readonly isInvalid?: boolean | undefined;
  readonly help?: ReactNode;
  /** Shown in the field, at its end. */
  readonly tail?: ReactNode;
}

/** A labelled field with its help below and what is wrong next to it. */
export function FormField({ label, value, onText, error, isInvalid, help, tail, ...input }: FormFieldProps) {
  const id = useId();
  const isWrong = error !== undefined || isInvalid === true;
  return (
    <FieldFrame id={id} label={label} isOptional={input.required === false} error={error} help={help}>
      <input
        {...input}
        required={undefined}
        id={id}
        className="tm-field"
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={describeField(id, { error, help })}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {tail}
    </FieldFrame>
  );
}
