import '../account/account.css';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

interface Labelled {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
}

interface FrameProps extends Pick<Labelled, 'label' | 'error' | 'help'> {
  readonly id: string;
  readonly isOptional?: boolean | undefined;
  readonly children: ReactNode;
}

function Frame({ id, label, error, help, isOptional, children }: FrameProps) {
  return (
    <div className="tm-formfield">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="tm-t3"> (optional)</span>}
      </label>
      <div className="box">{children}</div>
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

function describedBy(id: string, { error, help }: Pick<Labelled, 'error' | 'help'>): string | undefined {
  return [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ') || undefined;
}

export interface FormSelectProps extends Labelled {
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** A labelled choice with its help below and what is wrong beside it. */
export function FormSelect({ options, name, value, onText, ...frame }: FormSelectProps) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <select
        id={id}
        name={name}
        className="tm-field"
        value={value}
        aria-invalid={frame.error !== undefined || undefined}
        aria-describedby={describedBy(id, frame)}
        onChange={(event) => onText(event.currentTarget.value)}
      >
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export interface FormAreaProps extends Labelled {
  readonly rows: number;
  readonly maxLength: number;
  readonly isOptional?: boolean;
  readonly isMono?: boolean;
}

/** A labelled text of several lines with its help below and what is wrong beside it. */
export function FormArea({ name, value, onText, rows, maxLength, isMono, ...frame }: FormAreaProps) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <textarea
        id={id}
        name={name}
        className={`tm-field${isMono ? ' tm-mono' : ''}`}
        rows={rows}
        maxLength={maxLength}
        value={value}
        spellCheck={!isMono}
        aria-invalid={frame.error !== undefined || undefined}
        aria-describedby={describedBy(id, frame)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </Frame>
  );
}
