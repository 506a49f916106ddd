import { useQuery, useQueryClient } from '@tanstack/react-query';
import { caseRoutes } from '@trailmark/api/contract/case';
import { CASE_PRIORITIES, CASE_STATUSES } from '@trailmark/core/case';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseMembersQuery } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { PRIORITY_WORDS, STATUS_WORDS } from './case-words.ts';
import { TemplateField } from './template-field.tsx';

type Overview = Answer<'getCase'>;

const STATUSES = CASE_STATUSES.map((status) => [status, STATUS_WORDS[status]] as const);
const PRIORITIES = CASE_PRIORITIES.map((priority) => [priority, PRIORITY_WORDS[priority]] as const);
/** Fields of the template stand beside those of every case: no id of a template has a colon. */
const OWN = 'field:';

function toValues({ head, fields, template }: Overview): Readonly<Record<string, string>> {
  return {
    title: head.title,
    reference: head.reference ?? '',
    status: head.status,
    priority: head.priority,
    unit: head.unit,
    lead: head.lead?.id ?? '',
    deadline: head.deadline ?? '',
    ...Object.fromEntries(template.fields.map(({ id }) => [OWN + id, fields[id] ?? ''])),
  };
}

function toBody(version: number) {
  return ({ reference = '', lead = '', deadline = '', ...others }: Readonly<Record<string, string>>) => {
    const own = Object.entries(others).filter(([name, value]) => name.startsWith(OWN) && value.trim() !== '');
    const { title, status, priority, unit } = others;
    return {
      ...{ version, title, status, priority, unit },
      reference: reference.trim() || null,
      lead: lead || null,
      deadline: deadline || null,
      fields: Object.fromEntries(own.map(([name, value]) => [name.slice(OWN.length), value.trim()])),
    };
  };
}

function EditForm({ overview, onClose }: { readonly overview: Overview; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(caseMembersQuery(overview.head.id));
  const form = useForm<string, ReturnType<typeof caseRoutes.updateCase.body.parse>>({
    initial: toValues(overview),
    schema: caseRoutes.updateCase.body,
    toBody: toBody(overview.head.version),
    send: async (body) => {
      await api.call('updateCase', { params: { case: overview.head.id }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  const members = (data?.items ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <DialogForm form={form} what="The case" action="Save the case" onClose={onClose}>
      <FormField label="Title" autoComplete="off" data-autofocus {...form.field('title')} />
      <div className="cs-two">
        <FormSelect label="Status" options={STATUSES} {...form.field('status')} />
        <FormSelect label="Priority" options={PRIORITIES} {...form.field('priority')} />
        <FormSelect label="Lead" options={[['', 'No lead'], ...members]} {...form.field('lead')} />
        <FormField label="Deadline" type="date" required={false} {...form.field('deadline')} />
        <FormField label="Unit" required={false} autoComplete="off" {...form.field('unit')} />
        <FormField label="Your file number" required={false} autoComplete="off" {...form.field('reference')} />
      </div>
      {overview.template.fields.map((field) => (
        <TemplateField key={field.id} field={field} {...form.field(OWN + field.id)} />
      ))}
    </DialogForm>
  );
}

export interface EditCaseDialogProps {
  readonly overview: Overview;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The head of a case and the fields of its template. A change that somebody else made meanwhile is said, and nothing is lost. */
export function EditCaseDialog({ overview, isOpen, onClose }: EditCaseDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit the case" width={560}>
      {isOpen && <EditForm key={overview.head.id} overview={overview} onClose={onClose} />}
    </Dialog>
  );
}
