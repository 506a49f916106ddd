import { randomUUID } from 'node:crypto';
import { sealVictim } from '../../packages/server/src/scams/sealed-report.ts';
import type { TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';
import { insertAgencyLabel } from '../../packages/store/src/cases/scams/label-rows.ts';
import { addReportStep, insertScamReport, putReportKeys } from '../../packages/store/src/cases/scams/report-rows.ts';

interface PlantedScams {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
  /** Part of what is stated about the suspect, and of what is sealed. */
  readonly word: string;
}

/** A report with a payment, a suspect and a victim, and a label made of it. */
export async function plantScams(
  tx: Transaction,
  casework: TestCaseworkContext,
  { agency, account, at, word }: PlantedScams,
) {
  const [scamReport, agencyLabel] = [randomUUID(), randomUUID()];
  const story = { contact: word, communications: '', exchanges: '', timeline: '' };
  const sealed = sealVictim(casework, scamReport, {
    ...{ category: 'other', reporter: 'victim', payments: [], suspects: [], story, loss: null, evidence: [] },
    ...{ victim: { name: word, email: '', phone: '', country: '' }, key: scamReport },
  });
  const row = { id: scamReport, agency, receivedAt: at };
  await insertScamReport(tx, {
    ...row,
    ...{ reference: 'SR-2026-PLAN-TED0', key: scamReport, channel: 'member', accountId: account, reporter: 'victim' },
    ...{ trust: 2, sourceTag: null, category: 'other', payments: [], evidence: [], loss: null, sealed },
    suspects: [{ kind: 'domain', value: `${word}.example`, chain: null }],
    secretHash: '0'.repeat(64),
    receiptHash: '0'.repeat(64),
  });
  await putReportKeys(tx, row, [`domain:${word}.example`]);
  await addReportStep(tx, row, { at, kind: 'received' });
  await insertAgencyLabel(tx, {
    ...{ id: agencyLabel, agency, reportId: scamReport, chain: 'btc', address: word, text: word, category: 'scam' },
    ...{ confidence: 'web_crawl', source: word, caution: null, by: account, at },
  });
  return { scamReport, agencyLabel };
}
