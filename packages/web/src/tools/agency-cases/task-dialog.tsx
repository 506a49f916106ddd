import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CaseTask, caseTaskRoutes } from '@trailmark/api/contract/case-task';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseMembersQuery } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';

/** A task to change, or a new one. */
export type EditedTask = { readonly task: CaseTask } | 'new';

type Members = Answer<'listCaseMembers'>['items'];
const NOBODY = 'nobody';

interface TaskFormProps {
  readonly caseId: string;
  readonly edited: EditedTask;
  readonly members: Members;
  readonly onClose: () => void;
}

/** Points one below the other; one that is typed again as it was stays done. */
function toChecklist(text: string, before: CaseTask['checklist']): CaseTask['checklist'] {
  const lines = text.split('\n').map((line) => line.trim());
  const isDone = new Set(before.filter((point) => point.isDone).map((point) => point.text));
  return lines.filter((line) => line !== '').map((line) => ({ text: line, isDone: isDone.has(line) }));
}

function TaskForm({ caseId, edited, members, onClose }: TaskFormProps) {
  const client = useQueryClient();
  const task = edited === 'new' ? undefined : edited.task;
  const form = useForm({
    initial: {
      title: task?.title ?? '',
      assignee: task?.assignee?.id ?? NOBODY,
      due: task?.due ?? '',
      note: task?.note ?? '',
      checklist: task?.checklist.map(({ text }) => text).join('\n') ?? '',
    },
    schema: caseTaskRoutes.addCaseTask.body,
    words: {
      title: 'A title, at most 200 characters.',
      checklist: 'At most 50 points of 300 characters.',
    },
    toBody: ({ assignee, due, checklist, ...texts }) => ({
      ...texts,
      assignee: assignee === NOBODY ? null : assignee,
      due: due || null,
      checklist: toChecklist(checklist, task?.checklist ?? []),
    }),
    send: async (body) => {
      if (task) {
        const params = { case: caseId, task: task.id };
        await api.call('updateCaseTask', { params, body: { ...body, version: task.version } });
      } else await api.call('addCaseTask', { params: { case: caseId }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  const people = members.map(({ id, name }) => [id, name] as const);
  return (
    <DialogForm form={form} what="The task" action={task ? 'Save the task' : 'Add the task'} onClose={onClose}>
      <FormField
        label="What is to be done"
        autoComplete="off"
        data-autofocus
        {...form.field('title')}
        maxLength={200}
      />
      <div className="cs-two">
        <FormSelect label="Who does it" options={[[NOBODY, 'Nobody yet'], ...people]} {...form.field('assignee')} />
        <FormField
          label="Due on, UTC"
          type="date"
          required={false}
          help="A mail reminds the working day before, and on the day."
          {...form.field('due')}
        />
      </div>
      <FormArea
        label="Checklist"
        rows={4}
        isOptional
        help="One point on each line."
        {...form.field('checklist')}
        maxLength={15_000}
      />
      <FormArea label="Note" rows={3} isOptional {...form.field('note')} maxLength={4_000} />
    </DialogForm>
  );
}

export interface TaskDialogProps {
  readonly caseId: string;
  readonly edited: EditedTask | undefined;
  readonly onClose: () => void;
}

/** A new task, or one to change. */
export function TaskDialog({ caseId, edited, onClose }: TaskDialogProps) {
  const isOpen = edited !== undefined;
  const { data, error } = useQuery({ ...caseMembersQuery(caseId), enabled: isOpen });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={edited === 'new' ? 'New task' : 'Task'} width={560}>
      {error && <ErrorPanel error={error} what="The list of members" />}
      {isOpen && !data && !error && (
        <Skeleton what="members">
          <RowBars rows={4} columns={['60%', '30%']} />
        </Skeleton>
      )}
      {edited && data && <TaskForm caseId={caseId} edited={edited} members={data.items} onClose={onClose} />}
    </Dialog>
  );
}
