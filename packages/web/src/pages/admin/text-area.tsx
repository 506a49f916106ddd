import { useId } from 'react';
import { describeField, FieldFrame } from '../../components/field-frame.tsx';

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
  return (
    <FieldFrame id={id} label={label} error={error} help={help}>
      <textarea
        id={id}
        name={name}
        rows={rows}
        className="tm-field ad-text"
        data-autofocus={hasFocus || undefined}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describeField(id, { error, help })}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}
