import { randomUUID } from 'node:crypto';
import { insertNote, insertNoteVersion } from '../../packages/store/src/cases/agency-cases/note-rows.ts';
import { insertTask } from '../../packages/store/src/cases/agency-cases/task-rows.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';

interface PlantedWork {
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
  /** Stands in every text of it. */
  readonly word: string;
}

/** A task, and a note with a text that waits beside it. */
export async function plantCaseWork(tx: Transaction, { caseId, agency, account, at, word }: PlantedWork) {
  const [caseTask, caseNote, caseKept] = [randomUUID(), randomUUID(), randomUUID()];
  const written = { caseId, agency, by: account, at, title: word };
  const checklist = [{ text: word, isDone: false }];
  await insertTask(tx, { ...written, id: caseTask, note: word, assigneeId: account, dueOn: '2026-12-01', checklist });
  const note = { ...written, note: caseNote, text: word, links: [] };
  await insertNote(tx, note);
  await insertNoteVersion(tx, { ...note, id: randomUUID(), number: 1, madeFrom: null });
  await insertNoteVersion(tx, { ...note, id: caseKept, number: null, madeFrom: 1 });
  return { caseTask, caseNote, caseKept };
}
