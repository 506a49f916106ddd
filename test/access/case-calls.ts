import type { Ids } from './planted.ts';

const at =
  (more: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown } = {}) =>
  (ids: Ids) => ({ params: { case: ids.case }, ...more });
const item = (body?: unknown) => (ids: Ids) => ({
  params: { case: ids.case, item: ids.caseItem },
  ...(body ? { body } : {}),
});
const note = (body?: unknown) => (ids: Ids) => ({
  params: { case: ids.case, note: ids.caseNote },
  ...(body ? { body } : {}),
});
const task = (body: unknown) => (ids: Ids) => ({ params: { case: ids.case, task: ids.caseTask }, body });
const input = { params: { chain: 'btc', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, query: {} };
const money = { kind: 'loss', state: null, asset: 'btc', amount: '5', day: '2026-01-01', mark: 'claim' };

/** Calls of everything that agency cases can be asked. */
export const AGENCY_CASES = {
  listCases: () => ({}),
  getCaseFigures: () => ({}),
  getCaseChoices: () => ({}),
  createCase: () => ({ body: { template: 'ransomware', title: 'Begun', priority: 'low', policy: 'open' } }),
  getCase: at(),
  updateCase: at({ body: { version: 1, title: 'Renamed' } }),
  listCaseMembers: at(),
  setCaseMember: (ids: Ids) => ({ params: { case: ids.case }, body: { account: ids.account, role: 'viewer' } }),
  setCasePolicy: at({ body: { version: 1, policy: 'sealed' } }),
  listCaseViews: () => ({}),
  saveCaseView: () => ({ body: { name: 'Mine', query: '?own=yes' } }),
  removeCaseView: (ids: Ids) => ({ params: { view: ids.case }, body: {} }),
  listCaseItems: at(),
  pinCaseItem: at({ body: { kind: 'address', input, note: 'Why' } }),
  getCaseItem: item(),
  checkCaseItem: item({}),
  withdrawCaseItem: item({ why: 'Not of this case' }),
  listCaseMoney: at(),
  setCaseMoney: at({ body: money }),
  listCaseNotes: at(),
  addCaseNote: at({ body: { title: 'Interview', text: 'Paid to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.' } }),
  getCaseNote: note(),
  saveCaseNote: note({ version: 1, title: 'Interview', text: 'More' }),
  settleCaseNote: (ids: Ids) => ({ params: { case: ids.case, note: ids.caseNote, kept: ids.caseKept }, body: {} }),
  listCaseNoteVersions: note(),
  getCaseNoteVersion: (ids: Ids) => ({ params: { case: ids.case, note: ids.caseNote, version: '1' } }),
  listCaseTasks: at(),
  addCaseTask: at({
    body: { title: 'Call the bank', due: '2026-12-01', checklist: [{ text: 'Number', isDone: false }] },
  }),
  updateCaseTask: task({ version: 1, title: 'Call them' }),
  setCaseTaskState: task({ version: 1, state: 'done' }),
  removeCaseMoney: (ids: Ids) => ({ params: { case: ids.case, row: ids.caseMoney }, body: { version: 1 } }),
  exportCase: at(),
  importCase: () => ({ body: { content: '{}' } }),
  getCaseRetention: at(),
  setCaseRetention: at({ body: { retainUntil: '2030-01-01' } }),
  placeCaseHold: at({ body: { reason: 'Asked for by the court', authority: '26/1183' } }),
  releaseCaseHold: (ids: Ids) => ({ params: { case: ids.case, hold: ids.caseItem }, body: { why: 'Ended' } }),
  askCasePurge: at({ body: { reason: 'The time is over' } }),
  decideCasePurge: at({ body: { isApproved: false, number: '' } }),
  listCaseTombstones: () => ({}),
  verifyCaseTombstone: (ids: Ids) => ({ params: { tombstone: ids.caseItem } }),
  listCaseEvents: at(),
} as const;
