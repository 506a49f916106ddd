import { useQueryClient } from '@tanstack/react-query';
import type { Screening, ScreeningLabel } from '@trailmark/core/screening/screening';
import { z } from 'zod';
import { api } from '../../../api.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogForm } from '../../../components/form/dialog-form.tsx';
import { FormArea } from '../../../components/form/form-choice.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { LabelClaimText } from '../../../components/label-claim-text.tsx';
import { APPEALS_KEY } from './appeal-queries.ts';

/** A label, and the address that it is on. */
export interface Contested {
  readonly label: ScreeningLabel;
  readonly chain: Screening['request']['chain'];
  readonly address: string;
}

const INPUT = z.object({ statement: z.string().trim().min(10).max(2_000), evidence: z.string().trim().max(1_000) });

function AppealForm({ label, chain, address, onClose }: Contested & { readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { statement: '', evidence: '' },
    schema: INPUT,
    words: { statement: 'Write 10 to 2,000 characters.', evidence: 'Write at most 1,000 characters.' },
    send: async (written) => {
      await api.call('openLabelAppeal', { body: { chain, address, label: label.id, ...written } });
      await client.invalidateQueries({ queryKey: APPEALS_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The appeal" action="Contest the label" onClose={onClose}>
      <p>
        <LabelClaimText claim={label} />
      </p>
      <p className="tm-sm tm-t2">
        Label and verdicts stay as they are. Your agency sees the appeal wherever the label is used, and an
        administrator other than you decides on it.
      </p>
      <FormArea label="What is wrong, and what would be right" rows={4} hasFocus {...form.field('statement')} />
      <FormArea label="Where that can be checked" rows={2} isOptional {...form.field('evidence')} />
    </DialogForm>
  );
}

export function AppealDialog({ contested, onClose }: { readonly contested: Contested; readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Contest a label">
      <AppealForm {...contested} onClose={onClose} />
    </Dialog>
  );
}
