import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branchOfLevels, merkleLevels } from '@trailmark/chains/utxo/merkle';
import { AppError } from '@trailmark/core/errors';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { listOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../../packages/server/src/cases/testing/fill-case.ts';
import type { SourceHost } from '../../packages/server/src/sources/source-host.ts';
import { createTestCaseworkContext, type TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import { readFirstBlocks } from './first-blocks.ts';
import { openTracedReport, type TracedReport } from './traced-report.ts';

// The index has one transaction of block 170 and not the others, as after a fetch of one address: its path to the block comes from the
// source, which answers as a test says.

const PYTHON_VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
const HEIGHT = 170;
const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const EVERY = 'Every transaction of btc in this report is in the bundle';

let casework: TestCaseworkContext;
let report: TracedReport;
let txids: readonly string[] = [];
let answer: (path: string) => unknown = () => undefined;
const folder = mkdtempSync(join(tmpdir(), 'trailmark-source-report-'));

const host: SourceHost = {
  transport: async ({ url }) => {
    const found = answer(url.pathname);
    const body = Buffer.from(JSON.stringify(found) ?? '');
    return { status: found === undefined ? 404 : 200, location: undefined, retryAfter: undefined, body };
  },
  utxoMerger: () => {
    throw new Error('nothing is fetched into the index here');
  },
  accountWriter: async () => {
    throw new Error('nothing is fetched into the index here');
  },
};

/** The path as an explorer has it. */
function pathOf(path: string): { block_height: number; merkle: string[]; pos: number } | undefined {
  const txid = /tx\/([0-9a-f]{64})\/merkle-proof$/.exec(path)?.[1] ?? '';
  const pos = txids.indexOf(txid);
  return pos < 0 ? undefined : { block_height: HEIGHT, merkle: [...branchOfLevels(merkleLevels(txids), pos)], pos };
}

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  const reader = await readFirstBlocks();
  txids = await reader.blockTxids(HEIGHT);
  const block = reader.block.bind(reader);
  const partial = (height: number) => {
    const found = block(height);
    return found && height === HEIGHT ? { ...found, isWhole: false } : found;
  };
  Object.defineProperty(reader, 'block', { value: partial });
  report = await openTracedReport(casework, { reader, sources: host });
});
afterAll(async () => {
  await casework.close();
  rmSync(folder, { recursive: true });
});

const turnOn = (isOn: boolean) => report.platform.post('/sources/esplora-btc', { isOn, onlyForCases: false });

/** A version made while the source answers so: what the report says of it, what left, and what the verifiers find. */
async function freezeWith(answers: typeof answer) {
  casework.advance(1_000);
  answer = answers;
  const { list } = await report.freeze();
  const version = Math.max(...list.map(({ number }) => number));
  const page = Buffer.from(await report.readFile(version, 'report.html')).toString();
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    listOutboundRequests(tx, { source: 'esplora-btc' }, { limit: 100 }),
  );
  const requests = rows.filter(({ askedAt }) => askedAt.getTime() === casework.now().getTime());
  const bytes = await report.readFile(version, 'bundle.evb');
  const { faults, claims } = verifyBundle(bytes, { now: Math.floor(casework.now().getTime() / 1000) });
  const file = join(folder, 'bundle.evb');
  writeFileSync(file, bytes);
  const python = spawnSync('python3', [PYTHON_VERIFIER, file], { encoding: 'utf8' });
  expect([faults, python.status]).toEqual([[], 0]);
  const paid = claims.filter(({ sentence }) => sentence.includes(`by output ${TXID}:0`));
  const inPython = python.stdout.split('\n').filter((line) => line.includes(`by output ${TXID}:0`));
  return { page, requests: requests.map(({ revealed, status }) => [revealed, status]), paid, inPython };
}

test('a version proves what a source gives the path of, says why it does not, and no source ends it', async () => {
  const off = await freezeWith(pathOf);
  expect(off.requests).toEqual([]);
  expect(off.page).toMatch(/no source that gives the path to it is turned on \((?:<[^>]*>)?f4184fc5/);
  expect(off.paid.map(({ verdict }) => verdict)).toEqual(['agrees']);

  ok(await turnOn(true));
  const liar = await freezeWith((path) => ({ ...pathOf(path), pos: 0, merkle: ['ab'.repeat(32)] }));
  expect(liar.requests).toEqual([[TXID, 200]]);
  expect(liar.page).toContain('what the source gave does not lead to the block of the index');
  expect(liar.paid.map(({ verdict }) => verdict)).toEqual(['agrees']);

  const silent = await freezeWith(() => {
    throw new AppError('unavailable', 'It did not answer.');
  });
  expect(silent.requests).toEqual([[TXID, null]]);
  expect(silent.page).toContain('the source did not give the path to the block');

  // Nothing that a preview names leaves the server.
  let asked = 0;
  answer = (path) => {
    asked++;
    return pathOf(path);
  };
  expect(await report.preview()).toContain('because this is a preview');
  // Nor does anything of what is compared with today, which a reader of the case may do.
  const { items } = ok<{ items: object[] }>(await report.lead.get(`${report.base}/versions/1/changes?with=today`));
  expect([asked, items]).toEqual([0, []]);

  const good = await freezeWith(pathOf);
  expect(good.requests).toEqual([[TXID, 200]]);
  expect(good.page).toContain(EVERY);
  expect(good.paid.map(({ verdict }) => verdict)).toEqual(['verified']);
  expect(good.inPython.every((line) => line.startsWith('[verified]'))).toBe(true);

  ok(await turnOn(false));
  expect(await report.preview()).toContain(EVERY);
});
