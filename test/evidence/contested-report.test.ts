import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnhancedReport, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import type { ReportDraft } from '@trailmark/core/report/report-document';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionGate } from '../../packages/server/src/accounts/session-gate.ts';
import { ok } from '../../packages/server/src/cases/testing/fill-case.ts';
import { drawDemoFlow } from '../../packages/server/src/demo/draw-demo-flow.ts';
import {
  addAccount,
  createTestCaseworkContext,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { type Asker, openAsker } from '../../packages/server/src/testing/ask.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { createSampleKnowledge, SAMPLE_PACKS, sampleLabel } from '../../packages/server/src/testing/sample-labels.ts';
import { readFirstBlocks } from './first-blocks.ts';

// A report of a trace that ends at a named address, while an appeal against the label is open, and after it was accepted.

const PYTHON_VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
/** The output of block 9 that Bitcoin's first payment spends, and who was paid. */
const SEED = { kind: 'output', txid: '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9', vout: 0 };
const PAYEE = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
const [PACK] = SAMPLE_PACKS;
const KNOWLEDGE = createSampleKnowledge(PACK ? [{ ...PACK, labels: [sampleLabel(PAYEE, 'Northgate')] }] : []);

let casework: TestCaseworkContext;
let [lead, admin]: [Asker, Asker] = [undefined as never, undefined as never];
let [base, flow, reviewer] = ['', '', ''];
const folder = mkdtempSync(join(tmpdir(), 'trailmark-contested-'));

async function pinTrace(caseId: string): Promise<void> {
  const request = {
    chain: 'btc',
    seeds: [SEED],
    method: 'fifo/1',
    stops: {},
  };
  const recipe = { by: 'lead', flow: 'Loss', version: 'One', pieces: [{ call: 'runTrace', body: { request } }] };
  const document = await drawDemoFlow(
    async (_, { body }) => ({ kind: 'json', value: ok(await lead.post('/traces', body as object)) }) as never,
    recipe as never,
    casework.now(),
  );
  flow = ok<{ id: string }>(await lead.post('/flows', { document })).id;
  const { number } = ok<{ number: number }>(
    await lead.post(`/flows/${flow}/versions`, { branch: 'main', name: 'Sent' }),
  );
  const input = { params: { flow, version: String(number) }, query: {} };
  ok(await lead.post(`/cases/${caseId}/items`, { kind: 'flow-version', input }));
}

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  const { app } = createSampleApp({
    casework,
    gate: createSessionGate(casework),
    reader: await readFirstBlocks(),
    knowledge: KNOWLEDGE,
  });
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }), app);
  const head = await addAccount(casework, { name: 'Agency administrator', role: 'agency-admin' });
  admin = await openAsker(casework, head, app);
  reviewer = head.id;
  const { id } = ok<{ id: string }>(await lead.post('/cases', { template: 'ransomware', title: 'Harbour' }));
  await pinTrace(id);
  const made = ok<EnhancedReport>(await lead.post(`/cases/${id}/enhanced-reports`, { title: 'Harbour' }));
  base = `/cases/${id}/enhanced-reports/${made.id}`;
});
afterAll(async () => {
  await casework.close();
  rmSync(folder, { recursive: true });
});

async function freeze(more: Partial<ReportDraft> = {}): Promise<EnhancedReport> {
  const { draft, version } = ok<EnhancedReport>(await lead.get(base));
  const people = {
    examiner: { name: 'Lead investigator', qualifications: 'Trained in tracing' },
    reviewer: { account: reviewer, name: 'Agency administrator', qualifications: 'Reviewer' },
  };
  const saved = ok<EnhancedReport>(
    await lead.post(`${base}/draft`, { version, draft: { ...draft, ...people, ...more } }),
  );
  return ok(await lead.post(`${base}/versions`, { version: saved.version }));
}

async function readFile(version: number, name: string): Promise<Uint8Array> {
  const response = await lead.raw(`/api/v1${base}/versions/${version}/files/${name}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What both verifiers say of the agency's statement in a version. */
async function verifyVersion(version: number, name = 'bundle.evb') {
  const bytes = await readFile(version, name);
  const { faults, claims, leftOut } = verifyBundle(bytes, { now: Math.floor(casework.now().getTime() / 1000) });
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const python = spawnSync('python3', [PYTHON_VERIFIER, file], { encoding: 'utf8' });
  const lines = python.stdout.split('\n');
  const stated = claims.filter(({ sentence }) => sentence.includes('by the agency') && sentence.startsWith('Label'));
  expect([faults, python.status]).toEqual([[], 0]);
  return {
    verdicts: stated.map(({ verdict }) => verdict),
    sentences: stated.map(({ sentence }) => sentence),
    python: stated.map(({ id }) => lines.find((line) => line.includes(` ${id} `))),
    leftOut,
  };
}

const previewText = async () => JSON.stringify(ok<ReportPreview>(await lead.get(`${base}/preview`)).document);

test('an appeal is in a report as a statement of its own, which the verifiers read, and in no pinned flow', async () => {
  expect(await previewText()).not.toContain('by the agency');
  await freeze();
  const labels = ok<{ claims: { id: string }[] }>(await lead.get(`/labels/btc/${PAYEE}`));
  const statement = 'The listing names another address; this one differs in its last letters.';
  const appeal = { chain: 'btc', address: PAYEE, label: labels.claims[0]?.id, statement };
  const { id } = ok<{ id: string }>(await lead.post('/label-appeals', appeal));
  const day = casework.now().toISOString().slice(0, 10);

  await freeze();
  const open = await verifyVersion(2);
  expect(open.verdicts).toEqual(['stated']);
  expect(open.sentences[0]).toContain(`contested by the agency since ${day}; open.`);
  expect(open.python[0]).toContain('stated');
  // Who appealed, and why, is for the agency: a report is handed on.
  expect(await previewText()).not.toContain('last letters');

  const note = 'Compared with the list: it names another one.';
  ok(await admin.post(`/label-appeals/${id}/decision`, { isAccepted: true, note }));
  await freeze({ hides: ['labels'] });
  const wrong = await verifyVersion(3);
  expect(wrong.sentences[0]).toContain(`found wrong by the agency on ${day}.`);
  const copy = await verifyVersion(3, 'copy.evb');
  expect([copy.sentences, copy.leftOut]).toEqual([[], expect.arrayContaining(['appeals.json entry 0'])]);

  const change = ok<{ items: { kind: string; after: string | null }[] }>(
    await lead.get(`${base}/versions/2/changes?with=today`),
  );
  expect(change.items.filter(({ after }) => after?.includes('found wrong')).map(({ kind }) => kind)).toContain(
    'changed',
  );
  const versions = ok<EnhancedReport>(await lead.get(base)).list;
  expect(new Set(versions.map(({ coreDigest }) => coreDigest)).size).toBe(3);
});
