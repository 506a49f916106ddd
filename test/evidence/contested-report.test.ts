import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnhancedReport } from '@trailmark/api/contract/enhanced-report';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../../packages/server/src/cases/testing/fill-case.ts';
import { createTestCaseworkContext, type TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import { createSampleKnowledge, SAMPLE_PACKS, sampleLabel } from '../../packages/server/src/testing/sample-labels.ts';
import { applyChange, changedBytes, complaintsOf } from './changed-bytes.ts';
import { readFirstBlocks } from './first-blocks.ts';
import { openTracedReport, type TracedReport } from './traced-report.ts';

// A report of a trace that ends at a named address, while an appeal against the label is open, and after it was accepted.

const PYTHON_VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
/** Who was paid by the transaction that the trace leads to. */
const PAYEE = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
const [PACK] = SAMPLE_PACKS;
const KNOWLEDGE = createSampleKnowledge(PACK ? [{ ...PACK, labels: [sampleLabel(PAYEE, 'Northgate')] }] : []);

let casework: TestCaseworkContext;
let report: TracedReport;
const folder = mkdtempSync(join(tmpdir(), 'trailmark-contested-'));

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  report = await openTracedReport(casework, { reader: await readFirstBlocks(), knowledge: KNOWLEDGE });
});
afterAll(async () => {
  await casework.close();
  rmSync(folder, { recursive: true });
});

/** Few, over every kind of file that a report has; `npm run test:external` tries more, with all verifiers. */
const CHANGES_PER_KIND = 3;

/** What both verifiers say of the agency's statement in a version. */
async function verifyVersion(version: number, name = 'bundle.evb') {
  const bytes = await report.readFile(version, name);
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

test('an appeal is in a report as a statement of its own, which the verifiers read, and in no pinned flow', async () => {
  const { lead, admin, base } = report;
  expect(await report.preview()).not.toContain('by the agency');
  await report.freeze();
  const labels = ok<{ claims: { id: string }[] }>(await lead.get(`/labels/btc/${PAYEE}`));
  const statement = 'The listing names another address; this one differs in its last letters.';
  const appeal = { chain: 'btc', address: PAYEE, label: labels.claims[0]?.id, statement };
  const { id } = ok<{ id: string }>(await lead.post('/label-appeals', appeal));
  const day = casework.now().toISOString().slice(0, 10);

  await report.freeze();
  const open = await verifyVersion(2);
  expect(open.verdicts).toEqual(['stated']);
  expect(open.sentences[0]).toContain(`contested by the agency since ${day}; open.`);
  expect(open.python[0]).toContain('stated');
  // Who appealed, and why, is for the agency: a report is handed on.
  expect(await report.preview()).not.toContain('last letters');

  const note = 'Compared with the list: it names another one.';
  ok(await admin.post(`/label-appeals/${id}/decision`, { isAccepted: true, note }));
  await report.freeze({ hides: ['labels'] });
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
  const at = Math.floor(casework.now().getTime() / 1000);
  for (const name of ['bundle.evb', 'copy.evb']) {
    const bytes = await report.readFile(3, name);
    for (const one of changedBytes(bytes, CHANGES_PER_KIND))
      expect(complaintsOf(applyChange(bytes, one), at), `byte ${one.at} of ${name}`).toContain(one.item ?? '');
  }
  const versions = ok<EnhancedReport>(await lead.get(base)).list;
  expect(new Set(versions.map(({ coreDigest }) => coreDigest)).size).toBe(3);
});
