import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, day, version } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const taskState = z.enum(['open', 'done']);
const taskParams = caseParams.extend({ task: id });

const checklist = z.array(z.object({ text: writtenText(300).trim().min(1), isDone: z.boolean() })).max(50);

const caseTask = z.object({
  id,
  /** `T-4`: counted within the case. */
  number: z.string(),
  title: z.string(),
  note: z.string(),
  assignee: z.object({ id, name: z.string() }).nullable(),
  due: day.nullable(),
  state: taskState,
  checklist,
  version,
  createdAt: unixSeconds,
  createdBy: z.string(),
  changedAt: unixSeconds,
  changedBy: z.string(),
  done: z.object({ at: unixSeconds, by: z.string() }).nullable(),
});
export type CaseTask = z.output<typeof caseTask>;

const content = {
  title: writtenText(200).trim().min(1),
  note: writtenText(4_000).trim(),
  /** A member of the case; null for nobody. */
  assignee: id.nullable(),
  due: day.nullable(),
  checklist,
};

export const listCaseTasks = defineRoute({
  method: 'GET',
  path: '/cases/:case/tasks',
  tag,
  summary: 'Tasks of a case: open ones by the day they are due, then done ones',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    state: taskState.optional(),
    /** Account id, or `none`. */
    assignee: z.union([id, z.literal('none')]).optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({
    items: z.array(caseTask),
    /** Of the whole case, whatever is filtered. `late` is part of `open`. */
    counts: z.object({ open: z.number().int(), done: z.number().int(), late: z.number().int() }),
    today: day,
  }),
});
export type CaseTasks = z.output<typeof listCaseTasks.output>;

export const addCaseTask = defineRoute({
  method: 'POST',
  path: '/cases/:case/tasks',
  tag,
  summary: 'Add a task; its assignee is reminded by mail on the working day before it is due, and on the day',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    title: content.title,
    note: content.note.default(''),
    assignee: content.assignee.default(null),
    due: content.due.default(null),
    checklist: checklist.default([]),
  }),
  output: caseTask,
});

export const updateCaseTask = defineRoute({
  method: 'POST',
  path: '/cases/:case/tasks/:task',
  tag,
  summary: 'Change a task of the version named; what is left out stays',
  access: 'allowed',
  audit: 'act',
  params: taskParams,
  body: z.object({
    version,
    title: content.title.optional(),
    note: content.note.optional(),
    assignee: content.assignee.optional(),
    due: content.due.optional(),
    checklist: checklist.optional(),
  }),
  output: caseTask,
});

export const setCaseTaskState = defineRoute({
  method: 'POST',
  path: '/cases/:case/tasks/:task/state',
  tag,
  summary: 'Say that a task is done, or open again; its assignee may, whatever their role',
  access: 'allowed',
  audit: 'act',
  params: taskParams,
  body: z.object({ version, state: taskState }),
  output: caseTask,
});

export const caseTaskRoutes = { addCaseTask, listCaseTasks, setCaseTaskState, updateCaseTask };
