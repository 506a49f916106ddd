import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { caseRoutes } from '@trailmark/api/contract/case';
import { CASE_POLICIES, CASE_PRIORITIES } from '@trailmark/core/case';
import { ACT_NAMES, ACTS_THAT_NEED } from '@trailmark/core/case-authority';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseChoicesQuery } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { caseUrl } from '../../url.ts';
import { POLICY_HELP, POLICY_WORDS, PRIORITY_WORDS } from './case-words.ts';

type Templates = Answer<'getCaseChoices'>['templates'];

const POLICIES = CASE_POLICIES.map((policy) => [policy, POLICY_WORDS[policy]] as const);
const PRIORITIES = CASE_PRIORITIES.map((priority) => [priority, PRIORITY_WORDS[priority]] as const);
const INITIAL = { title: '', reference: '', priority: 'medium', policy: 'open', unit: '', deadline: '' };

function describeTemplate({ summary, tasks, fields, needs = [] }: Templates[number]): string {
  const acts = [...new Set([...ACTS_THAT_NEED, ...needs.map(({ act }) => act)])].map((act) => ACT_NAMES[act]);
  const counts = `${formatPlural(tasks.length, 'task')}, ${formatPlural(fields.length, 'field')}`;
  return `${summary} ${counts}. Refused without a legal authority: ${acts.join(', ')}.`;
}

function NewCaseForm({ templates, onClose }: { readonly templates: Templates; readonly onClose: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm({
    initial: { template: templates[0]?.id ?? '', ...INITIAL },
    schema: caseRoutes.createCase.body,
    toBody: ({ reference, unit, deadline, ...others }) => ({
      ...others,
      ...(reference.trim() && { reference }),
      ...(unit.trim() && { unit }),
      ...(deadline && { deadline }),
    }),
    words: { title: 'Give the case a title of 1 to 160 characters.' },
    send: async (body) => {
      const { id } = await api.call('createCase', { body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
      await router.navigate({ href: caseUrl(id) });
    },
  });
  const template = templates.find(({ id }) => id === form.values.template);
  const policy = CASE_POLICIES.find((one) => one === form.values.policy) ?? 'open';
  return (
    <DialogForm form={form} what="The case" action="Open the case" onClose={onClose}>
      <FormSelect
        label="Template"
        options={templates.map(({ id, name }) => [id, name] as const)}
        help={template && describeTemplate(template)}
        {...form.field('template')}
      />
      <FormField label="Title" autoComplete="off" data-autofocus {...form.field('title')} />
      <FormSelect label="Who may see it" options={POLICIES} help={POLICY_HELP[policy]} {...form.field('policy')} />
      <div className="cs-two">
        <FormSelect label="Priority" options={PRIORITIES} {...form.field('priority')} />
        <FormField label="Deadline" type="date" required={false} {...form.field('deadline')} />
        <FormField label="Unit" required={false} autoComplete="off" {...form.field('unit')} />
        <FormField label="Your file number" required={false} autoComplete="off" {...form.field('reference')} />
      </div>
    </DialogForm>
  );
}

/** A new case from a template. Its number is given by the server. */
export function NewCaseDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { data, error } = useQuery({ ...caseChoicesQuery(), enabled: isOpen });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="New case" width={560}>
      {error && <ErrorPanel error={error} what="The list of templates" />}
      {isOpen && !data && !error && (
        <Skeleton what="templates">
          <RowBars rows={4} columns={['80%']} />
        </Skeleton>
      )}
      {isOpen && data && <NewCaseForm templates={data.templates} onClose={onClose} />}
    </Dialog>
  );
}
