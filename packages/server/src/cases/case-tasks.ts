import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseTask, CaseTasks } from '@trailmark/api/contract/case-task';
import type { RouteInput } from '@trailmark/api/route';
import { rightsOf } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import { listMembers } from '@trailmark/store/cases/agency-cases/member-rows';
import {
  countTasks,
  findTask,
  insertTask,
  listTasks,
  type TaskRow,
  type TaskWrite,
  updateTask,
  updateTaskState,
} from '@trailmark/store/cases/agency-cases/task-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { actOnCase, checkVersion, openCase, readCases } from './case-scope.ts';
import { toDay, toSeconds } from './case-view.ts';
import type { TemplateStep } from './change-case.ts';
import type { CountTabs } from './read-case.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];
const DAY = 86_400_000;
const FORMER = 'Former account';

function toTask({
  number,
  assigneeId,
  assignee,
  dueOn,
  createdAt,
  changedAt,
  doneAt,
  doneBy,
  ...row
}: TaskRow): CaseTask {
  const { id, title, note, state, checklist, version, createdBy, changedBy } = row;
  return {
    ...{ id, title, note, state, version, createdBy, changedBy },
    number: `T-${number}`,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assignee ?? FORMER },
    due: dueOn,
    checklist: [...checklist],
    createdAt: toSeconds(createdAt),
    changedAt: toSeconds(changedAt),
    done: doneAt && { at: toSeconds(doneAt), by: doneBy ?? FORMER },
  };
}

export const countOpenTasks: CountTabs = async (tx, caseId) => ({
  tasks: (await countTasks(tx, caseId, '0001-01-01')).open,
});

/** A page of the tasks of a case. */
export function readTasks(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { state, assignee, ...page }: RouteInput<Contract['listCaseTasks']>['query'],
): Promise<CaseTasks> {
  const today = toDay(casework.now());
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const rows = await listTasks(tx, id, { state, assignee }, page);
    return { items: rows.map(toTask), counts: { ...(await countTasks(tx, id, today)) }, today };
  });
}

async function getTask(tx: Transaction, id: string, task: string): Promise<TaskRow> {
  const row = await findTask(tx, id, task);
  if (!row) throw new AppError('not-found', 'There is no such task in this case.');
  return row;
}

async function checkAssignee(tx: Transaction, id: string, assignee: string | null): Promise<void> {
  if (assignee === null) return;
  const members = await listMembers(tx, id);
  if (members.some(({ account }) => account === assignee)) return;
  throw new AppError('invalid', 'A task is given to a member of the case. Add the person as a member first.', {
    context: { field: 'assignee' },
  });
}

/** Keeps what search and the list of due things know of a task, and gives the task. */
async function settleTask(
  tx: Transaction,
  { id: caseId, agency }: { readonly id: string; readonly agency: string },
  task: string,
  at: Date,
): Promise<CaseTask> {
  const row = await getTask(tx, caseId, task);
  const text = [`T-${row.number}`, row.title, row.note, ...row.checklist.map((point) => point.text)];
  await putCaseText(tx, { caseId, agency, source: task }, 'task', text.join('\n'));
  await refreshNextDue(tx, caseId);
  await touchCase(tx, caseId, at);
  return toTask(row);
}

const toDetails = ({ id, number }: CaseTask) => ({ task: id, number });

export function addTask(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { assignee, due, ...body }: Body<'addCaseTask'>,
): Promise<CaseTask> {
  const [task, by, at] = [randomUUID(), ownAccount(caller).id, casework.now()];
  const act = { id, right: 'write', action: 'task.add', details: toDetails } as const;
  return actOnCase(casework, caller, act, async (tx, row) => {
    await checkAssignee(tx, id, assignee);
    const { agency } = row;
    await insertTask(tx, { ...body, id: task, caseId: id, agency, assigneeId: assignee, dueOn: due, by, at });
    return settleTask(tx, row, task, at);
  });
}

const WORDS: Readonly<Record<string, string>> = {
  title: 'the title',
  note: 'the note',
  assignee: 'who does it',
  due: 'the due day',
  checklist: 'the checklist',
};

/** Changes what is given of a task. Throws `conflict` where it is another version by now. */
export function changeTask(
  casework: CaseworkContext,
  caller: Caller,
  { id, task }: { readonly id: string; readonly task: string },
  { version, ...body }: Body<'updateCaseTask'>,
): Promise<CaseTask> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const fields = given.map(([name]) => WORDS[name] ?? name).join(', ');
  const details = (result: CaseTask) => ({ ...toDetails(result), fields });
  return actOnCase(casework, caller, { id, right: 'write', action: 'task.change', details }, async (tx, row) => {
    const present = await getTask(tx, id, task);
    checkVersion(present.version, version);
    const { title = present.title, note = present.note, checklist = present.checklist } = body;
    const { assignee = present.assigneeId, due: dueOn = present.dueOn } = body;
    if (assignee !== present.assigneeId) await checkAssignee(tx, id, assignee);
    const write: TaskWrite = {
      ...{ id: task, caseId: id, agency: row.agency, title, note, assigneeId: assignee, dueOn, checklist, by, at },
    };
    await updateTask(tx, write, version);
    return settleTask(tx, row, task, at);
  });
}

/** A task is done, or open again. Throws `conflict` where it is another version by now, and `forbidden`. */
export function changeTaskState(
  casework: CaseworkContext,
  caller: Caller,
  { id, task }: { readonly id: string; readonly task: string },
  { version, state }: Body<'setCaseTaskState'>,
): Promise<CaseTask> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const action = state === 'done' ? 'task.done' : 'task.undone';
  return actOnCase(casework, caller, { id, right: 'read', action, details: toDetails }, async (tx, row) => {
    const present = await getTask(tx, id, task);
    const isOwn = row.role !== null && present.assigneeId === by;
    if (!isOwn && !rightsOf(row.role).includes('write')) {
      throw new AppError('forbidden', 'Its assignee, and who may change the case, say that a task is done.');
    }
    checkVersion(present.version, version);
    if (present.state !== state) await updateTaskState(tx, { caseId: id, task, version, state, by, at });
    return settleTask(tx, row, task, at);
  });
}

/** Makes the tasks of a template; who opens the case does them until somebody else is named. */
export const addTemplateTasks: TemplateStep = async (tx, { id, agency, account, at }, template) => {
  for (const { title, dueAfterDays, checklist } of template.tasks) {
    const dueOn = dueAfterDays === null ? null : toDay(new Date(at.getTime() + dueAfterDays * DAY));
    const points = checklist.map((text) => ({ text, isDone: false }));
    const task = {
      id: randomUUID(),
      caseId: id,
      agency,
      title,
      note: '',
      assigneeId: account,
      dueOn,
      checklist: points,
    };
    await insertTask(tx, { ...task, by: account, at });
    await putCaseText(tx, { caseId: id, agency, source: task.id }, 'task', [title, ...checklist].join('\n'));
  }
};
