import { generateKeyPairSync } from 'node:crypto';
import { signFile } from '../../../packages/evidence/src/certificate/sign-file.ts';
import type { Ids } from '../planted.ts';

/** A whole notice that no package here is of. */
const NOTICE = signFile(
  {
    ...{ format: 'trailmark-package-revocation', version: 1, package: '00000000-0000-4000-8000-00000000abcd' },
    ...{ root: 'e'.repeat(64), agency: 'South', number: '2026-00001', recipient: 'North', why: 'Sent twice' },
    revokedAt: '2026-11-01T08:00:00.000Z',
  },
  generateKeyPairSync('ed25519'),
);

const at =
  (more: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown } = {}) =>
  (ids: Ids) => ({ params: { case: ids.case }, ...more });
const item = (body?: unknown) => (ids: Ids) => ({
  params: { case: ids.case, item: ids.caseItem },
  ...(body ? { body } : {}),
});
const evidence =
  (more: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown } = {}) =>
  (ids: Ids) => ({ params: { case: ids.case, item: ids.caseEvidence }, ...more });
const upload = (body: unknown) => (ids: Ids) => ({ params: { case: ids.case, upload: ids.caseUpload }, body });
const sha256 = 'a'.repeat(64);
const words = {
  description: 'Laptop',
  source: 'Search',
  acquiredAt: 1_767_225_600,
  acquiredBy: 'Officer',
  acquiredWhere: 'Office',
};
const custody = {
  act: 'copy',
  why: 'Working copy',
  doneAt: 1_767_225_600,
  from: 'Room 1',
  to: 'Laboratory',
  machine: 'WS-2',
};
const note = (body?: unknown) => (ids: Ids) => ({
  params: { case: ids.case, note: ids.caseNote },
  ...(body ? { body } : {}),
});
const event = (body: unknown) => (ids: Ids) => ({ params: { case: ids.case, event: ids.caseEvent }, body });
const task = (body: unknown) => (ids: Ids) => ({ params: { case: ids.case, task: ids.caseTask }, body });
const input = { params: { chain: 'btc', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, query: {} };
const money = { kind: 'loss', state: null, asset: 'btc', amount: '5', day: '2026-01-01', mark: 'claim' };

const person = (body?: unknown) => (ids: Ids) => ({
  params: { case: ids.case, person: ids.casePerson },
  ...(body ? { body } : {}),
});
const point = { chain: 'btc', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
const linkOf = (ids: Ids) => ({
  ...{ person: ids.casePerson, to: { kind: 'address', ...point }, relation: 'Controls the key', basis: 'statement' },
  ...{ mark: 'claim', confidence: { of: 'person', word: 'likely' }, source: 'EV-01' },
});
const phone = { type: 'phone', service: '', value: '+44 20 7946 0018' };

const order = {
  ...{
    type: 'Production order',
    number: '26/1',
    issuer: 'Court',
    from: '2026-01-01',
    to: '2027-01-01',
    acts: ['request'],
  },
  ...{ chains: ['btc'], addresses: [point], scope: 'Accounts', extender: 'The prosecutor' },
};

const request = (body: unknown) => (ids: Ids) => ({ params: { case: ids.case, request: ids.caseRequest }, body });
const packet = { recipient: 'Northgate', kind: 'production', basis: 'Order 26/1', dueOn: '2026-12-01' };
const frozen = { outcome: 'frozen', asset: 'btc', amount: '5', day: '2026-01-01', source: 'EV-1', isInMoney: true };

/** Calls of every route of agency cases. */
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
  listCaseContacts: at(),
  askCustodian: at({ body: { text: 'Who is the suspect?' } }),
  answerCaseContact: (ids: Ids) => ({
    params: { case: ids.case, contact: ids.caseItem },
    body: { answer: 'reply', text: 'Call me' },
  }),
  listCaseCustody: at({ query: { act: 'view' } }),
  checkCaseCustody: at(),
  exportCaseLedgers: at(),
  listCaseReports: at(),
  pinCaseItem: at({ body: { kind: 'address', input, note: 'Why' } }),
  getCaseItem: item(),
  checkCaseItem: item({}),
  withdrawCaseItem: item({ why: 'Not of this case' }),
  listCaseAuthorities: at(),
  setCaseAuthority: at({ body: order }),
  endCaseAuthority: (ids: Ids) => ({
    params: { case: ids.case, authority: ids.caseAuthority },
    body: { version: 1, why: 'Set aside' },
  }),
  listCaseSources: at(),
  allowCaseSource: at({ body: { source: 'blockscout-eth', why: 'To follow the payment' } }),
  endCaseSource: (ids: Ids) => ({
    params: { case: ids.case, source: 'esplora-btc' },
    body: { why: 'Not needed any more' },
  }),
  setAuthorityNeeds: at({ body: { version: 0, acts: ['request', 'monitoring'] } }),
  listCaseEvidence: at(),
  compareCaseUpload: upload({ length: 0, sha256 }),
  finishCaseUpload: upload({ sha256 }),
  describeCaseEvidence: evidence({ body: { version: 1, ...words } }),
  verifyCaseEvidence: evidence({ body: {} }),
  exportCaseEvidence: evidence({ body: { why: 'For the court', authority: '26/1183' } }),
  getCaseEvidenceFile: evidence({ query: { ticket: 'x'.repeat(32) } }),
  getCaseCustody: evidence(),
  addCaseCustody: evidence({ body: { ...custody, authority: '26/1183', outputHash: sha256, result: 'Sealed' } }),
  exportCaseCustody: evidence(),
  withdrawCaseEvidence: evidence({ body: { why: 'Not of this case' } }),
  listCaseRequests: at(),
  setCaseRequest: (ids: Ids) => ({ params: { case: ids.case }, body: { item: ids.caseItem, ...packet } }),
  stepCaseRequest: request({ version: 1, to: 'withdrawn', on: '2026-11-18', note: 'Not needed' }),
  updateCaseRequest: request({ version: 1, dueOn: '2026-12-01', remindOn: '2026-11-25', files: ['EV-03'] }),
  addRequestAsset: request(frozen),
  withdrawAsset: (ids: Ids) => ({
    params: { case: ids.case, request: ids.caseRequest, asset: ids.caseRequestAsset },
    body: { why: 'Another customer' },
  }),
  listCasePeople: at(),
  setCasePerson: at({ body: { kind: 'suspect', name: 'Suspect', aliases: ['S'], identifiers: [phone] } }),
  addCasePeople: at({
    body: { text: 'suspect,Suspect', basis: 'statement', mark: 'claim', word: 'likely', source: 'EV-01' },
  }),
  withdrawCasePerson: person({ version: 1, why: 'Somebody else' }),
  openPersonalData: person({ reason: 'To prepare the interview' }),
  setPersonalData: person({ version: 1, birthDate: '1980-01-31', documents: [{ type: 'Passport', number: 'X1' }] }),
  addCaseLink: (ids: Ids) => ({ params: { case: ids.case }, body: linkOf(ids) }),
  withdrawCaseLink: (ids: Ids) => ({ params: { case: ids.case, link: ids.caseLink }, body: { why: 'Refuted' } }),
  addCaseLabel: at({ body: { ...point, text: 'Peel chain', mark: 'claim', source: 'EV-01' } }),
  withdrawCaseLabel: (ids: Ids) => ({ params: { case: ids.case, label: ids.caseLabel }, body: { why: 'Refuted' } }),
  listCaseMoney: at(),
  setCaseMoney: at({ body: money }),
  listCaseNotes: at(),
  addCaseNote: at({ body: { title: 'Interview', text: 'Paid to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.' } }),
  getCaseNote: note(),
  saveCaseNote: note({ version: 1, title: 'Interview', text: 'More' }),
  settleCaseNote: (ids: Ids) => ({ params: { case: ids.case, note: ids.caseNote, kept: ids.caseKept }, body: {} }),
  listCaseNoteVersions: note(),
  getCaseNoteVersion: (ids: Ids) => ({ params: { case: ids.case, note: ids.caseNote, version: '1' } }),
  getCaseTimeline: at(),
  listCaseTimeline: at({ query: { from: 0, to: 2_000_000_000, limit: 5 } }),
  exportCaseTimeline: at(),
  refreshCaseTimeline: at({ body: {} }),
  addCaseEvent: at({
    body: { title: 'Noticed', text: 'By the owner', starts: 1_770_000_000, ends: null, source: 'Letter' },
  }),
  updateCaseEvent: event({ version: 1, title: 'Noticed later', starts: null }),
  withdrawCaseEvent: event({ why: 'Not of this case' }),
  listWithdrawnCaseEvents: at(),
  listCaseComments: at(),
  addCaseComment: at({ body: { subject: { about: 'case', number: '' }, text: 'Is this the same person?' } }),
  withdrawCaseComment: (ids: Ids) => ({
    params: { case: ids.case, comment: ids.caseComment },
    body: { why: 'Said twice' },
  }),
  listCaseTasks: at(),
  addCaseTask: at({
    body: { title: 'Call the bank', due: '2026-12-01', checklist: [{ text: 'Number', isDone: false }] },
  }),
  updateCaseTask: task({ version: 1, title: 'Call them' }),
  setCaseTaskState: task({ version: 1, state: 'done' }),
  removeCaseMoney: (ids: Ids) => ({ params: { case: ids.case, row: ids.caseMoney }, body: { version: 1 } }),
  exportCase: at(),
  importCase: () => ({ body: { content: '{}' } }),
  makeCasePackage: at({
    body: { recipient: 'South', purpose: 'Assistance', expires: null, areas: ['labels'], hides: ['names'] },
  }),
  previewCasePackage: at({ body: { areas: ['labels'], hides: ['names'] } }),
  closeCase: at({ body: { version: 999, why: 'The work is done' } }),
  listCaseRecords: at(),
  checkCaseRecord: (ids: Ids) => ({ params: { case: ids.case, record: ids.caseRecord } }),
  getCaseRecordFile: (ids: Ids) => ({ params: { case: ids.case, record: ids.caseRecord } }),
  reopenCase: at({ body: { why: 'New evidence came in' } }),
  listCasePackages: at(),
  getCasePackageFile: (ids: Ids) => ({ params: { case: ids.case, package: ids.casePackage } }),
  revokeCasePackage: (ids: Ids) => ({
    params: { case: ids.case, package: ids.casePackage },
    body: { why: 'Sent to another agency' },
  }),
  receivePackageRevocation: () => ({ body: { content: NOTICE } }),
  listCaseKeys: () => ({}),
  proposeCaseKey: () => ({ body: { name: 'South', publicKey: 'ab'.repeat(32), compared: 'By telephone' } }),
  decideCaseKey: (ids: Ids) => ({ params: { key: ids.caseKey }, body: { isTrusted: false } }),
  revokeCaseKey: (ids: Ids) => ({ params: { key: ids.caseKey }, body: { from: '2026-11-01', why: 'It was lost' } }),
  previewCaseImport: () => ({ body: { content: '{}' } }),
  getCaseRetention: at(),
  setCaseRetention: at({ body: { retainUntil: '2030-01-01' } }),
  placeCaseHold: at({ body: { reason: 'Asked for by the court', authority: '26/1183' } }),
  releaseCaseHold: (ids: Ids) => ({ params: { case: ids.case, hold: ids.caseItem }, body: { why: 'Ended' } }),
  askCasePurge: at({ body: { reason: 'The time is over' } }),
  decideCasePurge: at({ body: { isApproved: false, number: '' } }),
  listCaseEmergencies: () => ({}),
  openCaseInEmergency: () => ({
    body: { number: '2026-00000', reason: 'A person is in danger and nobody answers' },
  }),
  reviewCaseEmergency: (ids: Ids) => ({
    params: { emergency: ids.caseEmergency },
    body: { outcome: 'justified', words: 'It could not wait' },
  }),
  listCaseTombstones: () => ({}),
  verifyCaseTombstone: (ids: Ids) => ({ params: { tombstone: ids.caseItem } }),
  listCaseEvents: at(),
} as const;
