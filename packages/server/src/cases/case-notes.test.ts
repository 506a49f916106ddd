import type { CaseOverview } from '@trailmark/api/contract/case';
import type { CaseNote, CaseNoteConflict, CaseNoteHead } from '@trailmark/api/contract/case-note';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { listCaseActs, okOf, openTestCase, statusesOf, type TestCase } from '../testing/case-people.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const WRONG = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3T';

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

interface SavedNote {
  readonly note: CaseNote;
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
  readonly overlaps: readonly object[];
}
const path = () => `/cases/${opened.id}/notes`;
const add = async (body: object = {}, asker = opened.as.owner): Promise<SavedNote> =>
  okOf(await asker.post(path(), { title: 'Interview', text: 'First words', ...body }));
const save = ({ id }: Pick<CaseNote, 'id'>, body: object, asker = opened.as.owner) =>
  asker.post(`${path()}/${id}`, { title: 'Interview', ...body });
const read = async ({ id }: Pick<CaseNote, 'id'>, asker = opened.as.owner): Promise<CaseNote> =>
  okOf(await asker.get(`${path()}/${id}`));

describe('a note', () => {
  test('keeps every save as a version of its own', async () => {
    const { note } = await add();
    expect(note).toMatchObject({ number: 'N-1', version: 1, text: 'First words', createdBy: 'Lead investigator' });
    okOf(await save(note, { version: 1, text: 'Second words' }, opened.as.editor));
    const { items } = okOf<{ items: object[] }>(await opened.as.viewer.get(`${path()}/${note.id}/versions`));
    expect(items).toMatchObject([
      { number: 2, madeFrom: 1, savedBy: 'Second analyst', size: 12 },
      { number: 1, madeFrom: null, savedBy: 'Lead investigator', size: 11 },
    ]);
    expect(okOf(await opened.as.viewer.get(`${path()}/${note.id}/versions/1`))).toMatchObject({ text: 'First words' });
    expect((await opened.as.viewer.get(`${path()}/${note.id}/versions/3`)).status).toBe(404);
    const first = okOf<{ items: { number: number }[]; next: number }>(
      await opened.as.viewer.get(`${path()}/${note.id}/versions?limit=1`),
    );
    expect([first.items.map(({ number }) => number), first.next]).toEqual([[2], 2]);
  });

  test('of a second writer is kept, answered with both texts, and settled by the save that follows', async () => {
    const { note } = await add();
    okOf(await save(note, { version: 1, text: 'Theirs' }, opened.as.editor));
    const late = await save(note, { version: 1, text: 'Mine' });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    const { present, kept } = late.body.facts as CaseNoteConflict;
    expect(present).toMatchObject({ version: 2, text: 'Theirs', savedBy: 'Second analyst' });
    expect(kept).toMatchObject({ text: 'Mine', madeFrom: 1, savedBy: 'Lead investigator' });
    expect(await read(note)).toMatchObject({ text: 'Theirs', kept: 1, keptTexts: [{ text: 'Mine', isOwn: true }] });
    expect((await read(note, opened.as.editor)).keptTexts).toMatchObject([{ text: 'Mine', isOwn: false }]);
    await save(note, { version: 1, text: 'Mine' });
    expect((await read(note)).keptTexts).toHaveLength(1);
    okOf(await save(note, { version: 2, text: 'Theirs and mine', settles: kept.id }));
    expect(await read(note)).toMatchObject({ version: 3, text: 'Theirs and mine', kept: 0, keptTexts: [] });
    const texts = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list<{ text: string }>(sql`SELECT text FROM case_note_version ORDER BY saved_at, text`),
    );
    expect(texts.map(({ text }) => text).toSorted()).toEqual(['First words', 'Mine', 'Theirs', 'Theirs and mine']);
    expect((await listCaseActs(casework, opened.id)).slice(-5)).toEqual([
      'case.note.add',
      'case.note.save',
      'case.note.keep',
      'case.note.keep',
      'case.note.save',
    ]);
  });

  test('leaves a kept text aside where its writer says so, once', async () => {
    const { note } = await add();
    okOf(await save(note, { version: 1, text: 'Theirs' }, opened.as.editor));
    const { kept } = (await save(note, { version: 1, text: 'Mine' })).body.facts as CaseNoteConflict;
    const settle = (asker = opened.as.owner) => asker.post(`${path()}/${note.id}/kept/${kept.id}/settlement`, {});
    expect((await settle(opened.as.viewer)).status).toBe(403);
    expect(okOf<CaseNote>(await settle())).toMatchObject({ text: 'Theirs', version: 2, kept: 0 });
    expect((await settle()).status).toBe(404);
  });

  test('names addresses and transactions by their checksums: they are linked, searched and compared', async () => {
    const other = await openTestCase(casework, { title: 'Kestrel', policy: 'open' });
    okOf(
      await other.as.owner.post(`/cases/${other.id}/items`, {
        kind: 'address',
        input: { params: { chain: 'btc', address: ADDRESS }, query: {} },
      }),
    );
    const text = `Paid to ${ADDRESS}, not to ${WRONG}.`;
    const { note, refused, overlaps } = await add({ text });
    expect(note.links).toEqual([{ text: ADDRESS, kind: 'address', chain: 'btc', id: ADDRESS }]);
    expect(refused).toMatchObject([{ text: WRONG, reason: expect.stringMatching(/checksum/i) }]);
    expect(overlaps).toMatchObject([{ kind: 'case', title: 'Kestrel', what: ADDRESS }]);
    const found = okOf<{ items: { id: string }[] }>(await opened.as.viewer.get(`/cases?words=${ADDRESS}`));
    expect(found.items.map(({ id }) => id)).toContain(opened.id);
    const again = okOf<SavedNote>(await save(note, { version: 1, text: `${text} More.` }));
    expect(again.overlaps).toEqual([]);
    okOf(await save(note, { version: 2, text: 'Nothing' }));
    const keys = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list(sql`SELECT 1 FROM case_identifier WHERE source = ${note.id}`),
    );
    expect(keys).toEqual([]);
  });

  test('is found by words far down in it', async () => {
    const { note } = await add({ text: `${'word '.repeat(30_000)} copperfield` });
    const { items } = okOf<{ items: object[] }>(await opened.as.viewer.get('/cases?words=copperfield'));
    expect(items).toHaveLength(1);
    expect(okOf<CaseOverview>(await opened.as.viewer.get(`/cases/${opened.id}`)).counts).toMatchObject({ notes: 1 });
    expect(note.size).toBe(150_012);
  });

  test('is read by members and written by owners and editors', async () => {
    const { note } = await add();
    expect(await statusesOf(opened, (asker) => asker.get(`${path()}/${note.id}`))).toEqual({
      owner: 200,
      editor: 200,
      viewer: 200,
      reviewer: 200,
      legal: 200,
      colleague: 404,
    });
    expect(await statusesOf(opened, (asker) => asker.post(path(), { title: 'X', text: 'Y' }))).toEqual({
      owner: 200,
      editor: 200,
      viewer: 403,
      reviewer: 403,
      legal: 403,
      colleague: 404,
    });
    expect((await save(note, { version: 1, text: 'X' }, opened.as.viewer)).status).toBe(403);
    expect((await save(note, { version: 1, text: 'X' }, opened.as.colleague)).status).toBe(404);
    const { items } = okOf<{ items: CaseNoteHead[] }>(await opened.as.viewer.get(path()));
    expect(items.map(({ title }) => title)).toContain('Interview');
  });

  test('keeps hostile text as it is and refuses what is too long', async () => {
    const text = '<script>alert(1)</script> [x](javascript:alert(1)) \u202e';
    expect((await read((await add({ text })).note)).text).toBe(text);
    expect((await add({ text: 'e\u0301' })).note.text).toBe('\u00e9');
    expect((await opened.as.owner.post(path(), { title: 'X', text: 'x'.repeat(200_001) })).status).toBe(400);
    expect((await opened.as.owner.post(path(), { title: 'X', text: 'a\0b' })).status).toBe(400);
    const full = await add({ text: '\u{1f600}'.repeat(100_000) });
    expect(full.note.size).toBe(100_000);
    expect((await save(full.note, { version: 7, text: 'X' })).status).toBe(400);
    expect((await opened.as.owner.get(`${path()}/${opened.id}`)).status).toBe(404);
  });
});
