import { z } from 'zod';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';

/** An act that is confirmed with a text before it is done. */
export interface Asked {
  readonly title: string;
  /** What it does and what stays. */
  readonly text: string;
  readonly button: string;
  readonly label: string;
  /** A second text that may be left out. */
  readonly second?: string;
  readonly isDanger?: boolean;
  readonly run: (text: string, second: string) => Promise<void>;
}

const INPUT = z.object({ text: z.string().trim().min(3).max(500), second: z.string().trim().max(120) });

function AskForm({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const form = useForm({
    initial: { text: '', second: '' },
    schema: INPUT,
    words: { text: 'Write 3 to 500 characters.' },
    send: async ({ text, second }) => {
      await asked.run(text, second);
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="This" action={asked.button} isDanger={asked.isDanger} onClose={onClose}>
      <p>{asked.text}</p>
      <FormField label={asked.label} autoComplete="off" data-autofocus {...form.field('text')} />
      {asked.second && <FormField label={asked.second} required={false} autoComplete="off" {...form.field('second')} />}
    </DialogForm>
  );
}

/** Asks for a text before something is done, and names it in its button. */
export function AskDialog({ asked, onClose }: { readonly asked: Asked | undefined; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={asked !== undefined} onClose={onClose} title={asked?.title}>
      {asked && <AskForm key={asked.title} asked={asked} onClose={onClose} />}
    </Dialog>
  );
}
