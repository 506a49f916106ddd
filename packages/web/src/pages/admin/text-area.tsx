import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';

export interface TextAreaProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  readonly rows?: number;
  readonly hasFocus?: boolean;
}

/** A labelled field of several lines, with what is wrong beside it. */
export function TextArea({ label, name, value, onText, error, help, rows = 3, hasFocus }: TextAreaProps) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="tm-formfield">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <textarea
          id={id}
          name={name}
          rows={rows}
          className="tm-field ad-text"
          data-autofocus={hasFocus || undefined}
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onText(event.currentTarget.value)}
        />
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
