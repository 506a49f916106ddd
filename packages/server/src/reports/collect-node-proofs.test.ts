import { readFileSync } from 'node:fs';
import type { AccountBlockProof, TransactionProof } from '@trailmark/chains/account/block-proof';
import { AppError } from '@trailmark/core/errors';
import { TOO_LARGE } from '@trailmark/ingest/sources/post-json';
import { listOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProofNode } from '../ledger/ledgers.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext, toTestCaller } from '../testing/accounts.ts';
import { collectNodeProofs } from './collect-node-proofs.ts';
import type { ReportAsker } from './report-asker.ts';

const countEach = (unproven: ReadonlyMap<string, readonly string[]>) =>
  Object.fromEntries([...unproven].map(([reason, txids]) => [reason, txids.length]));

const HEIGHT = 18_000_000;
const HASH = '95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3';
const { header, proofs } = JSON.parse(
  readFileSync(new URL('../../../chains/vectors/evm/proof-18000000.json', import.meta.url), 'utf8'),
) as { header: string; proofs: Record<string, TransactionProof> };
const BLOCK: AccountBlockProof = { header, proofs: new Map(Object.entries(proofs)) };
const [TXID = ''] = Object.keys(proofs);

let casework: TestCaseworkContext;
let caller: ReportAsker['caller'];
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  caller = toTestCaller(casework, await addAccount(casework, { name: 'Lead investigator' }));
});
afterAll(() => casework.close());

interface Given {
  readonly prove: ProofNode['prove'];
  readonly hash: string | undefined;
  readonly txids?: readonly string[];
  readonly signal?: AbortSignal;
  readonly isPreview?: boolean;
  readonly hasNode?: boolean;
}

/** Collects over an index that has one block, and a node that answers as given. */
async function collect({ prove, hash, txids = [TXID], isPreview = false, hasNode = true, ...given }: Given) {
  const { signal = new AbortController().signal } = given;
  casework.advance(1_000);
  const seen = { proved: 0, closed: 0 };
  const node: ProofNode = {
    origin: 'http://127.0.0.1:8545',
    check: async () => undefined,
    prove: (...asked) => {
      seen.proved++;
      return prove(...asked);
    },
    headers: async () => undefined,
    close: async () => void seen.closed++,
  };
  const ledgers = {
    find: () => ({ reader: { block: () => (hash === undefined ? undefined : { hash }) } }),
    openProofNode: async () => (hasNode ? node : undefined),
  };
  const asker = { deps: { casework, ledgers }, caller, read: { signal } } as unknown as ReportAsker;
  const heights = new Map(txids.map((txid) => [txid, HEIGHT]));
  const order = { caseId: null as never, chain: 'eth', txids: heights, isPreview } as const;
  const answer = await collectNodeProofs(asker, order).catch((error: unknown) => error as Error);
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    listOutboundRequests(tx, { source: 'node' }, { limit: 100 }),
  );
  const requests = rows.filter(({ askedAt }) => askedAt.getTime() === casework.now().getTime());
  if (answer instanceof Error) return { ...seen, answer, requests };
  return { ...seen, ...answer, unproven: countEach(answer.unproven), requests };
}

test('a block whose hash no source named is proven by the block that the node has, and requested again each time', async () => {
  for (const hash of [undefined, '']) {
    const found = await collect({ prove: async () => BLOCK, hash });
    expect(found).toMatchObject({ provenCount: BLOCK.proofs.size, unproven: {}, proved: 1, closed: 1 });
  }
});

test('a block of the index is requested once, and a preview with the same transactions requests nothing', async () => {
  const other = await collect({ prove: async () => BLOCK, hash: 'cd'.repeat(32) });
  expect(other).toMatchObject({ provenCount: 0, unproven: { 'other-block': 1 }, closed: 1 });
  expect(await collect({ prove: async () => BLOCK, hash: HASH })).toMatchObject({ proved: 1, unproven: {} });
  const again = await collect({ prove: async () => BLOCK, hash: HASH });
  expect(again).toMatchObject({ proved: 0, provenCount: BLOCK.proofs.size, requests: [] });
});

test('nothing is requested for a preview, or where no node is read', async () => {
  const prove = () => Promise.reject(new Error('It was called.'));
  const preview = await collect({ prove, hash: HASH, txids: ['04'.repeat(32)], isPreview: true });
  expect(preview).toMatchObject({ proved: 0, closed: 0, unproven: { 'not-requested': 1 }, requests: [] });
  const without = await collect({ prove, hash: HASH, txids: ['04'.repeat(32)], hasNode: false });
  expect(without).toMatchObject({ proved: 0, unproven: { 'no-node': 1 }, requests: [] });
});

test('a transaction that a source invented is stated as missing in the proven block', async () => {
  const txids = [TXID, 'ab'.repeat(32)];
  const found = await collect({ prove: async () => BLOCK, hash: HASH, txids });
  expect(found).toMatchObject({ provenCount: BLOCK.proofs.size, unproven: { 'not-in-block': 1 } });
});

test.each([
  [new AppError('inconsistent', 'Another root.'), 'contradicted', 200],
  [new AppError('inconsistent', 'Too long.', { context: { reason: TOO_LARGE } }), 'no-answer', null],
  [new AppError('unavailable', 'Pruned.'), 'no-answer', null],
  [new AppError('invalid', 'Refuses us.'), 'no-answer', null],
] as const)('%s is the reason that the report states, and the fault that is logged', async (error, reason, status) => {
  const found = await collect({ prove: () => Promise.reject(error), hash: HASH, txids: ['01'.repeat(32)] });
  expect(found).toMatchObject({ unproven: { [reason]: 1 }, closed: 1 });
  const { revealed: _, ...row } = found.requests.find(({ revealed }) => revealed !== '') ?? { revealed: '' };
  expect(row).toMatchObject({ fault: error.message, status, chain: 'eth', url: 'http://127.0.0.1:8545' });
});

test('a block whose hash is not calculated here is stated as that', async () => {
  const found = await collect({ prove: async () => undefined, hash: HASH, txids: ['02'.repeat(32)] });
  expect(found).toMatchObject({ provenCount: 0, unproven: { 'not-recomputed': 1 } });
});

test('what is no failure of the node ends the report, and the node is closed', async () => {
  const stopped = new DOMException('Stopped.', 'AbortError');
  const found = await collect({ prove: () => Promise.reject(stopped), hash: HASH, txids: ['03'.repeat(32)] });
  expect(found).toMatchObject({ answer: stopped, closed: 1 });
  expect(found.requests.map(({ fault }) => fault)).toContain('Nobody waited for the answer.');
});
