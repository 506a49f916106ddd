import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EnhancedReport } from '@trailmark/api/contract/enhanced-report';
import type { ReportBlock, ReportDocument, ReportDraft, ReportText } from '@trailmark/core/report/report-document';
import { writeReportPdf } from '@trailmark/documents/report/report-pdf';
import { checkPdf } from '@trailmark/documents/testing/check-pdf';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { findProfile, updateProfile } from '@trailmark/store/cases/profile/profile-rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillCase, ok } from '../cases/testing/fill-case.ts';
import {
  addAccount,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Asker, openAsker } from '../testing/ask.ts';
import { compareClaims } from './compare-claims.ts';
import { ERROR_RATES } from './error-rates.ts';

let casework: TestCaseworkContext;
let people: Record<'lead' | 'legal' | 'other', TestAccount>;
let lead: Asker;
let legal: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  const add = (name: string) => addAccount(casework, { name });
  people = {
    lead: await add('Lead investigator'),
    legal: await add('Legal adviser'),
    other: await add('Second analyst'),
  };
  lead = await openAsker(casework, people.lead);
  legal = await openAsker(casework, people.legal);
});

interface Made {
  readonly base: string;
  readonly report: EnhancedReport;
}

async function start(): Promise<Made & { readonly caseId: string }> {
  const { id: caseId } = await fillCase({ casework, lead, legal: people.legal });
  const report = ok<EnhancedReport>(await lead.post(`/cases/${caseId}/enhanced-reports`, { title: 'Harbour' }));
  return { caseId, report, base: `/cases/${caseId}/enhanced-reports/${report.id}` };
}

async function save({ base, report }: Made, more: Partial<ReportDraft>): Promise<EnhancedReport> {
  return ok(await lead.post(`${base}/draft`, { version: report.version, draft: { ...report.draft, ...more } }));
}

const signers = (): Pick<ReportDraft, 'examiner' | 'reviewer'> => ({
  examiner: { name: 'Lead investigator', qualifications: 'Trained in tracing' },
  reviewer: { account: people.legal.id, name: 'Legal adviser', qualifications: 'Reviewer' },
});

async function freeze(
  made: Made & { readonly caseId: string },
  more: Partial<ReportDraft> = {},
): Promise<EnhancedReport> {
  const { items } = ok<{ items: { id: string }[] }>(await lead.get(`/cases/${made.caseId}/items`));
  const saved = await save(made, { ...signers(), items: items.map(({ id }) => id), ...more });
  return ok(await lead.post(`${made.base}/versions`, { version: saved.version }));
}

describe('a report', () => {
  test('is saved while it is written, and what another saved meanwhile is not lost', async () => {
    const made = await start();
    const saved = await save(made, { title: 'Harbour, first draft' });
    expect([saved.title, saved.version]).toEqual(['Harbour, first draft', made.report.version + 1]);
    const late = await lead.post(`${made.base}/draft`, { version: made.report.version, draft: made.report.draft });
    expect(late.status).toBe(409);
    expect(ok<EnhancedReport>(await lead.get(made.base)).draft.title).toBe('Harbour, first draft');
  });

  test('is not frozen without its people, without material, or with an opinion that names no claim', async () => {
    const made = await start();
    const refused = async (more: Partial<ReportDraft>) => {
      const { version } = await save({ ...made, report: ok<EnhancedReport>(await lead.get(made.base)) }, more);
      const { status, body } = await lead.post(`${made.base}/versions`, { version });
      return [status, body.detail];
    };
    expect(await refused({})).toEqual([400, expect.stringContaining('examiner')]);
    expect(await refused({ ...signers(), items: [] })).toEqual([400, expect.stringContaining('No result')]);
    const { items } = ok<{ items: { id: string }[] }>(await lead.get(`/cases/${made.caseId}/items`));
    const opinion = 'He did it, with 100 percent certainty.';
    expect(await refused({ ...signers(), items: items.map(({ id }) => id), opinion })).toEqual([
      400,
      expect.stringContaining('names no claim'),
    ]);
  });

  test('is signed in the names of the accounts that sign, and nobody reviews what they make', async () => {
    const made = await start();
    const { items } = ok<{ items: { id: string }[] }>(await lead.get(`/cases/${made.caseId}/items`));
    const freezeWith = async (more: Partial<ReportDraft>) => {
      const report = ok<EnhancedReport>(await lead.get(made.base));
      const saved = await save({ ...made, report }, { ...signers(), items: items.map(({ id }) => id), ...more });
      const { status, body } = await lead.post(`${made.base}/versions`, { version: saved.version });
      return { saved, status, detail: String(body.detail) };
    };
    const { reviewer, examiner } = signers();
    const other = await freezeWith({ examiner: { ...examiner, name: 'Legal adviser' } });
    expect([other.status, other.detail]).toEqual([400, expect.stringContaining('your account has the name “Lead')]);
    const self = await freezeWith({ reviewer: { ...reviewer, account: people.lead.id } });
    expect([self.status, self.detail]).toEqual([400, expect.stringContaining('a second person reviews')]);
    const stranger = await freezeWith({ reviewer: { ...reviewer, account: randomUUID() } });
    expect([stranger.status, stranger.detail]).toEqual([400, expect.stringContaining('no account of your agency')]);
    const famous = await freezeWith({ reviewer: { ...reviewer, name: 'A famous expert' } });
    expect([famous.status, famous.saved.draft.reviewer.name]).toEqual([200, 'Legal adviser']);
  });

  test('is not signed by a reviewer whose account has another name than the version states', async () => {
    const made = await start();
    await freeze(made);
    await casework.store.transact({ kind: 'system' }, async (tx) => {
      const profile = await findProfile(tx, people.legal.id);
      if (profile) await updateProfile(tx, people.legal.id, { ...profile, name: 'Somebody new' });
    });
    const renamed = await openAsker(casework, people.legal);
    const { status, body } = await renamed.post(`${made.base}/versions/1/decision`, { decision: 'sign' });
    expect([status, body.detail]).toEqual([409, expect.stringContaining('your account has the name “Somebody new”')]);
  });

  test('is signed by the second person it names, whose signature is in the bundle; its files verify', async () => {
    const made = await start();
    const frozen = await freeze(made, { hides: ['people'] });
    const [version] = frozen.list;
    expect(version?.files.map(({ name }) => name)).toEqual([
      'bundle.evb',
      'claims.csv',
      'copy.evb',
      'report.docx',
      'report.html',
      'report.json',
      'report.pdf',
    ]);
    const decision = `${made.base}/versions/1/decision`;
    expect((await lead.post(decision, { decision: 'sign' })).body.detail).toContain('a second person reviews it');
    const signed = ok<EnhancedReport>(await legal.post(decision, { decision: 'sign' }));
    expect(signed.list[0]?.state).toBe('signed');
    expect((await legal.post(decision, { decision: 'sign' })).status).toBe(409);
    const bytes = new Uint8Array(
      await (await lead.raw(`/api/v1${made.base}/versions/1/files/bundle.evb`)).arrayBuffer(),
    );
    const now = Math.floor(casework.now().getTime() / 1000);
    const checked = verifyBundle(bytes, { now });
    expect({ verdict: checked.verdict, faults: checked.faults, kind: checked.kind }).toEqual({
      verdict: 'partial',
      faults: [],
      kind: 'report',
    });
    const signatures = checked.checks
      .filter(({ sentence }) => sentence.startsWith('Signed by'))
      .map(({ sentence }) => sentence.split(' on ')[0]);
    expect(signatures.slice(0, 2)).toEqual([
      'Signed by examiner “Lead investigator”',
      'Signed by reviewer “Legal adviser”',
    ]);
    const copy = new Uint8Array(await (await lead.raw(`/api/v1${made.base}/versions/1/files/copy.evb`)).arrayBuffer());
    expect(verifyBundle(copy, { now }).leftOut).toContain('custody.json entry 0');
    const csv = await (await lead.raw(`/api/v1${made.base}/versions/1/files/claims.csv`)).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + (version?.claims ?? 0));
    const pdf = Buffer.from(await (await lead.raw(`/api/v1${made.base}/versions/1/files/report.pdf`)).arrayBuffer());
    expect(checkPdf(pdf, 3).faults).toEqual([]);
  });

  test('is not handed out to a viewer of the case, nor shown to a stranger', async () => {
    const made = await start();
    await freeze(made);
    ok(await lead.post(`/cases/${made.caseId}/members`, { account: people.other.id, role: 'viewer' }));
    const viewer = await openAsker(casework, people.other);
    expect((await viewer.get(made.base)).status).toBe(200);
    for (const file of ['report.pdf', 'bundle.evb', 'report.json'])
      expect((await viewer.raw(`/api/v1${made.base}/versions/1/files/${file}`)).status).toBe(403);
    expect((await viewer.post(`${made.base}/versions`, { version: 1 })).status).toBe(403);
    expect((await lead.get(`/cases/${made.caseId}/enhanced-reports/${randomUUID()}`)).status).toBe(404);
  });
});

const textsOf = (block: ReportBlock): readonly ReportText[] => {
  if (block.kind === 'answer' || block.kind === 'marked' || block.kind === 'legend') return [block.text];
  if (block.kind === 'text' || block.kind === 'list')
    return block.isFixed ? [] : block.kind === 'text' ? [block.text] : block.items;
  return [];
};

test('no sentence of a finding has a number outside of its claims', async () => {
  const made = await start();
  await freeze(made);
  const { document } = ok<{ document: ReportDocument }>(await lead.get(`${made.base}/versions/1`));
  const bare = document.sections
    .flatMap(({ blocks }) => blocks.flatMap(textsOf))
    .flatMap((text) =>
      text
        .filter((run): run is string => typeof run === 'string')
        .map((words) => words.replace(/\b(T|A|E)-?\d+\b|section \d/g, '')),
    );
  expect(bare.filter((words) => /\d/.test(words))).toEqual([]);
});

test('equal reports have equal bytes in PDF, and another figure gives others', () => {
  const document = (figure: string): ReportDocument => ({
    ...{
      title: 'T',
      caseNumber: '2026-00001',
      caseTitle: 'Harbour',
      version: 1,
      classification: 'Restricted',
      agency: 'North',
      madeAt: 1_795_000_000,
      software: 'Trailmark',
    },
    ...{ asOf: ['btc block 1'], examiner: 'Lead investigator', second: 'de' },
    sections: [
      {
        id: 'summary',
        number: '1',
        title: 'Summary',
        blocks: [{ kind: 'answer', text: [{ claim: 'I-01', text: figure }, ' was traced'] }],
      },
    ],
  });
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1, 2, 3) };
  const write = (figure: string) => Buffer.from(writeReportPdf(document(figure), core, 'ab'.repeat(32)));
  expect(write('1 BTC').equals(write('1 BTC'))).toBe(true);
  expect(write('1 BTC').equals(write('2 BTC'))).toBe(false);
  expect(checkPdf(write('1 BTC'), 3).faults).toEqual([]);
});

test('a claim with another figure is a change, and one that moved to another number is none', () => {
  const claim = (id: string, amount: string): Claim => ({
    ...({ id, mark: 'inference', rule: 'trace-sum/1' } as const),
    inputs: { trace: 'traces/T-1.json', part: 'began', asset: '' },
    text: ['Begins with ', { amount: 'amount' }],
    result: { amount, decimals: 0, symbol: 'BTC' },
  });
  expect(compareClaims([claim('I-01', '1')], [claim('I-07', '1')])).toEqual({ items: [], same: 1 });
  expect(compareClaims([claim('I-01', '1')], [claim('I-01', '2')]).items).toEqual([
    { kind: 'changed', before: 'Begins with 1 BTC', after: 'Begins with 2 BTC', claim: 'I-01' },
  ]);
});

test('a payment that is proven in one version and a row of the index in another is the same claim', () => {
  const coin = { amount: '5', decimals: 8, symbol: 'BTC', height: 7, time: 1_600_000_000 };
  const claim = (more: Pick<Claim, 'rule' | 'inputs' | 'result'>): Claim => ({
    ...({ id: 'F-01', mark: 'fact', text: [{ amount: 'amount' }, ' was paid'] } as const),
    ...more,
  });
  const txid = 'ab'.repeat(32);
  const list = { list: 'ledger/btc/rows.json', entry: 0 };
  const proven = claim({ rule: 'output/1', inputs: { chain: 'btc', txid, vout: 1 }, result: coin });
  const row = claim({ rule: 'row/1', inputs: list, result: { ref: `${txid}:1`, ...coin } });
  expect(compareClaims([proven], [row])).toEqual({ items: [], same: 1 });
  const event = { ref: `${txid}#3`, ...coin };
  const transfer = claim({ rule: 'transfer/1', inputs: { chain: 'eth', txid, log: 2 }, result: event });
  expect(compareClaims([transfer], [claim({ rule: 'row/1', inputs: list, result: event })]).same).toBe(1);
  expect(compareClaims([proven], [claim({ rule: 'row/1', inputs: list, result: event })]).same).toBe(0);
});

test('the error rates that a report prints are those of docs/accuracy.md', () => {
  const page = readFileSync(new URL('../../../../docs/accuracy.md', import.meta.url), 'utf8');
  for (const { rule, version, precision, recall, cases } of ERROR_RATES)
    expect(page).toContain(`| ${rule} | ${version} | ${precision} | ${recall} | ${cases} |`);
});
