import { createHash } from 'node:crypto';

// Files of cases that a test of crashes imports, made of one that the program exported.

type Json = Readonly<Record<string, unknown>>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** So many bytes, always the same for one seed. */
export const bytesOf = (seed: string, size: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(size / 32) }, (_, i) => createHash('sha256').update(`${seed} ${i}`).digest()),
  ).subarray(0, size);

export interface CaseFile {
  readonly origin: { readonly root: string };
  readonly content: { readonly case: Json; readonly tables: Record<string, Json[]> };
}
export function withTitle(file: CaseFile, title: string): string {
  return JSON.stringify({ ...file, content: { ...file.content, case: { ...file.content.case, title } } });
}

/** Without tasks, whose reminders change a case while nobody does. */
export function withoutTasks(file: CaseFile): CaseFile {
  const { case_text: texts = [], ...tables } = file.content.tables;
  const others = texts.filter(({ kind }) => kind !== 'task');
  return { ...file, content: { ...file.content, tables: { ...tables, case_task: [], case_text: others } } };
}

/** With a request that was sent: to send one takes deposits in the ledger, which this is not about. */
export function withRequest(file: CaseFile): string {
  const { tables } = file.content;
  const owner = tables.case_note?.[0]?.created_by;
  const at = '2026-01-01T00:00:00.000Z';
  const content = { text: '{}' };
  const made = {
    call: 'POST /x',
    method: 'request-packet/1',
    software: 'Test',
    as_of: null,
    note: '',
    input: { params: {}, query: {} },
  };
  const item = {
    ...{ ...made, id: { $row: 'case_item:0' }, number: 1, kind: 'request-packet', title: 'Packet' },
    ...{ hash: sha256(Buffer.from('{}')), content, size: 2, pinned_at: at, pinned_by: owner },
    ...{ checked_at: null, checked_hash: null, withdrawn_at: null, withdrawn_by: null, withdrawn_why: null },
  };
  const words = { recipient: 'Service', kind: 'freeze', basis: 'Order', note: '' };
  const request = {
    ...{ ...words, id: { $row: 'case_request:0' }, number: 1, item_id: { $row: 'case_item:0' }, state: 'sent' },
    ...{ due_on: null, remind_on: null, files: [], drafters: [owner], version: 1, changed_at: at, changed_by: owner },
  };
  return withTitle(
    { ...file, content: { ...file.content, tables: { ...tables, case_item: [item], case_request: [request] } } },
    'Main 0',
  );
}
