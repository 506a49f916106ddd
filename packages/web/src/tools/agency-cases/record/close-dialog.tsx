import { useQueryClient } from '@tanstack/react-query';
import { caseRecordRoutes } from '@trailmark/api/contract/case-record';
import { type Answer, api } from '../../../api.ts';
import { CASES_KEY } from '../../../cases.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogForm } from '../../../components/form/dialog-form.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { showToast } from '../../../components/toast.ts';

type Head = Answer<'getCase'>['head'];

interface FormProps {
  readonly head: Head;
  readonly onClose: () => void;
}

function CloseForm({ head: { id, number, version }, onClose }: FormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { why: '' },
    schema: caseRecordRoutes.closeCase.body,
    toBody: ({ why }) => ({ version, why }),
    words: { why: 'Write 3 to 500 characters.' },
    send: async (body) => {
      const record = await api.call('closeCase', { params: { case: id }, body });
      showToast('done', `The case is closed. Its record ${record.number} is signed.`);
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The case" action={`Close ${number} and sign`} onClose={onClose}>
      <p>
        A record of the case is signed: its results, people, notes with every version, comments, tasks, authorities,
        requests, reports, and the hash and ledger of custody of each file of evidence.
      </p>
      <ul className="cf-counts">
        <li>Nobody can change any of it while the record is in force.</li>
        <li>Members, access, retention and legal holds can still change; custody of evidence continues.</li>
        <li>An owner can reopen the case with a reason. The record stays, and says so.</li>
      </ul>
      <FormField label="Why the case is closed" autoComplete="off" data-autofocus {...form.field('why')} />
    </DialogForm>
  );
}

/** Closes a case: what is sealed by it, and why it is closed. */
export function CloseDialog({ isOpen, ...others }: FormProps & { readonly isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={others.onClose} title={`Close ${others.head.number}`} width={520}>
      {isOpen && <CloseForm {...others} />}
    </Dialog>
  );
}
