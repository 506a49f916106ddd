import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '@trailmark/core/errors';
import { type FormEvent, useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { ADMIN_KEY } from './admin-paths.ts';

export interface ActInput {
  readonly reason: string;
  readonly choice: string;
}

/** One act that is confirmed before it is done. */
export interface Act {
  readonly title: string;
  /** What it does and what stays. */
  readonly text: string;
  /** Verb and name of the object. */
  readonly button: string;
  readonly isDanger?: boolean;
  /** Asks why; the help says who reads it. */
  readonly reason?: string;
  readonly choice?: {
    readonly label: string;
    readonly initial: string;
    readonly options: readonly (readonly [string, string])[];
  };
  readonly run: (input: ActInput) => Promise<unknown>;
}

function toFieldError(error: unknown): string | undefined {
  return AppError.is(error) && error.context.field === 'reason' ? error.message : undefined;
}

function ActForm({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [choice, setChoice] = useState(act.choice?.initial ?? '');
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const running = useMutation({
    mutationFn: () => act.run({ reason, choice }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ADMIN_KEY });
      onClose();
    },
  });
  const wrong = missing ?? toFieldError(running.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act.reason !== undefined && reason.trim().length < 3) {
      setMissing('Say why, in 3 to 1,000 characters.');
      return;
    }
    running.mutate();
  };
  return (
    <form className="tm-form" onSubmit={submit} noValidate>
      <p>{act.text}</p>
      {act.choice && (
        <FormSelect
          label={act.choice.label}
          name="choice"
          value={choice}
          options={act.choice.options}
          onText={setChoice}
        />
      )}
      {act.reason !== undefined && (
        <FormArea
          label="Reason"
          name="reason"
          value={reason}
          help={act.reason}
          error={wrong}
          rows={3}
          hasFocus
          onText={(text) => {
            setReason(text);
            setMissing(undefined);
          }}
        />
      )}
      {running.error && !toFieldError(running.error) && <ErrorPanel error={running.error} what="This" />}
      <div className="actions">
        <button type="submit" className={`tm-btn ${act.isDanger ? 'ad-danger' : 'pri'}`} disabled={running.isPending}>
          {act.button}
        </button>
        <button type="button" className="tm-btn" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Asks before something is done to somebody, names it in its button, and says beside the field what is wrong. */
export function ActDialog({ act, onClose }: { readonly act: Act | undefined; readonly onClose: () => void }) {
  return (
    <Modal
      opened={act !== undefined}
      onClose={onClose}
      title={<span className="tm-h">{act?.title}</span>}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {act && <ActForm key={act.title} act={act} onClose={onClose} />}
    </Modal>
  );
}
