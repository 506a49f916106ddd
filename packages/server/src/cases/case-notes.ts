import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseNote, CaseNoteConflict, CaseNoteHead } from '@trailmark/api/contract/case-note';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { putCaseText, putIdentifiers } from '@trailmark/store/cases/agency-cases/identifier-rows';
import {
  countNotes,
  findNote,
  findNoteVersion,
  insertNote,
  insertNoteVersion,
  listKeptTexts,
  listNotes,
  listNoteVersions,
  type NoteLink,
  type NoteRow,
  type NoteVersionRow,
  settleKeptText,
  updateNote,
} from '@trailmark/store/cases/agency-cases/note-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { CallHandler } from '../http/call-handler.ts';
import type { FindOverlaps } from './case-items.ts';
import { actOnCase, caseScope, openCase, openCaseLocked, readCases, toCaseEntry } from './case-scope.ts';
import { toSeconds } from './case-view.ts';
import { findNoteLinks, type NoteFindings } from './note-links.ts';
import type { CountTabs } from './read-case.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];
type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;

const MAX_NOTES = 1_000;

interface NotePlace {
  readonly id: string;
  readonly note: string;
}

export interface NotePorts {
  /** Reads identifiers in a text as search does, under the rights of the caller. */
  readonly ask: CallHandler;
  readonly findOverlaps: FindOverlaps;
}

function toHead({ number, createdAt, changedAt, ...row }: NoteRow): CaseNoteHead {
  return { ...row, number: `N-${number}`, createdAt: toSeconds(createdAt), changedAt: toSeconds(changedAt) };
}

function toSaved({ title, text, links, savedAt, savedBy, madeFrom }: NoteVersionRow) {
  return { title, text, links: links as CaseNote['links'], savedAt: toSeconds(savedAt), savedBy, madeFrom };
}

const noNote = () => new AppError('not-found', 'There is no such note in this case.');

async function getNote(tx: Transaction, { id, note }: NotePlace): Promise<NoteRow> {
  const row = await findNote(tx, id, note);
  if (!row) throw noNote();
  return row;
}

async function getVersion(tx: Transaction, { id, note }: NotePlace, number: number): Promise<NoteVersionRow> {
  const row = await findNoteVersion(tx, id, note, number);
  if (!row) throw new AppError('not-found', 'This note has no such version.');
  return row;
}

async function readNoteIn(tx: Transaction, place: NotePlace, reader: string): Promise<CaseNote> {
  const row = await getNote(tx, place);
  const { text, links } = await getVersion(tx, place, row.version);
  const kept = await listKeptTexts(tx, place.id, place.note);
  return {
    ...toHead(row),
    text,
    links: links as CaseNote['links'],
    keptTexts: kept.map((one) => ({ ...toSaved(one), id: one.id, isOwn: one.savedById === reader })),
  };
}

export const countNotesOf: CountTabs = async (tx, caseId) => ({ notes: await countNotes(tx, caseId) });

export function readNotes(casework: CaseworkContext, caller: Caller, id: string): Promise<Answer<'listCaseNotes'>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return { items: (await listNotes(tx, id, MAX_NOTES)).map(toHead) };
  });
}

export function readNote(casework: CaseworkContext, caller: Caller, place: NotePlace): Promise<CaseNote> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, place.id, 'read');
    return readNoteIn(tx, place, ownAccount(caller).id);
  });
}

export function readNoteVersions(
  casework: CaseworkContext,
  caller: Caller,
  place: NotePlace,
  { before, limit }: RouteInput<Contract['listCaseNoteVersions']>['query'],
): Promise<Answer<'listCaseNoteVersions'>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, place.id, 'read');
    await getNote(tx, place);
    const rows = await listNoteVersions(tx, place.id, place.note, { before, limit: limit + 1 });
    const items = rows.slice(0, limit).map(({ savedAt, ...row }) => ({ ...row, savedAt: toSeconds(savedAt) }));
    return { items, next: rows.length > limit ? (items.at(-1)?.number ?? null) : null };
  });
}

export function readNoteVersion(
  casework: CaseworkContext,
  caller: Caller,
  place: NotePlace,
  version: number,
): Promise<Answer<'getCaseNoteVersion'>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, place.id, 'read');
    return { ...toSaved(await getVersion(tx, place, version)), version };
  });
}

/** Keeps what search, overlaps and lists know of a note. */
async function settleNote(
  tx: Transaction,
  { id: caseId, agency }: CaseDetailRow,
  { note, title, text, keys, at }: NotePlaceText & { readonly keys: readonly string[]; readonly at: Date },
): Promise<void> {
  const source = { caseId, agency, source: note };
  await putIdentifiers(tx, source, keys);
  await putCaseText(tx, source, 'note', `${title}\n${text}`);
  await touchCase(tx, caseId, at);
}

interface NotePlaceText {
  readonly note: string;
  readonly title: string;
  readonly text: string;
}

/** Only what a text names that it did not name before is looked for in other cases. */
function newKeys({ keys, links }: NoteFindings, before: readonly NoteLink[]): readonly string[] {
  const known = new Set(before.map(({ id }) => id.toLowerCase()));
  const isNew = new Set(links.map(({ id }) => id.toLowerCase()).filter((id) => !known.has(id)));
  return keys.filter((key) => isNew.has(key.split(':').slice(2).join(':').toLowerCase()));
}

/** Begins a note. */
export async function addNote(
  casework: CaseworkContext,
  { ask, findOverlaps }: NotePorts,
  caller: Caller,
  id: string,
  { title, text }: Body<'addCaseNote'>,
): Promise<Answer<'addCaseNote'>> {
  await readCases(casework, caller, (tx) => openCase(tx, id, 'write'));
  const found = await findNoteLinks(ask, text);
  const [note, by, at] = [randomUUID(), ownAccount(caller).id, casework.now()];
  const details = (result: CaseNote) => ({ note, number: result.number });
  const added = await actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'note.add', details },
    async (tx, row) => {
      const write = { note, caseId: id, agency: row.agency, title, by, at };
      await insertNote(tx, write);
      await insertNoteVersion(tx, { ...write, id: randomUUID(), number: 1, madeFrom: null, text, links: found.links });
      await settleNote(tx, row, { note, title, text, keys: found.keys, at });
      return readNoteIn(tx, { id, note }, by);
    },
  );
  const overlaps = await findOverlaps({ id, agency: ownAccount(caller).agency }, found.keys);
  return { note: added, refused: [...found.refused], overlaps: [...overlaps] };
}

type Saved =
  | { readonly kind: 'saved'; readonly note: CaseNote; readonly keys: readonly string[] }
  | { readonly kind: 'kept'; readonly number: string; readonly conflict: CaseNoteConflict };

function toSaveEntry(id: string, note: string, saved: Saved) {
  if (saved.kind === 'kept') return toCaseEntry('note.keep', id, { note, number: saved.number });
  return toCaseEntry('note.save', id, { note, number: saved.note.number, version: saved.note.version });
}

interface SaveWrite extends NotePlaceText {
  readonly row: CaseDetailRow;
  readonly madeFrom: number;
  readonly links: readonly NoteLink[];
  readonly by: string;
  readonly at: Date;
}

/** Keeps the text of a writer whom another one came before, once however often it is sent. */
async function keepText(tx: Transaction, present: NoteRow, write: SaveWrite): Promise<Saved> {
  const { row, ...rest } = write;
  const place = { id: row.id, note: write.note };
  const find = async () => {
    const texts = await listKeptTexts(tx, row.id, write.note);
    const isSame = (one: NoteVersionRow) => one.text === write.text && one.title === write.title;
    return texts.find((one) => one.savedById === write.by && isSame(one));
  };
  if (!(await find())) {
    await insertNoteVersion(tx, { ...rest, id: randomUUID(), caseId: row.id, agency: row.agency, number: null });
  }
  const kept = await find();
  if (!kept) throw new AppError('conflict', 'Fifty texts wait beside this note. Decide on some of them first.');
  const last = await getVersion(tx, place, present.version);
  const conflict = {
    present: { ...toSaved(last), version: present.version },
    kept: { ...toSaved(kept), id: kept.id },
  };
  return { kind: 'kept', number: toHead(present).number, conflict };
}

/**
 * Saves a text as the next version. Where somebody saved in between it is kept next to the note, and the `conflict` that is
 * thrown has both texts.
 */
export async function saveNote(
  casework: CaseworkContext,
  { ask, findOverlaps }: NotePorts,
  caller: Caller,
  place: NotePlace,
  { version, title, text, settles }: Body<'saveCaseNote'>,
): Promise<Answer<'saveCaseNote'>> {
  const { id, note } = place;
  await readCases(casework, caller, (tx) => openCase(tx, id, 'write'));
  const found = await findNoteLinks(ask, text);
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const work = async (tx: Transaction): Promise<Saved> => {
    const row = await openCaseLocked(tx, id, 'write');
    const present = await getNote(tx, place);
    const write = { row, note, title, text, links: found.links, madeFrom: version, by, at };
    if (present.version < version) throw new AppError('invalid', 'This note has no such version yet.');
    if (present.version > version) return keepText(tx, present, write);
    const before = await getVersion(tx, place, version);
    const next = { note, caseId: id, agency: row.agency, title, by, at };
    await insertNoteVersion(tx, { ...write, ...next, id: randomUUID(), number: version + 1 });
    await updateNote(tx, next, version + 1);
    if (settles) await settleKeptText(tx, { caseId: id, note, kept: settles, by, at });
    await settleNote(tx, row, { note, title, text, keys: found.keys, at });
    return { kind: 'saved', note: await readNoteIn(tx, place, by), keys: newKeys(found, before.links) };
  };
  const saved = await actThenNotify(
    casework,
    caller,
    work,
    (result) => toSaveEntry(id, note, result),
    caseScope(caller),
  );
  if (saved.kind === 'kept') {
    const sentence =
      'Somebody saved this note in the meantime. Your text is kept beside it: compare both and save again.';
    throw new AppError('conflict', sentence, { context: { reason: 'changed-meanwhile', facts: saved.conflict } });
  }
  const overlaps = await findOverlaps({ id, agency: ownAccount(caller).agency }, saved.keys);
  return { note: saved.note, refused: [...found.refused], overlaps: [...overlaps] };
}

/** Lays a kept text aside. Throws `conflict` where that was done before. */
export function settleText(
  casework: CaseworkContext,
  caller: Caller,
  { id, note, kept }: NotePlace & { readonly kept: string },
): Promise<CaseNote> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number }: CaseNote) => ({ note, number });
  return actOnCase(casework, caller, { id, right: 'write', action: 'note.settle', details }, async (tx) => {
    await getNote(tx, { id, note });
    if (!(await settleKeptText(tx, { caseId: id, note, kept, by, at }))) {
      throw new AppError('not-found', 'No such text is kept next to this note.');
    }
    await touchCase(tx, id, at);
    return readNoteIn(tx, { id, note }, by);
  });
}
