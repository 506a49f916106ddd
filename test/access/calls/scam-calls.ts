import type { Ids } from '../planted.ts';
import { ADDRESS, always, chain, KEY, reason, TXID } from './call.ts';

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

/** Reports of scams. */
export const SCAM_REPORTS = {
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
  addScamReportToCase: (ids: Ids) => ({ params: { report: ids.scamReport }, body: { case: ids.case, why: reason } }),
  listAgencyLabels: always({}),
  decideAgencyLabel: (ids: Ids) => ({ params: { label: ids.agencyLabel }, body: { act: 'withdraw', why: reason } }),
  getOwnScamIntake: always({}),
  setScamIntake: always({ body: intake }),
} as const;
