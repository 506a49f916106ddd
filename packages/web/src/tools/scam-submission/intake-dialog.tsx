import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ScamIntake, scamReportRoutes } from '@trailmark/api/contract/scam-report';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { REPORT_PATH, SCAMS_KEY, scamIntakeQuery } from '../../scams.ts';
import { useSession } from '../../session.ts';

interface IntakeFormProps {
  readonly intake: ScamIntake | null;
  readonly onClose: () => void;
}

function IntakeForm({ intake, onClose }: IntakeFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: {
      slug: intake?.slug ?? '',
      isOpen: intake?.isOpen ? 'yes' : 'no',
      question: intake?.question ?? '',
      answer: '',
      portalName: intake?.portalName ?? '',
      portalTemplate: intake?.portalTemplate ?? '',
    },
    schema: scamReportRoutes.setScamIntake.body,
    toBody: ({ isOpen, answer, ...values }) => ({ ...values, isOpen: isOpen === 'yes', answer: answer || null }),
    send: async (body) => {
      await api.call('setScamIntake', { body });
      await client.invalidateQueries({ queryKey: SCAMS_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The public form" action="Save the public form" onClose={onClose}>
      <FormSelect
        label="Reports of the public"
        options={[
          ['no', 'Closed'],
          ['yes', 'Open'],
        ]}
        {...form.field('isOpen')}
      />
      <FormField
        label="Address of the form"
        help={`${REPORT_PATH}/ and this name: lower-case letters, digits and hyphens.`}
        autoComplete="off"
        {...form.field('slug')}
      />
      <FormField
        label="Question against programs"
        required={false}
        help="Something that people of your area know. Without one, limits and a piece of work for the browser remain."
        {...form.field('question')}
      />
      <FormField
        label="Its answer"
        required={false}
        help={intake?.question ? 'Leave it empty to keep the answer there is.' : 'Kept as a digest.'}
        autoComplete="off"
        {...form.field('answer')}
      />
      <FormField label="Name of the national portal" required={false} {...form.field('portalName')} />
      <FormArea
        label="Template for the national portal"
        rows={8}
        isMono
        isOptional
        help="Fields in braces are filled in: {category}, {reference}, {loss}, {payments}, {names}, {emails}, {phones}, {handles}, {domains}, {description}, {evidence}. Empty: the template that comes with Trailmark."
        {...form.field('portalTemplate')}
      />
    </DialogForm>
  );
}

/** For administrators of the agency: whether the public can report, and the texts of the agency. */
export function IntakeButton() {
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...scamIntakeQuery(), enabled: role === 'agency-admin' });
  if (role !== 'agency-admin') return null;
  return (
    <>
      <button type="button" className="tm-btn" onClick={() => setOpen(true)}>
        Public form: {data?.intake?.isOpen ? 'open' : 'closed'}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Reports of the public" width={560}>
        {isOpen && data && <IntakeForm intake={data.intake} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
