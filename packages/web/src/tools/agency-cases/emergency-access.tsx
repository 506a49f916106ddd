import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { caseEmergencyRoutes } from '@trailmark/api/contract/case-emergency';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useSession } from '../../session.ts';
import { caseUrl } from '../../url.ts';

interface AccessFormProps {
  readonly onNothing: () => void;
  readonly onClose: () => void;
}

function AccessForm({ onNothing, onClose }: AccessFormProps) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm({
    initial: { number: '', reason: '' },
    schema: caseEmergencyRoutes.openCaseInEmergency.body,
    words: { number: 'A case number is like 2026-12345.', reason: 'Write 20 to 1,000 characters.' },
    send: async (body) => {
      const { opened } = await api.call('openCaseInEmergency', { body });
      if (!opened) return onNothing();
      onClose();
      await client.invalidateQueries({ queryKey: CASES_KEY });
      await router.navigate({ href: caseUrl(opened.caseId) });
    },
  });
  return (
    <DialogForm form={form} what="Emergency access" action="Open the case" onClose={onClose}>
      <p>
        You read a need-to-know case for eight hours without being a member. Its owners are notified at once, every page
        you open is logged, and somebody else reviews your reason.
      </p>
      <FormField label="Case number" autoComplete="off" data-autofocus {...form.field('number')} />
      <FormArea
        label="Why it cannot wait for an owner"
        rows={4}
        help="At least 20 characters. The owners read it."
        {...form.field('reason')}
      />
    </DialogForm>
  );
}

/** What every other number gets, whether or not there is a case. */
function Recorded({ onClose }: { readonly onClose: () => void }) {
  return (
    <>
      <p role="status">
        Your request is recorded. No case was opened: emergency access is for need-to-know cases of your agency. Check
        the number. If the case is closed to emergency access, its owners decide.
      </p>
      <button type="button" className="tm-btn" onClick={onClose}>
        Close
      </button>
    </>
  );
}

/** Emergency access for supervisors; nothing for anybody else. */
export function EmergencyAccess() {
  const { role } = useSession();
  const [state, setState] = useState<'asking' | 'recorded' | undefined>();
  const close = () => setState(undefined);
  if (role !== 'agency-admin') return null;
  return (
    <>
      <button type="button" className="tm-btn" onClick={() => setState('asking')}>
        Emergency access
      </button>
      <Dialog isOpen={state !== undefined} onClose={close} title="Emergency access to a case">
        {state === 'asking' && <AccessForm onNothing={() => setState('recorded')} onClose={close} />}
        {state === 'recorded' && <Recorded onClose={close} />}
      </Dialog>
    </>
  );
}
