import { createHash } from 'node:crypto';
import { readStoredZip } from '@trailmark/evidence/bundle/stored-zip';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportHide } from '../../packages/core/src/report/report-document.ts';
import { createTestCaseworkContext, type TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import { createSampleKnowledge, SAMPLE_PACKS, sampleLabel } from '../../packages/server/src/testing/sample-labels.ts';
import { readFirstBlocks } from './first-blocks.ts';
import { openTracedReport, type TracedReport } from './traced-report.ts';

// The copy for the other side of a report whose trace ends at a named address: what it hides is nowhere in its bytes.

const PAYEE = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
const LABEL = 'Northgate Custody';
const EXAMINER = 'Lead investigator';
const REVIEWER = 'Agency administrator';
const [PACK] = SAMPLE_PACKS;
const KNOWLEDGE = createSampleKnowledge(PACK ? [{ ...PACK, labels: [sampleLabel(PAYEE, LABEL)] }] : []);

let casework: TestCaseworkContext;
let report: TracedReport;

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  report = await openTracedReport(casework, { reader: await readFirstBlocks(), knowledge: KNOWLEDGE });
});
afterAll(() => casework.close());

async function makeCopy(...hides: readonly ReportHide[]) {
  const { list } = await report.freeze({ hides });
  const number = Math.max(...list.map((version) => version.number));
  const bytes = await report.readFile(number, 'copy.evb');
  const { files } = readStoredZip(bytes);
  // Items of a bundle are stored as they are, so that a name anywhere in it is in its bytes.
  const whole = Buffer.from(bytes).toString('utf8');
  return {
    files,
    namesIn: [LABEL, EXAMINER, REVIEWER].filter((name) => whole.includes(name)),
    checked: verifyBundle(bytes, { now: Math.floor(casework.now().getTime() / 1000) }),
  };
}

test('a copy that hides labels has the name of none of them, and still proves the trace', async () => {
  expect((await makeCopy('loss')).namesIn).toContain(LABEL);
  const { namesIn, checked } = await makeCopy('labels');
  expect(namesIn).not.toContain(LABEL);
  expect([checked.faults, checked.verdict]).toEqual([[], 'partial']);
  const ends = checked.claims.filter(({ sentence }) => sentence.includes('ends at'));
  expect(ends.length).toBeGreaterThan(0);
  expect(new Set(ends.map(({ verdict }) => verdict))).toEqual(new Set(['verified']));
});

test('a label of a bundle names its pack, the version of the pack and its row', async () => {
  const { files } = await makeCopy('loss');
  const rows: { value: object }[] = JSON.parse(Buffer.from(files.get('labels.json') ?? []).toString('utf8'));
  const [pack] = KNOWLEDGE.labels().packs();
  const [label] = KNOWLEDGE.labels().labelsOf('btc', PAYEE);
  expect(rows.map(({ value }) => value)).toEqual([
    expect.objectContaining({ pack: PACK?.head.id, packVersion: pack?.version, row: label?.id, via: null }),
  ]);
});

test('a copy that hides names of colleagues has the name of none of them', async () => {
  const { namesIn, checked } = await makeCopy('people');
  expect(namesIn).toEqual([LABEL]);
  expect(checked.faults).toEqual([]);
});

test('the first trace is in a bundle by another method, too, and both are proven', async () => {
  const { files, checked } = await makeCopy('labels');
  expect([...files.keys()]).toEqual(expect.arrayContaining(['traces/T-1.json', 'traces/T-1-haircut.json']));
  const ends = checked.claims.filter(({ sentence }) => sentence.includes('of trace T-1-haircut ends at'));
  expect(ends.length).toBeGreaterThan(0);
  expect(new Set(ends.map(({ verdict }) => verdict))).toEqual(new Set(['verified']));
});

test('a report prints the hash of every item of the bundle that it rests on', async () => {
  const { list } = await report.freeze({ hides: [] });
  const number = Math.max(...list.map((version) => version.number));
  const bytes = await report.readFile(number, 'bundle.evb');
  const core = readStoredZip(bytes).files.get('core.evb') ?? new Uint8Array();
  const manifest = readStoredZip(core).files.get('manifest.json') ?? new Uint8Array();
  const { items }: { items: { path: string; leaf: string }[] } = JSON.parse(Buffer.from(manifest).toString('utf8'));
  const page = Buffer.from(await report.readFile(number, 'report.html')).toString('utf8');
  const digest = createHash('sha256').update(manifest).digest('hex');
  for (const text of [digest, ...items.flatMap(({ path, leaf }) => [path, leaf])]) expect(page).toContain(text);
  const shown = await report.lead.get(`${report.base}/versions/${number}`);
  expect(JSON.stringify(shown.body)).toContain('Hash manifest');
});

test('a trace with the parties of its ends is the text whose hash the coin flow logged', async () => {
  const { files } = await makeCopy('loss');
  const read = (path: string) => JSON.parse(Buffer.from(files.get(path) ?? []).toString('utf8'));
  const { value } = read('traces/T-1.json');
  const parties: { value: object }[] = read('parties/T-1.json');
  const leaves = value.leaves.map((leaf: object, i: number) => sortMembers({ ...leaf, ...parties[i]?.value }));
  const whole = JSON.stringify({ value: { ...value, leaves } });
  const { document } = read('items/A-1.json');
  expect(createHash('sha256').update(whole).digest('hex')).toBe(document.log[0].resultHash);
});

const sortMembers = (row: object): object =>
  Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
