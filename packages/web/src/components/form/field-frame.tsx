import './form.css';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface FieldFrameProps {
  /** Of the control within; `describeField` names the lines below it. */
  readonly id: string;
  readonly label: string;
  readonly isOptional?: boolean | undefined;
  /** What is wrong, next to the field. */
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

/** Value of `aria-describedby` for the control in a frame; undefined where nothing is below it. */
export function describeField(
  id: string,
  { error, help }: Pick<FieldFrameProps, 'error' | 'help'>,
): string | undefined {
  return [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ') || undefined;
}

/** Label above a control, what is wrong and help below it. */
export function FieldFrame({ id, label, isOptional, error, help, children }: FieldFrameProps) {
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
