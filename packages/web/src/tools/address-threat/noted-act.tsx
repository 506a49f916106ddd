import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { useForm } from '../../components/form/use-form.ts';

/** An act that is confirmed with a note. */
export interface NotedAct {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly isDanger?: boolean;
  /** Without it the act is done at once: a note says nothing. */
  readonly needsNote: boolean;
  readonly run: (note: string) => Promise<unknown>;
}

const INPUT = z.object({ note: z.string().trim().max(1_000) });

interface ActFormProps {
  readonly act: NotedAct;
  /** Begin of the keys of the queries that the act makes out of date. */
  readonly changes: readonly string[];
  readonly onClose: () => void;
}

function ActForm({ act, changes, onClose }: ActFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { note: '' },
    schema: INPUT,
    words: { note: 'Write at most 1,000 characters.' },
    check: ({ note }) => (act.needsNote && note.trim().length < 3 ? { note: 'Write 3 to 1,000 characters.' } : {}),
    send: async ({ note }) => {
      await act.run(note);
      await client.invalidateQueries({ queryKey: changes });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="This" action={act.button} isDanger={act.isDanger} onClose={onClose}>
      <p>{act.text}</p>
      <FormArea label="Note" rows={3} hasFocus {...form.field('note')} />
    </DialogForm>
  );
}

export function NotedActDialog({ act, ...rest }: Omit<ActFormProps, 'act'> & { readonly act: NotedAct | undefined }) {
  return (
    <Dialog isOpen={act !== undefined} onClose={rest.onClose} title={act?.title}>
      {act && <ActForm key={act.title} act={act} {...rest} />}
    </Dialog>
  );
}
