import { useQueryClient } from '@tanstack/react-query';
import { caseEvidenceRoutes } from '@trailmark/api/contract/case-evidence';
import { ENTERED_ACTS } from '@trailmark/core/custody';
import { api, serverNow } from '../../api.ts';
import { caseCustodyQuery, caseEvidenceQuery } from '../../case-evidence.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { readMoment } from './add-evidence-dialog.tsx';
import { ACT_NAMES } from './custody-words.ts';

interface FormProps {
  readonly caseId: string;
  readonly item: string;
  readonly onClose: () => void;
}

const ACTS = ENTERED_ACTS.map((act) => [act, ACT_NAMES[act]] as const);

function RecordForm({ caseId, item, onClose }: FormProps) {
  const client = useQueryClient();
  const doneAt = new Date(serverNow()).toISOString().slice(0, 16);
  const texts = { why: '', from: '', to: '', machine: '', authority: '', outputHash: '', result: '' };
  const form = useForm({
    initial: { act: 'transfer', doneAt, ...texts },
    schema: caseEvidenceRoutes.addCaseCustody.body,
    toBody: ({ authority, outputHash, ...values }) => ({
      ...values,
      doneAt: readMoment(values.doneAt) ?? -1,
      authority: authority.trim() || null,
      outputHash: outputHash.trim().toLowerCase() || null,
    }),
    words: { why: 'Write 3 to 500 characters.', outputHash: '64 hexadecimal digits.', doneAt: 'A date and a time.' },
    send: async (body) => {
      const answer = await api.call('addCaseCustody', { params: { case: caseId, item }, body });
      client.setQueryData(caseCustodyQuery(caseId, item).queryKey, answer);
      await client.invalidateQueries({ queryKey: caseEvidenceQuery(caseId).queryKey });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The entry" action="Add to the ledger" onClose={onClose}>
      <div className="cs-two">
        <FormSelect label="Act" options={ACTS} {...form.field('act')} />
        <FormField label="Done at, UTC" type="datetime-local" {...form.field('doneAt')} />
      </div>
      <FormField label="Why" autoComplete="off" data-autofocus {...form.field('why')} />
      <div className="cs-two">
        <FormField label="From" required={false} {...form.field('from')} />
        <FormField label="To" required={false} {...form.field('to')} />
        <FormField label="Machine" required={false} {...form.field('machine')} />
        <FormField label="Legal authority" required={false} {...form.field('authority')} />
      </div>
      <FormField label="SHA-256 of the copy" required={false} className="tm-mono" {...form.field('outputHash')} />
      <FormField label="Result" required={false} {...form.field('result')} />
      <p className="tm-t3 tm-sm">An entry cannot be changed or removed. Correct a mistake with another entry.</p>
    </DialogForm>
  );
}

/** Enters an act outside Trailmark into the ledger of custody. */
export function RecordActDialog({ isOpen, ...others }: FormProps & { readonly isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={others.onClose} title="Record an act" width={560}>
      {isOpen && <RecordForm {...others} />}
    </Dialog>
  );
}
