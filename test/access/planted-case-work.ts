import { randomUUID } from 'node:crypto';
import { insertComment } from '../../packages/store/src/cases/agency-cases/comment-rows.ts';
import { putLedgerEvents } from '../../packages/store/src/cases/agency-cases/ledger-event-rows.ts';
import { insertNote, insertNoteVersion } from '../../packages/store/src/cases/agency-cases/note-rows.ts';
import { insertReport, insertReportVersion } from '../../packages/store/src/cases/agency-cases/report-rows.ts';
import { insertReportedEvent } from '../../packages/store/src/cases/agency-cases/reported-event-rows.ts';
import { insertTask } from '../../packages/store/src/cases/agency-cases/task-rows.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';

/** A draft with everything that the form holds. */
const DRAFT = {
  ...{ instructions: '', questions: [], items: [], audience: 'court', jurisdiction: 'none', language: 'en' },
  ...{ classification: '', hides: [], opinion: '', examiner: { name: '', qualifications: '' } },
  reviewer: { account: '', name: '', qualifications: '' },
};

interface PlantedWork {
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
  /** Part of every text of it. */
  readonly word: string;
}

/** A task, a comment, a note with a text that waits next to it, a reported event and one of a ledger, a report with a version. */
export async function plantCaseWork(tx: Transaction, { caseId, agency, account, at, word }: PlantedWork) {
  const [caseTask, caseNote, caseKept, caseEvent] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const caseComment = randomUUID();
  const written = { caseId, agency, by: account, at, title: word };
  const checklist = [{ text: word, isDone: false }];
  await insertTask(tx, { ...written, id: caseTask, note: word, assigneeId: account, dueOn: '2026-12-01', checklist });
  const note = { ...written, note: caseNote, text: word, links: [] };
  await insertNote(tx, note);
  await insertNoteVersion(tx, { ...note, id: randomUUID(), number: 1, madeFrom: null });
  await insertNoteVersion(tx, { ...note, id: caseKept, number: null, madeFrom: 1 });
  const when = { starts: 1_770_000_000, ends: null, isEstimated: true, mark: 'claim' } as const;
  await insertReportedEvent(tx, { ...written, ...when, id: caseEvent, text: word, source: word });
  await putLedgerEvents(tx, {
    ...{ caseId, agency, at, chain: 'btc', address: word, height: 1, isCut: false, unknownTokens: 0, failure: '' },
    events: [
      { txid: word, asset: 'btc', symbol: 'BTC', decimals: 8, received: 1n, sent: 0n, height: 1, at: 1_770_000_000 },
    ],
  });
  await insertComment(tx, { ...written, id: caseComment, about: 'case', aboutNumber: '', text: word });
  const caseReport = randomUUID();
  const draft = { ...DRAFT, title: word };
  await insertReport(tx, { ...written, id: caseReport, draft });
  const version = { report: caseReport, caseId, agency, number: 1, draft, coreDigest: '0'.repeat(64), claims: 0 };
  await insertReportVersion(tx, { ...version, by: account, at });
  return { caseTask, caseNote, caseKept, caseEvent, caseComment, caseReport };
}
