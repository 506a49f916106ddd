import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseComment } from '@trailmark/api/contract/case-comment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import type { Asker } from '../testing/ask.ts';
import { listCaseActs, okOf, openTestCase, statusesOf, type TestCase } from '../testing/case-people.ts';

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

const path = () => `/cases/${opened.id}/comments`;
const TASK = { about: 'task', number: 'T-1' } as const;
const say = (asker: Asker, text: string, subject: object = TASK) => asker.post(path(), { subject, text });
const list = async (query = ''): Promise<{ items: CaseComment[]; count: number; next: number | null }> =>
  okOf(await opened.as.viewer.get(`${path()}${query}`));

describe('comments', () => {
  test('are of one thing or of the whole case, the last first, page by page', async () => {
    okOf(await say(opened.as.owner, 'Which bank?'));
    okOf(await say(opened.as.reviewer, 'The order ends soon', { about: 'case', number: '' }));
    okOf(await say(opened.as.owner, 'Northgate'));
    expect((await list('?about=task&number=T-1')).items.map(({ text }) => text)).toEqual(['Northgate', 'Which bank?']);
    const first = await list('?limit=2');
    expect(first).toMatchObject({
      count: 3,
      next: 2,
      items: [{ number: 'K-3' }, { number: 'K-2', by: 'Reviewing officer' }],
    });
    expect((await list(`?limit=2&before=${first.next}`)).items.map(({ number }) => number)).toEqual(['K-1']);
    expect(await listCaseActs(casework, opened.id)).toContain('case.comment.add');
    const { items } = okOf<{ items: object[] }>(await opened.as.owner.get('/cases?words=northgate'));
    expect(items).toHaveLength(1);
  });

  test.each([
    { about: 'task', number: 'T-999' },
    { about: 'task', number: 'A-1' },
    { about: 'task', number: '' },
    { about: 'case', number: 'T-1' },
    { about: 'item', number: 'A-99999999999' },
  ])('are refused on what the case does not have: $about $number', async (subject) => {
    expect((await say(opened.as.owner, 'Where?', subject)).status).toBe(400);
    expect((await list()).items).toEqual([]);
  });

  test('are written by everybody with a say in the case, and not by a viewer or a colleague outside it', async () => {
    expect(await statusesOf(opened, (asker) => say(asker, 'Yes'))).toEqual({
      ...{ owner: 200, editor: 200, reviewer: 200, legal: 200, viewer: 403, colleague: 404 },
    });
  });

  test('are taken back by their author or an owner of the case, once, and stay readable', async () => {
    const { id } = okOf<CaseComment>(await say(opened.as.editor, 'It was the brother'));
    const take = (asker: Asker) => asker.post(`${path()}/${id}/withdrawal`, { why: 'Mistaken' });
    expect((await take(opened.as.reviewer)).status).toBe(403);
    const taken = okOf<CaseComment>(await take(opened.as.editor));
    expect(taken).toMatchObject({ text: 'It was the brother', withdrawn: { by: 'Second analyst', why: 'Mistaken' } });
    expect((await take(opened.as.owner)).status).toBe(409);
    expect(await list()).toMatchObject({ count: 0, items: [{ number: 'K-1' }] });
  });
});

describe('tags', () => {
  const tag = async (tags: readonly string[], version: number) =>
    okOf<CaseHead>(await opened.as.owner.post(`/cases/${opened.id}`, { version, tags }));
  const versionOf = async () => okOf<{ head: CaseHead }>(await opened.as.owner.get(`/cases/${opened.id}`)).head.version;

  test('have one spelling, are each there once, and filter the list, its figures and its choices', async () => {
    const head = await tag(['  Romance SCAM', 'romance scam', 'Ångström'], await versionOf());
    expect(head.tags).toEqual(['romance scam', 'ångström']);
    const found = async (query: string) =>
      okOf<{ totals: { count: number } }>(await opened.as.owner.get(`/cases?${query}`)).totals.count;
    expect(await found('tag=Romance%20Scam')).toBe(1);
    expect(await found('tag=romance')).toBe(0);
    expect(await found('words=%C3%A5ngstr%C3%B6m')).toBe(1);
    const choices = okOf<{ tags: string[] }>(await opened.as.owner.get('/case-choices'));
    expect(choices.tags).toEqual(['romance scam', 'ångström']);
    expect((await opened.as.owner.get('/case-figures?tag=romance%20scam')).status).toBe(200);
  });

  test('are refused with a comma, with a control character, or by the hundred', async () => {
    const version = await versionOf();
    for (const tags of [['a,b'], ['a\u0000b'], ['x'.repeat(41)], Array.from({ length: 21 }, (_, i) => `t${i}`)]) {
      expect((await opened.as.owner.post(`/cases/${opened.id}`, { version, tags })).status).toBe(400);
    }
    expect(await versionOf()).toBe(version);
  });
});
