import type { RouteName } from '../../packages/api/src/contract.ts';
import { ALERT_CHANNELS, ALERTS, WATCHES } from './alert-calls.ts';
import { AGENCY_CASES } from './case-calls.ts';
import { SAVED_FLOWS } from './flow-calls.ts';
import type { Ids } from './planted.ts';

export interface RouteCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

type Calls = Readonly<Record<RouteName, (ids: Ids) => RouteCall>>;

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const OTHER = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const TXID = '0'.repeat(64);
const ACCOUNT_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TOKEN = 'x'.repeat(43);
const PASSWORD = 'correct horse battery staple';
const chain = 'btc';
const reason = 'Asked for by the unit';
const KEY = '00000000-0000-4000-8000-0000000000c1';

const at = { params: { chain, address: ADDRESS } };
const cluster = { params: { chain, cluster: ADDRESS } };
const pair = { params: { chain, address: ADDRESS, other: OTHER } };
const account = { params: { chain: 'eth', address: ACCOUNT_ADDRESS } };
const nothing = { body: {} };
const always = (call: RouteCall) => () => call;
const person = (body: unknown) => (ids: Ids) => ({ params: { id: ids.account }, body });
const agency = (body: unknown) => (ids: Ids) => ({ params: { id: ids.agency }, body });
const plan = {
  level: 'essentials',
  startsLocal: '2027-03-01T09:00',
  endsLocal: '2027-03-01T17:00',
  zone: 'Europe/Paris',
  mode: 'online',
  place: 'Online',
  language: 'en',
  seats: 5,
  cancelUntilLocal: '2027-02-20T09:00',
};

const job = (ids: Ids) => ({ params: { id: ids.job } });
const changed = (ids: Ids) => ({ params: { id: ids.job }, body: {} });

const JOBS = {
  listJobs: always({}),
  streamJobs: always({}),
  countOpenJobs: always({}),
  listJobSchedules: always({}),
  getJob: job,
  cancelJob: changed,
  retryJob: changed,
};

const LEDGER = {
  getAddress: always(at),
  listAddressTransactions: always(at),
  listAddressTransfers: always(account),
  listAddressAssets: always(account),
  listStatedBalances: always(account),
  listAddressUtxos: always(at),
  getAddressActivity: always(at),
  listAddressCounterparties: always(at),
  listAddressLinks: always(pair),
  exportAddress: always(at),
  bulkAddresses: always({ params: { chain }, body: { addresses: [ADDRESS] } }),
  checkWalletAddresses: always({ body: { chains: [{ chain, addresses: [ADDRESS] }] } }),
  discoverWallet: always({ body: { chain, key: 'addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)' } }),
  deriveKey: always({ params: { chain }, body: { key: 'x', from: 0, count: 1 } }),
  getAddressClusters: always(at),
  getCluster: always(cluster),
  listClusterMembers: always(cluster),
  listClusterLinks: always(cluster),
  listClusterCounterparties: always(cluster),
  whyTogether: always(pair),
  whatIf: always({ ...cluster, body: { view: 'conservative', withoutRules: [] } }),
  exportClusterProof: always(pair),
  getTransactionFindings: always({ params: { chain, txid: TXID } }),
  listMergeAlarms: always({ params: { chain } }),
  listRules: always({}),
  getAddressLabels: always({ params: { network: chain, address: ADDRESS } }),
  bulkLabels: always({ body: { addresses: [{ network: chain, address: ADDRESS }], publicOnly: true } }),
  searchLabels: always({ query: { q: 'sample' } }),
  listLabelPacks: always({}),
  previewLabelPack: always({ params: { pack: 'sample-services', version: '0'.repeat(16) } }),
  getListWithdrawal: always({}),
  activateLabelPack: always({ params: { pack: 'sample-services' }, body: { version: null } }),
  listActors: always({}),
  getActor: always({ params: { actor: 'sample-exchange' } }),
  listActorLabels: always({ params: { actor: 'sample-exchange' } }),
  listCategories: always({}),
  screenSanctions: always({ params: { address: ADDRESS } }),
  screenAddress: always({ params: { address: ADDRESS } }),
  getTransaction: always({ params: { chain, txid: TXID } }),
  getRawTransaction: always({ params: { chain, txid: TXID } }),
  getTransactionEvidence: always({ params: { chain, txid: TXID } }),
  getTransactionProof: always({ params: { chain, txid: TXID } }),
  listBlocks: always({ params: { chain } }),
  getBlock: always({ params: { chain, block: '0' } }),
  listBlockTransactions: always({ params: { chain, block: '0' } }),
  listChains: always({}),
  search: always({ query: { q: '0' } }),
  scanText: always({ body: { text: ADDRESS } }),
  getAttribution: always({ params: { network: chain, address: ADDRESS } }),
  lookUp: always({ body: { text: ADDRESS } }),
  listNearestServices: always(at),
  listDepositPoints: always(at),
  createRequestPacket: always({ params: { chain }, body: {} }),
  listPrices: always({}),
  getDailyPrices: always({ params: { asset: 'BTC' } }),
} as const;

const ACCOUNTS = {
  getMe: always({}),
  login: always({ body: { email: 'nobody@nowhere.example', password: 'wrong' } }),
  startPasskeyLogin: always(nothing),
  finishPasskeyLogin: always({ body: { ticket: 'x', passkey: {} } }),
  logout: always({ body: { everywhere: false } }),
  unlock: always({ body: { password: PASSWORD } }),
  startUnlock: always(nothing),
  lock: always(nothing),
  listSessions: always({}),
  endSession: (ids: Ids) => ({ params: { id: ids.session }, body: {} }),
  getUserProfileByEmail: (ids: Ids) => ({ body: { email: ids.email } }),
  register: always({
    body: { email: 'new@kestrelgate.invalid', password: PASSWORD, name: 'A', agency: 'B', phone: '1' },
  }),
  checkRegistration: always({ body: { email: 'x' } }),
  verifyEmail: always({ body: { token: TOKEN } }),
  resendVerification: always({ body: { email: 'nobody@nowhere.example' } }),
  forgotPassword: always({ body: { email: 'nobody@nowhere.example' } }),
  resetPassword: always({ body: { token: TOKEN, password: PASSWORD } }),
  updatePassword: always({ body: { current: 'wrong', password: PASSWORD } }),
  claimInstallation: always({
    body: { token: TOKEN, email: 'a@b.example', name: 'A', agency: 'B', password: PASSWORD },
  }),
  contactUs: always({
    body: { name: 'A', email: 'a@b.example', message: 'M', agency: 'B', phone: '1', from: 'LEPORTAL' },
  }),
  listFactors: always({}),
  startTotp: always(nothing),
  confirmTotp: always({ body: { code: '000000' } }),
  removeTotp: always(nothing),
  startPasskey: always(nothing),
  addPasskey: always({ body: { name: 'Key', passkey: {} } }),
  removePasskey: always({ body: { id: 'x' } }),
  renewRecoveryCodes: always(nothing),
  listApiTokens: always({}),
  createApiToken: always({ body: { name: 'Script', days: 1 } }),
  endApiToken: (ids: Ids) => ({ params: { id: ids.apiToken }, body: {} }),
} as const;

const ADMINISTRATION = {
  listUsers: always({}),
  exportUsers: always({}),
  getUser: person(undefined),
  approveUser: person({ allow_status: 'Yes' }),
  denyUser: person({ reason }),
  setAllowStatus: person({ allow_status: 'Yes', reason }),
  suspendUser: person({ reason }),
  reactivateUser: person({ reason }),
  releaseLock: person({}),
  endUserSessions: person({}),
  resetFactors: person({ reason }),
  startPasswordReset: person({}),
  setRole: person({ role: 'member', reason }),
  reviewUser: person({}),
  listRoleGrants: always({}),
  confirmRoleGrant: (ids: Ids) => ({ params: { id: ids.grant }, body: {} }),
  refuseRoleGrant: (ids: Ids) => ({ params: { id: ids.grant }, body: { reason } }),
  listAgencies: always({}),
  createAgency: always({ body: { name: 'Kestrelgate Police', kind: 'police', country: null, seats: null } }),
  updateAgency: agency({ name: 'Kestrelgate Police', kind: 'police', country: null, seats: null }),
  setAgencyStatus: agency({ status: 'active', reason }),
  addAgencyDomain: agency({ domain: 'x', hasSubdomains: false }),
  removeAgencyDomain: agency({ domain: 'absent.example' }),
  listMails: always({}),
  readMail: (ids: Ids) => ({ params: { id: ids.mail } }),
  retryMail: (ids: Ids) => ({ params: { id: ids.mail }, body: {} }),
  cancelMail: (ids: Ids) => ({ params: { id: ids.mail }, body: {} }),
  listContactMessages: always({}),
  getContactMessage: (ids: Ids) => ({ params: { id: ids.message } }),
  updateContactMessage: (ids: Ids) => ({
    params: { id: ids.message },
    body: { status: 'done', note: 'Answered', seen: null },
  }),
} as const;

const CONTENT = {
  listContent: always({ params: { kind: 'publication' } }),
  getContent: always({ params: { kind: 'publication', slug: 'absent' } }),
  listPortal: always({}),
  listContentVersions: always({ params: { kind: 'publication' } }),
  getContentHistory: always({ params: { kind: 'publication', slug: 'absent' } }),
  saveContent: always({ params: { kind: 'publication', slug: 'absent' }, body: {} }),
} as const;

const USER_PANEL = {
  getProfile: always({}),
  updateProfile: always({ body: {} }),
  setPhoto: always({ body: { image: 'bm8gaW1hZ2U=' } }),
  removePhoto: always(nothing),
  getUserImage: (ids: Ids) => ({ params: { file: ids.photo } }),
  getSubscription: always({}),
  listUsage: always({}),
  listTickets: always({}),
  createTicket: always({
    body: { key: KEY, category: 'question', severity: 'low', tool: null, subject: 'S', text: 'T', diagnostics: null },
  }),
  getTicket: (ids: Ids) => ({ params: { id: ids.ticket } }),
  replyTicket: (ids: Ids) => ({ params: { id: ids.ticket }, body: { key: KEY, text: 'T' } }),
  setTicketStatus: (ids: Ids) => ({ params: { id: ids.ticket }, body: { status: 'solved' } }),
  getServerFacts: always({}),
  listTutorials: always({}),
  getTutorialFile: always({ params: { file: 'absent.webm' } }),
} as const;

const session = (body?: unknown) => (ids: Ids) => ({
  params: { session: ids.trainingSession },
  ...(body ? { body } : {}),
});
const enrolment = (body: unknown) => (ids: Ids) => ({ params: { enrolment: ids.enrolment }, body });
const certificate = (body?: unknown) => (ids: Ids) => ({
  params: { certificate: ids.certificate },
  ...(body ? { body } : {}),
});
const lab = { params: { lab: 'absent' } };

const TRAINING = {
  listCourses: always({}),
  listTrainingSessions: always({}),
  getTrainingCalendar: always({}),
  getSessionCalendar: session(),
  getCertificateKey: always({}),
  getRevocations: always({}),
  getCourseMaterials: always({ params: { level: 'essentials' } }),
  getMyTraining: always({}),
  enrolInSession: session({ consent: true, accommodations: '', experience: '' }),
  cancelEnrolment: enrolment({}),
  listLabs: always({}),
  getLab: always(lab),
  submitLab: always({ ...lab, body: { answers: {} } }),
  getCertificateFile: certificate(),
  listRoster: always({}),
  exportRoster: always({}),
  setEnrolmentState: enrolment({ state: 'passed' }),
  moveEnrolment: (ids: Ids) => ({ params: { enrolment: ids.enrolment }, body: { session: ids.trainingSession } }),
  issueCertificate: enrolment({}),
  revokeCertificate: certificate({ reason }),
  createTrainingSession: always({ body: plan }),
  updateTrainingSession: session(plan),
  cancelTrainingSession: session({ reason }),
} as const;

const AUDIT = {
  listAuditEvents: always({}),
  getAuditStatus: always({}),
  exportAuditLog: always({}),
  getAuditProof: (ids: Ids) => ({ params: { id: ids.event } }),
  listOwnAuditEvents: always({}),
  listAgencyAuditEvents: always({}),
  verifyAuditLog: always({ body: {} }),
  getAuditReview: always({}),
} as const;

const SOURCES = {
  listSources: always({}),
  listSourceRequests: always({}),
  changeSource: always({ params: { id: 'blockscout-eth' }, body: { isOn: false } }),
  getStampAuthority: always({}),
  setStampAuthority: always({ body: { isOn: false } }),
  startFetches: always({ params: { id: 'blockscout-eth' }, body: { addresses: [`0x${'1'.repeat(40)}`] } }),
  fetchAddress: always({ params: { id: 'blockscout-eth' }, body: { address: `0x${'1'.repeat(40)}` } }),
} as const;

const traced = { chain: 'btc' as const, seeds: [{ kind: 'address' as const, address: ADDRESS }] };
const logged = {
  ...{ number: 1, at: 1, action: 'trace' as const, request: JSON.stringify({ request: traced }) },
  ...{ resultHash: '0'.repeat(64), asOf: 'height 0', nodes: 0, edges: 0 },
};

const TRACES = {
  getTraceLine: always({}),
  listTraceMethods: always({}),
  listFlowStarters: always({}),
  runTrace: always({ body: { request: traced } }),
  streamTrace: always({ body: { request: traced } }),
  replayFlow: always({ body: { log: [logged] } }),
  findCrossings: always({
    body: { chain: 'btc', direction: 'forward', leaves: [{ ref: `${'0'.repeat(64)}:0`, asset: '', amount: '1' }] },
  }),
  findPaths: always({ body: { chain: 'btc', from: ADDRESS } }),
  compareMethods: always({ body: { request: traced } }),
  exportTraceAudit: always({ body: { request: traced } }),
  addToFlow: always({ body: { chain: 'btc', items: [ADDRESS] } }),
  expandFlow: always({ body: { chain: 'btc', node: ADDRESS, direction: 'forward' } }),
  linkFlow: always({ body: { chain: 'btc', a: ADDRESS, b: OTHER } }),
  describeFlowParties: always({ body: { chain: 'btc', addresses: [ADDRESS] } }),
} as const;

const screened = { chain: 'btc' as const, subject: { kind: 'address' as const, text: ADDRESS } };

/** A set of one address. */
const stated = { subjects: [{ kind: 'address', chain: 'btc', text: ADDRESS }] };
const lost = { ...stated, victims: [{ name: 'Customer 7' }] };
const batch = (more: object) => (ids: Ids) => ({ params: { id: ids.screeningBatch }, ...more });

const SCREENINGS = {
  listScreenings: always({ query: { chain: 'btc', subject: ADDRESS } }),
  getScreening: (ids: Ids) => ({ params: { id: ids.screening } }),
  nameScreening: (ids: Ids) => ({ params: { id: ids.screening }, body: { name: 'A name' } }),
  compareScreenings: (ids: Ids) => ({ params: { id: ids.screening }, query: { earlier: ids.screening } }),
  createScreeningBatch: always({
    body: { name: 'A batch', subjects: [{ chain: 'btc', kind: 'address', text: ADDRESS }] },
  }),
  listScreeningBatches: always({}),
  getScreeningBatch: batch({}),
  listBatchScreenings: batch({}),
  compareScreeningBatches: (ids: Ids) => ({
    params: { id: ids.screeningBatch },
    query: { earlier: ids.screeningBatch },
  }),
  changeScreeningBatch: batch({ body: { name: 'Another name' } }),
  exportScreeningBatch: batch({}),
  removeScreeningBatch: batch({ body: {} }),
  runScreening: always({ body: screened }),
  runStatement: always({ body: stated }),
  listStatementLines: always({ body: { request: stated } }),
  exportStatement: always({ params: { format: 'csv' }, body: { request: stated } }),
  listVictimLosses: always({ body: lost }),
  exportVictimLosses: always({ params: { format: 'csv' }, body: { request: lost } }),
  matchStatementRecords: always({ body: { request: stated, text: 'Date,Amount\n2024-01-01,1' } }),
  testScreening: always({ body: screened }),
} as const;

const rules =
  (more: object = {}) =>
  (ids: Ids) => ({ params: { version: ids.threatRules }, ...more });
const THREAT_RULES = {
  listThreatRules: always({}),
  getThreatRules: rules(),
  compareThreatRules: rules(),
  proposeThreatRules: always({ body: { content: null, note: 'As delivered' } }),
  decideThreatRules: rules({ body: { isApproved: false, note: '' } }),
  withdrawThreatRules: rules({ body: {} }),
  checkThreatRules: always({ body: { content: {} } }),
  previewThreatRules: always({ body: { content: {} } }),
} as const;

const scam =
  (more: object = {}) =>
  (ids: Ids) => ({ params: { report: ids.scamReport }, ...more });
const opened = { reference: 'SR-2026-0000-0000', secret: 'x' };
const scamReport = {
  ...{
    category: 'other',
    reporter: 'victim',
    payments: [],
    suspects: [{ kind: 'domain', value: 'a.example', chain: null }],
  },
  ...{ story: {}, loss: null, victim: null, evidence: [] },
};
const work = { answer: '', work: { challenge: 'x', number: 1 } };
const intake = { slug: 'district', isOpen: false, question: '', portalName: '', portalTemplate: '', answer: null };

const interest =
  (more: object = {}) =>
  (ids: Ids) => ({ params: { interest: ids.interest }, ...more });
const INTERESTS = {
  listInterests: always({}),
  fileInterest: (ids: Ids) => ({
    body: {
      ...{
        case: ids.case,
        identifiers: ADDRESS,
        legalBasis: reason,
        predicate: 'Fraud',
        suspicion: reason,
        isLawful: true,
      },
      ...{ confidence: 'low', sensitivity: 'open', radius: 'exact', contact: reason, reviewOn: '2027-03-01' },
    },
  }),
  getInterest: interest(),
  changeInterest: interest({ body: { act: 'review', reviewOn: '2027-03-01' } }),
  answerConflict: (ids: Ids) => ({
    params: { interest: ids.interest, conflict: KEY },
    body: { act: 'message', text: reason },
  }),
} as const;

const LISTS = {
  listWatchedLists: always({}),
  compareListCopies: always({ params: { pack: 'ofac-sdn' }, query: { from: '0'.repeat(16), to: '1'.repeat(16) } }),
  getListHistory: always({ params: { network: chain, address: ADDRESS } }),
} as const;

const SCAM_REPORTS = {
  readScamText: always({ body: { text: ADDRESS } }),
  checkScamPayment: always({ body: { chain, txid: TXID, address: null, amount: null, unit: 'BTC', at: null } }),
  submitScamReport: always({ body: { ...scamReport, key: KEY } }),
  getScamIntake: always({ params: { slug: 'nowhere' } }),
  submitPublicScamReport: always({ params: { slug: 'nowhere' }, body: { ...scamReport, ...work } }),
  getScamStatus: always({ body: opened }),
  answerScamStatus: always({ body: { ...opened, act: 'appeal' } }),
  listScamReports: always({}),
  getScamReport: scam(),
  reviewScamReport: scam({ body: { act: 'reject', why: reason } }),
  openScamVictim: scam({ body: { why: reason } }),
  addScamReportToCase: (ids: Ids) => ({ params: { report: ids.scamReport }, body: { case: ids.case } }),
  listAgencyLabels: always({}),
  decideAgencyLabel: (ids: Ids) => ({ params: { label: ids.agencyLabel }, body: { act: 'withdraw', why: reason } }),
  getOwnScamIntake: always({}),
  setScamIntake: always({ body: intake }),
} as const;

/** A call of every route, with the objects it names; leaving one out does not compile. */
export const ROUTE_CALLS: Calls = {
  ...SCREENINGS,
  ...INTERESTS,
  ...LISTS,
  ...SCAM_REPORTS,
  ...LEDGER,
  ...ACCOUNTS,
  ...ADMINISTRATION,
  ...AGENCY_CASES,
  ...ALERT_CHANNELS,
  ...ALERTS,
  ...AUDIT,
  ...CONTENT,
  ...JOBS,
  ...SAVED_FLOWS,
  ...THREAT_RULES,
  ...TRACES,
  ...TRAINING,
  ...SOURCES,
  ...USER_PANEL,
  ...WATCHES,
};
