import { type ReactNode, useId } from 'react';
import { describeField, FieldFrame } from './field-frame.tsx';

interface Labelled {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
}

export interface FormSelectProps extends Labelled {
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** A labelled choice with its help below and what is wrong next to it. */
export function FormSelect({ options, name, value, onText, ...frame }: FormSelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...frame}>
      <select
        id={id}
        name={name}
        className="tm-field"
        value={value}
        aria-invalid={frame.error !== undefined || undefined}
        aria-describedby={describeField(id, frame)}
        onChange={(event) => onText(event.currentTarget.value)}
      >
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export interface FormAreaProps extends Labelled {
  readonly rows: number;
  readonly maxLength?: number | undefined;
  readonly isOptional?: boolean;
  readonly isMono?: boolean;
  /** Where the focus goes when a dialog opens. */
  readonly hasFocus?: boolean;
}

/** A labelled text of several lines with its help below and what is wrong next to it. */
export function FormArea({ name, value, onText, rows, maxLength, isMono, hasFocus, ...frame }: FormAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...frame}>
      <textarea
        id={id}
        name={name}
        className={`tm-field${isMono ? ' tm-mono' : ''}`}
        rows={rows}
        maxLength={maxLength}
        data-autofocus={hasFocus || undefined}
        value={value}
        spellCheck={!isMono}
        aria-invalid={frame.error !== undefined || undefined}
        aria-describedby={describeField(id, frame)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}
