import { useQuery, useQueryClient } from '@tanstack/react-query';
import { caseRoutes } from '@trailmark/api/contract/case';
import { CASE_PRIORITIES, CASE_STATUSES } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseMembersQuery, caseQuery } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { PRIORITY_WORDS, STATUS_WORDS } from './case-words.ts';
import { compareVersions, type FieldClash } from './head-clashes.ts';
import { HeadConflict } from './head-conflict.tsx';
import { TemplateField } from './template-field.tsx';

type Overview = Answer<'getCase'>;

const STATUSES = CASE_STATUSES.map((status) => [status, STATUS_WORDS[status]] as const);
const PRIORITIES = CASE_PRIORITIES.map((priority) => [priority, PRIORITY_WORDS[priority]] as const);
/** Fields of the template are next to those of every case: no id of a template has a colon. */
const OWN = 'field:';

function toValues({ head, fields, template }: Overview): Readonly<Record<string, string>> {
  return {
    title: head.title,
    reference: head.reference ?? '',
    status: head.status,
    priority: head.priority,
    unit: head.unit,
    tags: head.tags.join(', '),
    lead: head.lead?.id ?? '',
    deadline: head.deadline ?? '',
    ...Object.fromEntries(template.fields.map(({ id }) => [OWN + id, fields[id] ?? ''])),
  };
}

/** Tags as a person types them: words between commas. */
function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

function toBody(version: number) {
  return ({ reference = '', lead = '', deadline = '', tags = '', ...others }: Readonly<Record<string, string>>) => {
    const own = Object.entries(others).filter(([name, value]) => name.startsWith(OWN) && value.trim() !== '');
    const { title, status, priority, unit } = others;
    return {
      ...{ version, title, status, priority, unit },
      reference: reference.trim() || null,
      lead: lead || null,
      tags: splitTags(tags),
      deadline: deadline || null,
      fields: Object.fromEntries(own.map(([name, value]) => [name.slice(OWN.length), value.trim()])),
    };
  };
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  status: 'Status',
  priority: 'Priority',
  lead: 'Lead',
  deadline: 'Deadline',
  unit: 'Unit',
  tags: 'Tags',
  reference: 'Your file number',
};

type Values = Readonly<Record<string, string>>;
type Members = readonly (readonly [id: string, name: string])[];

/** A value of a field as people read it. */
function toText(name: string, value: string, members: Members): string {
  const words: Readonly<Record<string, Members>> = { status: STATUSES, priority: PRIORITIES, lead: members };
  return words[name]?.find(([id]) => id === value)?.[1] ?? value;
}

function toClashes(names: readonly string[], mine: Values, present: Overview, members: Members): readonly FieldClash[] {
  const theirs = toValues(present);
  const side = (name: string, value = '') => ({ value, text: toText(name, value, members) });
  const own = new Map(present.template.fields.map(({ id, name }) => [OWN + id, name]));
  return names.map((name) => ({
    name,
    label: LABELS[name] ?? own.get(name) ?? name,
    mine: side(name, mine[name]),
    theirs: side(name, theirs[name]),
  }));
}

const isChangedMeanwhile = (error: unknown): boolean =>
  AppError.is(error, 'conflict') && error.context.reason === 'changed-meanwhile';

function EditForm({ overview, onClose }: { readonly overview: Overview; readonly onClose: () => void }) {
  const client = useQueryClient();
  // What the form was made from: the page behind it may hold a newer version by now, which nobody has looked at here.
  const [base, setBase] = useState(overview);
  const [clashes, setClashes] = useState<readonly FieldClash[] | undefined>();
  const { data } = useQuery(caseMembersQuery(base.head.id));
  const members = (data?.items ?? []).map(({ id, name }) => [id, name] as const);
  const params = { case: base.head.id };
  const compare = async (mine: Values) => {
    const present = await api.call('getCase', { params });
    client.setQueryData(caseQuery(base.head.id).queryKey, present);
    const { taken, clashing } = compareVersions({ base: toValues(base), mine, theirs: toValues(present) });
    for (const [name, value] of Object.entries(taken)) form.set(name, value);
    setBase(present);
    setClashes(toClashes(clashing, mine, present, members));
  };
  const form = useForm<string, ReturnType<typeof caseRoutes.updateCase.body.parse>>({
    initial: toValues(base),
    schema: caseRoutes.updateCase.body,
    toBody: toBody(base.head.version),
    send: async (body, values) => {
      try {
        await api.call('updateCase', { params, body });
      } catch (error) {
        if (!isChangedMeanwhile(error)) throw error;
        return compare(values);
      }
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The case" action="Save the case" onClose={onClose}>
      {clashes && <HeadConflict clashes={clashes} values={form.values} onChoose={form.set} />}
      <FormField label="Title" autoComplete="off" data-autofocus {...form.field('title')} />
      <div className="cs-two">
        <FormSelect label="Status" options={STATUSES} {...form.field('status')} />
        <FormSelect label="Priority" options={PRIORITIES} {...form.field('priority')} />
        <FormSelect label="Lead" options={[['', 'No lead'], ...members]} {...form.field('lead')} />
        <FormField label="Deadline" type="date" required={false} {...form.field('deadline')} />
        <FormField label="Unit" required={false} autoComplete="off" {...form.field('unit')} />
        <FormField label="Your file number" required={false} autoComplete="off" {...form.field('reference')} />
      </div>
      <FormField
        label="Tags"
        required={false}
        autoComplete="off"
        help="Words that group cases, with commas between them."
        {...form.field('tags')}
      />
      {base.template.fields.map((field) => (
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

/** The head of a case and the fields of its template. Where somebody else saved meanwhile, both versions are shown. */
export function EditCaseDialog({ overview, isOpen, onClose }: EditCaseDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit the case" width={560}>
      {isOpen && <EditForm key={overview.head.id} overview={overview} onClose={onClose} />}
    </Dialog>
  );
}
