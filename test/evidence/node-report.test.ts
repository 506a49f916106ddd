import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnhancedReport, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import { sealBundle } from '@trailmark/evidence/bundle/build-bundle';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { readStoredZip } from '@trailmark/evidence/bundle/stored-zip';
import { encodeJson } from '@trailmark/evidence/bundle/strict-json';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { listOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { chromium as browsers } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnvilNode, findAnvil, startAnvil } from '../../packages/ingest/src/testing/anvil-node.ts';
import { type NodeBetween, openNodeBetween } from '../../packages/ingest/src/testing/node-between.ts';
import { createSessionGate } from '../../packages/server/src/accounts/session-gate.ts';
import { ok } from '../../packages/server/src/cases/testing/fill-case.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { drawDemoFlow } from '../../packages/server/src/demo/draw-demo-flow.ts';
import { LedgerHost } from '../../packages/server/src/ledger/ledger-host.ts';
import {
  addAccount,
  createTestCaseworkContext,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { type Asker, openAsker } from '../../packages/server/src/testing/ask.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { buildWeb, isWebBuilt } from '../../scripts/build-web.mjs';
import { eventually, runTrailmark } from '../integration/trailmark-process.ts';
import { describeWith, needs } from '../needs.ts';
import { buildSample, PUBLIC_KEY, signBundle } from './sample-bundle.ts';

// From a node that an installation follows to a bundle that proves what the node gave: the chain is indexed from it, a coin flow with
// a trace is pinned in a case, and a report is frozen. The node in between answers falsely where a test says so.

const PYTHON_VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
const PAGE = new URL('../../packages/web/dist/verify-bundle.html', import.meta.url).href;
const ETHER = 10n ** 18n;
const PROVEN = 'Every transaction of eth in this report is in the bundle';

const anvil = findAnvil();
if (!anvil) test.skip('skipped: needs anvil', () => undefined);
describe.runIf(anvil !== undefined)('a report of transactions of a followed node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-node-report-'));
  const file = join(folder, 'bundle.evb');
  let node: AnvilNode;
  let between: NodeBetween;
  let host: LedgerHost;
  let casework: TestCaseworkContext;
  let lead: Asker;
  let person = '';
  let caseId = '';
  let base = '';
  /** Hashes of the blocks that have a transaction of the trace: between them is one that has none. */
  const blocks: string[] = [];
  let txids: string[] = [];

  const receiptsOf = (height: number) => `eth_getBlockReceipts "0x${height.toString(16)}"`;
  /** What left for the node since the clock of the test was moved, oldest first. */
  async function listRequests() {
    const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
      listOutboundRequests(tx, { source: 'node' }, { limit: 100 }),
    );
    return rows
      .filter(({ askedAt }) => askedAt.getTime() === casework.now().getTime())
      .sort((a, b) => b.revealed.localeCompare(a.revealed));
  }

  async function openLead(): Promise<Asker> {
    const { readers, openProofNode, ingestStatus } = host.served();
    const { app } = createSampleApp({
      ...{ casework, readers, ingestStatus, gate: createSessionGate(casework), stopping: AbortSignal.abort() },
      openProofNode,
      limits: { deadlineMs: 240_000 },
    });
    const account = await addAccount(casework, { name: 'Lead investigator' });
    person = account.email;
    return openAsker(casework, account, app);
  }

  const preview = async () => JSON.stringify(ok<ReportPreview>(await lead.get(`${base}/preview`)).document);

  /** A version made now: its number, and what it says of proofs. */
  async function freeze(): Promise<{ readonly number: number; readonly said: string }> {
    const { version } = ok<EnhancedReport>(await lead.get(base));
    const { list } = ok<EnhancedReport>(await lead.post(`${base}/versions`, { version }));
    const number = Math.max(...list.map((made) => made.number));
    const { document } = ok<{ document: object }>(await lead.get(`${base}/versions/${number}`));
    return { number, said: JSON.stringify(document) };
  }

  async function pinTrace(): Promise<void> {
    const request = { chain: 'eth', seeds: [{ kind: 'transaction', txid: txids[0] }], method: 'fifo/1', stops: {} };
    const flow = { by: 'lead', flow: 'Loss', version: 'One', pieces: [{ call: 'runTrace', body: { request } }] };
    const document = await drawDemoFlow(
      async (_, { body }) => ({ kind: 'json', value: ok(await lead.post('/traces', body as object)) }) as never,
      flow as never,
      casework.now(),
    );
    const { id } = ok<{ id: string }>(await lead.post('/flows', { document }));
    const { number } = ok<{ number: number }>(
      await lead.post(`/flows/${id}/versions`, { branch: 'main', name: 'As sent' }),
    );
    const input = { params: { flow: id, version: String(number) }, query: {} };
    ok(await lead.post(`/cases/${caseId}/items`, { kind: 'flow-version', input }));
  }

  beforeAll(async () => {
    node = await startAnvil(anvil as string, ['--timestamp', '1795000000']);
    const [payer = '', payee = '', last = ''] = node.accounts;
    const fresh = `0x${'5a'.repeat(20)}`;
    await node.call('anvil_setBalance', payee, '0x0');
    for (const [from, to, value] of [
      [payer, payee, 5n * ETHER],
      [payer, fresh, ETHER],
      [payee, last, 3n * ETHER],
    ] as const) {
      const { transactionHash } = await node.send({ from, to, value });
      txids.push(transactionHash.slice(2));
    }
    txids = [txids[0] ?? '', txids[2] ?? ''];
    for (const height of ['0x1', '0x3'])
      blocks.push((await node.call<{ hash: string }>('eth_getBlockByNumber', height, false)).hash.slice(2));
    between = await openNodeBetween(node.url);
    host = await LedgerHost.open(readConfig({ TRAILMARK_DATA_DIR: folder }));
    const ingest = await host.startIngest({
      ...{ chain: 'eth', spec: { url: between.url, depth: 'traces' }, follow: true, pollMs: 3_600_000 },
      ...{ fromHeight: undefined, toHeight: undefined },
    });
    await eventually(
      async () => ingest.status,
      ({ state }) => state === 'following',
    );
    casework = await createTestCaseworkContext();
    lead = await openLead();
    const { id: reviewer } = await addAccount(casework, { name: 'Legal adviser' });
    caseId = ok<{ id: string }>(await lead.post('/cases', { template: 'ransomware', title: 'Harbour' })).id;
    await pinTrace();
    const made = ok<EnhancedReport>(await lead.post(`/cases/${caseId}/enhanced-reports`, { title: 'Harbour' }));
    base = `/cases/${caseId}/enhanced-reports/${made.id}`;
    const draft = {
      ...made.draft,
      examiner: { name: 'Lead investigator', qualifications: 'Trained in tracing' },
      reviewer: { account: reviewer, name: 'Legal adviser', qualifications: 'Reviewer' },
    };
    ok(await lead.post(`${base}/draft`, { version: made.version, draft }));
  });
  afterAll(async () => {
    await host?.close();
    await casework?.close();
    between?.close();
    await node?.stop();
    rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    casework.advance(1_000);
    between.calls.length = 0;
  });

  test('requests nothing for a preview, and says so', async () => {
    expect(await preview()).toContain('a block was not requested, because this is a preview');
    expect([between.calls, await listRequests()]).toEqual([[], []]);
  });

  test('states that what a node gives is false where one byte of a receipt is changed, and proves nothing by it', async () => {
    between.change = (result, { method }) =>
      method === 'eth_getBlockReceipts'
        ? JSON.parse(JSON.stringify(result).replaceAll('"status":"0x1"', '"status":"0x0"'))
        : result;
    const { said } = await freeze();
    expect(said).toContain('every transaction of eth in this report');
    expect(said).toContain('what the node gave as a block does not have the hash or the roots that it states');
    const requests = await listRequests();
    expect(requests.map(({ revealed }) => revealed)).toEqual([
      'block 3 with its receipts',
      'block 1 with its receipts',
      '',
    ]);
    expect(requests[0]).toMatchObject({ chain: 'eth', url: between.url, caseId, person });
    expect(requests[0]?.fault).toContain('receiptsRoot');
  });

  test('proves what a node still has of newer blocks, and states that it gave no receipts of an older one', async () => {
    between.change = (result, { method, params }) =>
      method === 'eth_getBlockReceipts' && params[0] === '0x1' ? null : result;
    const { said } = await freeze();
    expect(said).toContain('some transactions of eth in this report');
    expect(said).toContain('the node did not give a block, or not its receipts');
    expect(between.calls.filter((call) => /Receipts "0x/.test(call))).toEqual([receiptsOf(3), receiptsOf(1)]);
    // Traces prove nothing, so that the node is not asked to calculate any.
    expect(between.calls.filter((call) => call.startsWith('debug_') || call.startsWith('trace_'))).toEqual([]);
    const [three, one] = await listRequests();
    expect([one?.fault, three?.revealed, three?.fault, three?.status]).toEqual([
      expect.stringContaining('has no answer to eth_getBlockReceipts of block 1'),
      'block 3 with its receipts',
      null,
      200,
    ]);
  });

  test('is written without a node that does not answer, after one try', async () => {
    between.isSilent = true;
    expect((await freeze()).said).toContain('the node did not give a block, or not its receipts');
    between.isSilent = false;
    const requests = await listRequests();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ revealed: '', fault: expect.stringContaining('cannot be reached') });
  });

  let core: ReadonlyMap<string, Uint8Array>;
  let claims: readonly Claim[];
  const now = () => Math.floor(casework.now().getTime() / 1000) + 60;
  const isTransfer = ({ rule }: Claim) => rule === 'transfer/1';
  const toFlags = () => blocks.flatMap((hash) => ['--block', hash]);
  const runPython = (python: string, path: string) => {
    try {
      return execFileSync(python, [PYTHON_VERIFIER, path, '--json', ...toFlags()], { encoding: 'utf8' });
    } catch (error) {
      // It ends with 1 where something fails; what it printed is wanted.
      return (error as { stdout: string }).stdout;
    }
  };
  const readPython = (text: string) => JSON.parse(text) as { verdict: string; claims: [string, string, string][] };

  test('has each payment as a claim that the receipt in its bundle proves', async () => {
    between.change = undefined;
    const { said, number } = await freeze();
    expect(said).toContain(PROVEN);
    // What a version obtained is there for the previews after it.
    between.calls.length = 0;
    expect([await preview(), between.calls]).toEqual([expect.stringContaining(PROVEN), []]);
    const found = await lead.raw(`/api/v1${base}/versions/${number}/files/bundle.evb`);
    const bytes = new Uint8Array(await found.arrayBuffer());
    writeFileSync(file, bytes);
    core = readStoredZip(readStoredZip(bytes).files.get('core.evb') ?? new Uint8Array()).files;
    for (const txid of txids) expect([...core.keys()]).toContain(`ledger/eth/proofs/${txid}.json`);
    claims = (JSON.parse(Buffer.from(core.get('claims.json') ?? []).toString()) as { value: Claim }[]).map(
      ({ value }) => value,
    );
    expect(new Set(claims.filter(isTransfer).map(({ inputs }) => inputs.txid))).toEqual(new Set(txids));
    expect(claims.filter(({ rule }) => rule === 'row/1').map(({ inputs }) => inputs.list)).not.toContain(
      'ledger/eth/rows.json',
    );
    const checked = verifyBundle(bytes, { now: now(), blocks });
    expect(checked.faults).toEqual([]);
    const verdicts = new Map(checked.claims.map(({ id, verdict }) => [id, verdict]));
    for (const { id } of claims.filter(isTransfer)) expect([id, verdicts.get(id)]).toEqual([id, 'verified']);
  });

  test('has the header between the proven blocks, so that the hash of the last one covers the first', async () => {
    const headers = [...core.keys()].filter((path) => path.startsWith('ledger/eth/headers-'));
    expect(headers).toEqual(['ledger/eth/headers-1.json']);
    expect(JSON.parse(Buffer.from(core.get('ledger/eth/headers-1.json') ?? []).toString())).toHaveLength(3);
    const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
      listOutboundRequests(tx, { source: 'node' }, { limit: 100 }),
    );
    expect(rows.filter(({ revealed }) => revealed === 'headers of blocks 2 to 2')).toMatchObject([
      { caseId, status: 200 },
    ]);
    const checked = verifyBundle(new Uint8Array(readFileSync(file)), { now: now(), blocks: blocks.slice(1) });
    const verdicts = new Map(checked.claims.map(({ id, verdict }) => [id, verdict]));
    for (const { id } of claims.filter(isTransfer)) expect([id, verdicts.get(id)]).toEqual([id, 'verified']);
    expect(checked.checks.map(({ sentence }) => sentence).join()).toContain('blocks 1 to 3, follow each other by hash');
  });

  test('is read by the program and by the verifier in Python', async () => {
    const { code, output } = await runTrailmark(['verify', file, ...toFlags()]);
    expect([code, output]).toEqual([0, expect.stringContaining('claims')]);
    const python = needs('python3')?.path;
    if (python === undefined) return;
    const read = readPython(runPython(python, file));
    expect(read.verdict).not.toBe('failed');
    for (const { id } of claims.filter(isTransfer))
      expect(read.claims.find(([name]) => name === id)?.slice(0, 2)).toEqual([id, 'verified']);
  });

  /** The claims on transfers and what proves them, sealed by somebody who changed a receipt and everything that is over it. */
  function forge(): { readonly path: string; readonly bytes: Uint8Array } {
    const proofPath = `ledger/eth/proofs/${txids[1]}.json`;
    const files = new Map([...core].filter(([path]) => path.startsWith('ledger/')));
    const proof = JSON.parse(Buffer.from(core.get(proofPath) ?? []).toString()) as { receipt: string[] };
    const [first = ''] = proof.receipt;
    const at = first.length - 2;
    const changed = (Number.parseInt(first.slice(at), 16) ^ 1).toString(16).padStart(2, '0');
    files.set(proofPath, encodeJson({ ...proof, receipt: [first.slice(0, at) + changed, ...proof.receipt.slice(1)] }));
    const head = { kind: 'core', case: { id: 'c-1', number: '1' }, report: { id: 'r-1', version: 1 } } as const;
    const built = buildSample({
      head: { ...head, software: 'Trailmark', madeAt: '2026-11-18T12:00:00Z' },
      ...{ files, lists: new Map([['claims.json', claims.filter(isTransfer)]]), toSalt: () => '07'.repeat(16) },
    });
    const signature = signBundle(built.digest, { signedAt: '2026-11-18T12:00:00Z' });
    const path = join(folder, 'forged.evb');
    const bytes = sealBundle(built, [signature]);
    writeFileSync(path, bytes);
    return { path, bytes };
  }

  test('is no proof any more once a byte of a receipt is changed, whoever seals and signs it again', async () => {
    const { path, bytes } = forge();
    const wrong = new Set(claims.filter(({ inputs }) => inputs.txid === txids[1]).map(({ id }) => id));
    const checked = verifyBundle(bytes, { now: now(), blocks, keys: [PUBLIC_KEY] });
    for (const { id, verdict } of checked.claims)
      expect([id, verdict]).toEqual([id, wrong.has(id) ? 'failed' : 'verified']);
    expect(checked.faults.map(({ why }) => why).join()).toContain(`the nodes of the receipt of ${txids[1]}`);
    const { code, output } = await runTrailmark(['verify', path, ...toFlags()]);
    expect([code, output]).toEqual([1, expect.stringContaining(txids[1] ?? '')]);
    const python = needs('python3')?.path;
    if (python === undefined) return;
    const read = readPython(runPython(python, path));
    expect(read.verdict).toBe('failed');
    for (const [id, state] of read.claims) expect([id, state]).toEqual([id, wrong.has(id) ? 'failed' : 'verified']);
  });

  describeWith('chromium', (chromium) => {
    test('is read by the page in a browser, which names a changed receipt', async () => {
      if (!isWebBuilt()) expect(buildWeb().ok).toBe(true);
      const { path } = forge();
      const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        await page.clock.setFixedTime(now() * 1000);
        await page.goto(PAGE);
        await page.locator('#file').setInputFiles(file);
        await page.getByRole('heading', { name: 'Nothing fails' }).waitFor({ timeout: 60_000 });
        await page.locator('#file').setInputFiles(path);
        await page.getByText(`the nodes of the receipt of ${txids[1]}`).first().waitFor({ timeout: 60_000 });
      } finally {
        await browser.close();
      }
    });
  });
});
