import { useQueryClient } from '@tanstack/react-query';
import { reason } from '@trailmark/api/contract/admin-users';
import { z } from 'zod';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { useForm } from '../../components/form/use-form.ts';
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

/** The reason of every act of administration is the same field of its route. */
const INPUT = z.object({ reason, choice: z.string() });
const SAY_WHY = { reason: 'Say why, in 3 to 1,000 characters.' };

function ActForm({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { reason: '', choice: act.choice?.initial ?? '' },
    schema: INPUT,
    words: SAY_WHY,
    check: (values) => (act.reason !== undefined && values.reason.trim().length < 3 ? SAY_WHY : {}),
    send: async (input) => {
      await act.run(input);
      await client.invalidateQueries({ queryKey: ADMIN_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="This" action={act.button} isDanger={act.isDanger} onClose={onClose}>
      <p>{act.text}</p>
      {act.choice && <FormSelect label={act.choice.label} options={act.choice.options} {...form.field('choice')} />}
      {act.reason !== undefined && (
        <FormArea label="Reason" rows={3} help={act.reason} hasFocus {...form.field('reason')} />
      )}
    </DialogForm>
  );
}

/** Asks before something is done to somebody, names it in its button, and states next to the field what is wrong. */
export function ActDialog({ act, onClose }: { readonly act: Act | undefined; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={act !== undefined} onClose={onClose} title={act?.title}>
      {act && <ActForm key={act.title} act={act} onClose={onClose} />}
    </Dialog>
  );
}
