import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { fillCase, ok } from '../testing/fill-case.ts';

type Preview = RouteOutput<Contract['previewCasePackage']>;

let casework: TestCaseworkContext;
let legal: TestAccount;
let lead: Asker;
let id: string;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  legal = await addAccount(casework, { name: 'Legal adviser' });
  id = (await fillCase({ casework, lead, legal })).id;
});

const AREAS = ['results', 'people', 'labels', 'notes', 'comments'];
const choose = (more: object) => ({ areas: AREAS, hides: [], leaveOut: [], basis: null, files: [], ...more });
const preview = async (more: object = {}) =>
  ok<Preview>(await lead.post(`/cases/${id}/package-previews`, choose(more)));
const sign = (more: object) =>
  lead.post(`/cases/${id}/packages`, { ...choose(more), recipient: 'South', purpose: 'Assistance', expires: null });
const make = async (more: object) => ok<{ content: string }>(await sign(more)).content;
const addPerson = async (kind: string, name: string) =>
  ok<{ person: { id: string } }>(await lead.post(`/cases/${id}/people`, { kind, name })).person;
/** The row of a person by name. */
const rowOf = ({ tables }: Preview, name: string) =>
  tables
    .find(({ table }) => table === 'case_person')
    ?.shown.find(({ fields }) => fields.some(({ column, text }) => column === 'name' && text === name));
const tableOf = ({ tables }: Preview, table: string) => tables.find((one) => one.table === table);
async function importOf(content: string) {
  const { head } = ok<{ head: { id: string; title: string } }>(await lead.post('/case-imports', { content }));
  const { people, links } = ok<{ people: { name: string; number: string }[]; links: object[] }>(
    await lead.get(`/cases/${head.id}/people`),
  );
  return { head, people, links };
}

describe('what is left out of a package', () => {
  test('is seen field by field before it is signed, with what cannot be left out alone', async () => {
    const shown = await preview({ leaveOut: ['case_person/*/name', 'case/title'] });
    const person = tableOf(shown, 'case_person')?.shown[0];
    const fieldOf = (column: string) => person?.fields.find((field) => field.column === column);
    expect(person?.number).toBe('P-1');
    expect(fieldOf('name')).toMatchObject({ text: 'Suspect A', isHidden: true, mayHide: true });
    expect(fieldOf('kind')).toMatchObject({ text: 'suspect', isHidden: false, mayHide: false });
    expect(fieldOf('added_by')?.text).toBe('Lead investigator');
    expect(tableOf(shown, 'case')?.shown[0]?.fields.find(({ column }) => column === 'title')?.isHidden).toBe(true);
    expect(shown.leftOut.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Tasks', 'The loss and where it is']),
    );
    expect(tableOf(shown, 'case_task')).toBeUndefined();
    // Nothing was signed.
    expect(ok<{ items: object[] }>(await lead.get(`/cases/${id}/packages`)).items).toEqual([]);
  });

  test('is exactly what the preview showed, in every row or in one', async () => {
    await addPerson('witness', 'Witness W');
    const seen = await preview();
    const [basis, index] = [seen.basis, rowOf(seen, 'Witness W')?.index];
    const content = await make({ basis, leaveOut: [`case_person/${index}/name`, 'case_comment/*/text', 'case/title'] });
    for (const gone of ['Witness W', 'Paid twice?', '"value":"Harbour"']) expect(content).not.toContain(gone);
    expect(content).toContain('Suspect A');
    const { head, people } = await importOf(content);
    expect(head.title).toBe('Title left out');
    expect(people.map(({ name }) => name).toSorted()).toEqual(['Name left out', 'Suspect A']);
  });

  test('a row that is left out takes along what says nothing without it, and the rest still fits together', async () => {
    await addPerson('witness', 'Witness W');
    const seen = await preview();
    const [basis, suspect] = [seen.basis, rowOf(seen, 'Suspect A')];
    const leaveOut = [`case_person/${suspect?.index}/*`, 'case_item/0/*'];
    const shown = await preview({ basis, leaveOut });
    expect(tableOf(shown, 'case_link')).toMatchObject({ rows: 1, hiddenRows: 1 });
    const content = await make({ basis, leaveOut });
    for (const gone of ['Suspect A', 'Controls the key']) expect(content).not.toContain(gone);
    const { head, people, links } = await importOf(content);
    expect([people.map(({ name }) => name), links]).toEqual([['Witness W'], []]);
    expect(ok<{ items: object[] }>(await lead.get(`/cases/${head.id}/items`)).items).toEqual([]);
  });

  test('is looked for in what is not left out', async () => {
    ok(await lead.post(`/cases/${id}/notes`, { title: 'Call', text: 'suspect a called from the harbour.' }));
    const { repeats } = await preview({ hides: ['names'] });
    expect(repeats).toEqual([{ text: 'Suspect A', where: expect.stringContaining('Versions of notes') }]);
    expect((await preview()).repeats).toEqual([]);
  });

  test('is looked for also where it is one small word, and what is too short to be is counted', async () => {
    const person = { kind: 'suspect', name: 'Xi', aliases: ['darkseller'] };
    ok(await lead.post(`/cases/${id}/people`, person));
    ok(await lead.post(`/cases/${id}/notes`, { title: 'Forum', text: 'Written by DarkSeller, a suspect.' }));
    const { repeats, areRepeatsCut, tooShort } = await preview({ hides: ['names'] });
    expect(repeats).toEqual([{ text: 'darkseller', where: expect.stringContaining('Versions of notes') }]);
    expect([areRepeatsCut, tooShort]).toEqual([false, 1]);
    for (let at = 0; at < 51; at++) {
      ok(await lead.post(`/cases/${id}/comments`, { subject: { about: 'case', number: '' }, text: 'darkseller' }));
    }
    const many = await preview({ hides: ['names'] });
    expect([many.repeats.length, many.areRepeatsCut]).toEqual([50, true]);
  });

  test('of a row needs a preview of the same content: a case that changed since is looked at again', async () => {
    const { basis } = await preview();
    const leaveOut = ['case_person/0/name'];
    expect((await sign({ leaveOut })).body.field).toBe('basis');
    await addPerson('company', 'Example Ltd');
    const { status, body } = await sign({ leaveOut, basis });
    expect([status, body.reason]).toEqual([409, 'changed-meanwhile']);
    ok(await sign({ leaveOut, basis: (await preview()).basis }));
  });

  test.each([
    ['case_person/*/kind', 'cannot be left out of its row'],
    ['people/0/*', 'in a package or not as a whole'],
    ['agency_case/*/key', 'There is nothing in a package at'],
    ['case_person/0', 'it takes places such as'],
  ])('is no place such as %s', async (place, sentence) => {
    const { status, body } = await lead.post(`/cases/${id}/package-previews`, choose({ leaveOut: [place] }));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test('is seen page by page where a table is long', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `witness,Witness ${i}`).join('\n');
    ok(
      await lead.post(`/cases/${id}/people/lines`, { text: lines, basis: 'statement', mark: 'claim', word: 'likely' }),
    );
    const page = (from: number) => preview({ page: { table: 'case_person', from } });
    const table = tableOf(await page(50), 'case_person');
    expect([table?.rows, table?.from, table?.shown.length]).toEqual([61, 50, 11]);
  });
});
