import type { ReactNode } from 'react';
import { FormFailure } from './form-failure.tsx';
import type { Form } from './use-form.ts';

export interface DialogFormProps {
  readonly form: Pick<Form<string>, 'onSubmit' | 'failure' | 'isSending'>;
  /** What is reported to have failed: "The agency". */
  readonly what: string;
  /** Verb and name of the object: "Save North". */
  readonly action: string;
  readonly isDanger?: boolean | undefined;
  /** The focus begins on the way out. */
  readonly isCautious?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form in a dialog: its fields, what went wrong, and the two ways out. */
export function DialogForm({ form, what, action, isDanger, isCautious, onClose, children }: DialogFormProps) {
  return (
    <form className="tm-form" onSubmit={form.onSubmit} noValidate>
      {children}
      <FormFailure error={form.failure} what={what} />
      <div className="actions">
        <button type="submit" className={`tm-btn ${isDanger ? 'danger' : 'pri'}`} disabled={form.isSending}>
          {action}
        </button>
        <button type="button" className="tm-btn" data-autofocus={isCautious || undefined} onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
