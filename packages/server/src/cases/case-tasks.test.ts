import type { CaseOverview } from '@trailmark/api/contract/case';
import type { CaseTask, CaseTasks } from '@trailmark/api/contract/case-task';
import { type Sql, sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import type { Asker } from '../testing/ask.ts';
import { listCaseActs, okOf, openTestCase, statusesOf, type TestCase } from '../testing/case-people.ts';
import { listOutbox } from '../testing/outbox.ts';
import { remindTasks } from './remind-tasks.ts';

let casework: TestCaseworkContext;
let opened: TestCase;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  opened = await openTestCase(casework);
});

const DAY = 86_400_000;
const path = () => `/cases/${opened.id}/tasks`;
const add = async (body: object = {}, asker = opened.as.owner): Promise<CaseTask> =>
  okOf(await asker.post(path(), { title: 'Call the bank', ...body }));
const list = async (query = '', asker: Asker = opened.as.viewer): Promise<CaseTasks> =>
  okOf(await asker.get(`${path()}${query}`));
const titles = ({ items }: CaseTasks) => items.map(({ title }) => title);
const finish = (task: CaseTask, asker = opened.as.owner, state = 'done') =>
  asker.post(`${path()}/${task.id}/state`, { version: task.version, state });

/** Finishes what the template made, so that only the tasks of the test are open. */
async function clearTemplate() {
  for (const task of (await list()).items) okOf(await finish(task));
}

describe('tasks', () => {
  test('come from the template, due so many days after the case was opened, and whoever opened it does them', async () => {
    const { items, counts, today } = await list();
    expect(counts).toEqual({ open: items.length, done: 0, late: 0 });
    expect(items.length).toBeGreaterThan(2);
    expect(today).toBe('2026-11-18');
    const template = okOf<CaseOverview>(await opened.as.owner.get(`/cases/${opened.id}`)).template.tasks;
    const dueOf = ({ dueAfterDays }: { dueAfterDays: number | null }) =>
      dueAfterDays === null ? null : new Date(casework.now().getTime() + dueAfterDays * DAY).toISOString().slice(0, 10);
    expect(Object.fromEntries(items.map(({ title, due }) => [title, due]))).toEqual(
      Object.fromEntries(template.map((task) => [task.title, dueOf(task)])),
    );
    expect(new Set(items.map(({ assignee }) => assignee?.name))).toEqual(new Set(['Lead investigator']));
    expect(items.map(({ due }) => due ?? '9999')).toEqual(items.map(({ due }) => due ?? '9999').toSorted());
  });

  test('are in the order they are due, those without a day after them, and done ones below', async () => {
    await clearTemplate();
    await add({ title: 'Whenever' });
    await add({ title: 'Later', due: '2026-12-02' });
    const first = await add({ title: 'Sooner', due: '2026-11-20' });
    expect(titles(await list('?state=open'))).toEqual(['Sooner', 'Later', 'Whenever']);
    casework.advance(1_000);
    const done = okOf<CaseTask>(await finish(first));
    expect(done).toMatchObject({ state: 'done', done: { by: 'Lead investigator' }, version: 2 });
    expect(titles(await list()).slice(0, 3)).toEqual(['Later', 'Whenever', 'Sooner']);
    okOf(await finish(done, opened.as.editor, 'open'));
    expect(titles(await list('?state=open'))).toEqual(['Sooner', 'Later', 'Whenever']);
    expect(titles(await list('?assignee=none&state=open'))).toHaveLength(3);
  });

  test('that are due are in the overview, in the list of cases and in search', async () => {
    await clearTemplate();
    // Later than what was finished, so that it is among the last changes.
    casework.advance(60_000);
    const task = await add({ title: 'Interview notes', due: '2026-11-19', assignee: opened.people.legal.id });
    const { due, counts, head, changes } = okOf<CaseOverview>(await opened.as.viewer.get(`/cases/${opened.id}`));
    expect(due).toContainEqual({ on: '2026-11-19', what: 'Interview notes', tab: 'tasks', who: 'Prosecutor' });
    expect([counts.tasks, head.nextDue?.what]).toEqual([1, 'Interview notes']);
    expect(changes.map(({ what }) => what)).toContain(`added the task ${task.number}`);
    const found = okOf<{ items: object[] }>(await opened.as.viewer.get('/cases?words=interview'));
    expect(found.items).toHaveLength(1);
    okOf(await finish(task));
    expect(okOf<CaseOverview>(await opened.as.viewer.get(`/cases/${opened.id}`)).head.nextDue).toBeNull();
  });

  test('are changed in the version that was read, and nothing is overwritten', async () => {
    const task = await add({ checklist: [{ text: 'Number', isDone: false }] });
    const change = (body: object, asker = opened.as.editor) => asker.post(`${path()}/${task.id}`, body);
    const checked = okOf<CaseTask>(await change({ version: 1, checklist: [{ text: 'Number', isDone: true }] }));
    expect(checked).toMatchObject({
      version: 2,
      title: 'Call the bank',
      checklist: [{ text: 'Number', isDone: true }],
    });
    const late = await change({ version: 1, title: 'Mine' }, opened.as.owner);
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    expect((await finish(task)).status).toBe(409);
    expect((await list()).items.find(({ id }) => id === task.id)).toMatchObject({
      title: 'Call the bank',
      state: 'open',
    });
  });

  test('are given to members only, and to nobody when their membership ends', async () => {
    const stranger = await opened.as.owner.post(path(), { title: 'X', assignee: opened.people.colleague.id });
    expect([stranger.status, stranger.body.field]).toEqual([400, 'assignee']);
    const task = await add({ assignee: opened.people.editor.id });
    okOf(await opened.as.owner.post(`/cases/${opened.id}/members`, { account: opened.people.editor.id, role: null }));
    expect((await list()).items.find(({ id }) => id === task.id)).toMatchObject({ assignee: null, version: 2 });
  });

  test('are added by owners and editors; whoever has one says that it is done', async () => {
    expect(await statusesOf(opened, (asker) => asker.post(path(), { title: 'X' }))).toEqual({
      owner: 200,
      editor: 200,
      viewer: 403,
      reviewer: 403,
      legal: 403,
      colleague: 404,
    });
    const task = await add({ assignee: opened.people.legal.id });
    expect((await finish(task, opened.as.viewer)).status).toBe(403);
    expect((await finish(task, opened.as.colleague)).status).toBe(404);
    okOf(await finish(task, opened.as.legal));
    expect((await opened.as.legal.post(`${path()}/${task.id}`, { version: 2, title: 'Y' })).status).toBe(403);
    expect(await statusesOf(opened, (asker) => asker.get(path()))).toMatchObject({ viewer: 200, colleague: 404 });
  });

  test('leave their lines in the log', async () => {
    const task = await add();
    okOf(await opened.as.owner.post(`${path()}/${task.id}`, { version: 1, due: '2026-12-01' }));
    okOf(await finish({ ...task, version: 2 }));
    okOf(await finish({ ...task, version: 3 }, opened.as.owner, 'open'));
    expect((await listCaseActs(casework, opened.id)).slice(-4)).toEqual([
      'case.task.add',
      'case.task.change',
      'case.task.done',
      'case.task.undone',
    ]);
  });

  test.each([
    ['an empty title', { title: '' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a day that there is not', { title: 'X', due: '2026-02-30' }, 'due'],
    ['a note of 4,001 characters', { title: 'X', note: 'x'.repeat(4_001) }, 'note'],
    ['51 points', { title: 'X', checklist: Array(51).fill({ text: 'x', isDone: false }) }, 'checklist'],
  ])('are refused with %s', async (_, body, field) => {
    const { status, body: problem } = await opened.as.owner.post(path(), body);
    expect([status, problem.detail]).toEqual([400, expect.stringContaining(field)]);
  });

  test('keep hostile text as the text it is', async () => {
    const title = '<img src=x onerror=alert(1)> \u202e"; DROP TABLE case_task; --';
    await add({ title, note: '<script>alert(1)</script>' });
    expect((await list()).items.find((task) => task.title === title)?.note).toBe('<script>alert(1)</script>');
    expect((await opened.as.owner.post(path(), { title: 'a\0b' })).status).toBe(400);
    expect((await opened.as.owner.get(`${path()}?assignee=x`)).status).toBe(400);
  });
});

describe('reminders', () => {
  test('go to no person without dashboard access, nor to an agency that is suspended', async () => {
    await clearTemplate();
    const { id } = opened.people.editor;
    await add({ title: 'Interview notes', due: '2026-11-23', assignee: id });
    moveTo('2026-11-23');
    const change = (statement: Sql) => casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement));
    await change(sql`UPDATE account SET is_allowed = false WHERE id = ${id}`);
    expect(await remindTasks(casework)).toBe(0);
    await change(sql`UPDATE account SET is_allowed = true WHERE id = ${id}`);
    await change(sql`UPDATE agency SET status = 'suspended'`);
    expect(await remindTasks(casework)).toBe(0);
    await change(sql`UPDATE agency SET status = 'active'`);
    expect(await remindTasks(casework)).toBe(1);
  });

  const subjects = async () => (await listOutbox(casework)).map(({ recipient, subject }) => [recipient, subject]);
  const moveTo = (day: string): void => casework.advance(Date.parse(`${day}T09:00:00Z`) - casework.now().getTime());

  test('are sent the working day before and on the day, once, and name neither case nor task', async () => {
    await clearTemplate();
    const { email } = opened.people.editor;
    const task = await add({ title: 'Interview notes', due: '2026-11-23', assignee: opened.people.editor.id });
    moveTo('2026-11-19');
    expect(await remindTasks(casework)).toBe(0);
    moveTo('2026-11-20');
    expect((await Promise.all([remindTasks(casework), remindTasks(casework)])).toSorted()).toEqual([0, 1]);
    moveTo('2026-11-21');
    expect(await remindTasks(casework)).toBe(0);
    moveTo('2026-11-23');
    expect(await remindTasks(casework)).toBe(1);
    expect(await remindTasks(casework)).toBe(0);
    const subject = 'A task of yours is due on 2026-11-23';
    expect(await subjects()).toEqual([
      [email, subject],
      [email, subject],
    ]);
    const mails = (await listOutbox(casework)).map(({ body }) => body).join('\n');
    expect(mails).toContain(`/agency-cases/${opened.id}/tasks?task=${task.id}`);
    expect(mails).not.toMatch(/Interview|Harbour/);
    moveTo('2026-11-18');
  });

  test('are sent again for another day, and for none that is done or whose assignee may not see the case', async () => {
    await clearTemplate();
    const moved = await add({ due: '2026-11-19', assignee: opened.people.editor.id });
    const done = await add({ due: '2026-11-19', assignee: opened.people.editor.id });
    await add({ due: '2026-11-19' });
    okOf(await finish(done));
    expect(await remindTasks(casework)).toBe(1);
    okOf(await opened.as.owner.post(`${path()}/${moved.id}`, { version: 1, due: '2026-11-18' }));
    expect(await remindTasks(casework)).toBe(1);
    const other = await add({ due: '2026-11-19', assignee: opened.people.legal.id });
    okOf(await opened.as.owner.post(`/cases/${opened.id}/members`, { account: opened.people.legal.id, role: null }));
    expect(other.assignee?.name).toBe('Prosecutor');
    expect(await remindTasks(casework)).toBe(0);
  });
});
