import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountTransaction } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { listAccountSets } from '@trailmark/ingest/account-bundled/account-sets';
import { loadAccountSets } from '@trailmark/ingest/account-bundled/load-account-sets';
import { type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';

const BRIDGE = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
const CHAINS = ['eth', 'trx'] as const;
const folder = mkdtempSync(join(tmpdir(), 'account-bundled-answers-'));
const bundled: { readonly chain: AccountChainId; readonly set: string; readonly transaction: AccountTransaction }[] =
  [];
let facts: FactsStore;
let sample: SampleApp;
let ethereum: AccountLedger;

beforeAll(async () => {
  facts = await openFactsStore({ dataDirectory: folder });
  const readers = new Map<AccountChainId, AccountLedger>();
  for (const chain of CHAINS) {
    const store = await facts.accountChain(chain);
    await loadAccountSets(store, listAccountSets(chain));
    readers.set(chain, store.reader);
    for (const set of listAccountSets(chain))
      for await (const blocks of set.blocks())
        for (const transaction of blocks.flatMap((block) => block.transactions))
          bundled.push({ chain, set: set.id, transaction });
  }
  ethereum = readers.get('eth')!;
  sample = createSampleApp({ readers: readers });
});
afterAll(async () => {
  await facts?.close();
  rmSync(folder, { recursive: true, force: true });
});

const eth = (key: string) => formatAccount(getAccountChain('eth'), key);

/** One recipient of so many is queried through the application, where an answer is a dozen queries; the store answers for all. */
const EVERY_RECIPIENT = 10;

/** All moves of an address, page by page. */
async function listMoves(key: string, query: { counterparty?: string } = {}) {
  const found: { hash: string | null; to: string | null; from: string | null; amount: bigint; asset: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await sample.client.call('listAddressTransfers', {
      params: { chain: 'eth', address: eth(key) },
      query: { ...query, limit: 1000, ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const { hash, to, from, amount, asset } of page.items) found.push({ hash, to, from, amount, asset: asset.id });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

test('every outflow of the Nomad bridge is reached from the bridge and from its recipient', async () => {
  const expected = bundled
    .filter(({ set }) => set === 'nomad')
    .flatMap(({ transaction: { hash, moves } }) =>
      moves.filter(({ from }) => from === BRIDGE).map((move) => ({ hash, ...move })),
    );
  expect(expected).toHaveLength(1_175);
  const spell = (rows: readonly { hash: string | null; amount: bigint; asset: string; to: string | null }[]) =>
    rows.map(({ hash, amount, asset, to }) => `${hash} ${amount} ${asset} ${to}`).sort();
  const told = spell(expected.map((move) => ({ ...move, to: eth(move.to), asset: `eth:0x${move.asset}` })));
  const outflows = (await listMoves(BRIDGE)).filter(({ from }) => from === eth(BRIDGE));
  expect(spell(outflows)).toEqual(told);
  const recipients = [...new Set(expected.map(({ to }) => to))];
  expect(recipients).toHaveLength(561);
  const stored = [];
  for (const key of recipients) {
    const filter = { counterparty: BRIDGE, direction: 'in', order: 'oldest' } as const;
    for (const { amount, asset } of await ethereum.moves(key, filter, { limit: 1000 }))
      stored.push({ hash: null, amount, asset, to: key });
  }
  expect(spell(stored)).toEqual(spell(expected.map((move) => ({ ...move, hash: null }))));
  const asked = new Set(recipients.filter((_, i) => i % EVERY_RECIPIENT === 0));
  const received = [];
  for (const key of asked) received.push(...(await listMoves(key, { counterparty: eth(BRIDGE) })));
  const toAsked = expected.filter(({ to }) => asked.has(to));
  expect(spell(received.filter(({ from }) => from === eth(BRIDGE)))).toEqual(
    spell(toAsked.map((move) => ({ ...move, to: eth(move.to), asset: `eth:0x${move.asset}` }))),
  );
});

test('a transaction of the Nomad bridge states no value, type or call data that its source does not report', async () => {
  const { transaction } = bundled.find(({ set }) => set === 'nomad')!;
  const answer = await sample.client.call('getTransaction', {
    params: { chain: 'eth', txid: transaction.hash },
  });
  expect(answer.transaction).toMatchObject({ value: null, type: null, inputLength: null, fee: null, nonce: null });
  // Its log exists, and a transaction that fails leaves none.
  expect(answer.transaction.status).toBe('ok');
});

test('an edge that only a table states has no outcome', async () => {
  const { transaction } = bundled.find(({ set }) => set === 'flows-harmony')!;
  const answer = await sample.client.call('getTransaction', {
    params: { chain: 'eth', txid: transaction.hash },
  });
  expect(answer.transaction.status).toBe('unknown');
});

/** One transaction of so many is queried: those with many kinds of moves more often. */
const EVERY: Readonly<Record<string, number>> = {
  'eth-17173049': 3,
  'eth-15000000': 12,
  nomad: 30,
  'tron-0-10000': 30,
};

/** What came into being less what was burned, by asset and token number. */
function sumCreated(moves: AccountTransaction['moves'], chain: AccountChainId): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { kind, asset, from, to, amount, tokenId } of moves) {
    if (kind === 'stated' || from === to) continue;
    const sign = (from === '' ? 1n : 0n) - (to === '' ? 1n : 0n);
    const id = asset === '' ? chain : asset.length === 40 ? `${chain}:0x${asset}` : `${chain}:${asset}`;
    const key = `${id} ${tokenId ?? ''}`;
    sums.set(key, (sums.get(key) ?? 0n) + sign * amount);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

test('what addresses gain and lose in a bundled transaction adds up to what came into being or was burned', async () => {
  const asked = bundled.filter(({ set }, i) => i % (EVERY[set] ?? 300) === 0);
  expect(asked.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const { chain, transaction } of asked) {
    const { net, coverage } = await sample.client.call('getTransaction', {
      params: { chain, txid: transaction.hash },
    });
    if (coverage.gaps.some(({ kind }) => kind === 'stopped-early')) wrong.push(`${transaction.hash} cut`);
    const sums = new Map<string, bigint>();
    for (const { asset, tokenId, amount } of net.flatMap(({ changes }) => changes)) {
      const key = `${asset.id} ${tokenId ?? ''}`;
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    }
    const left = new Map([...sums].filter(([, sum]) => sum !== 0n));
    const created = sumCreated(transaction.moves, chain);
    const isEqual = left.size === created.size && [...created].every(([key, sum]) => left.get(key) === sum);
    if (!isEqual) wrong.push(transaction.hash);
  }
  expect(wrong).toEqual([]);
});

test('an export has as many rows as the address has moves, folded ones included', async () => {
  const tether = 'dac17f958d2ee523a2206206994597c13d831ec7';
  for (const key of [BRIDGE, 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', tether]) {
    const { totals } = await sample.client.call('getAddress', { params: { chain: 'eth', address: eth(key) } });
    const path = `/api/v1/account-ledger/eth/addresses/${eth(key)}/export?format=json`;
    const json = (await (await sample.request(path)).json()) as { rowCount: number; rows: unknown[] };
    expect([json.rowCount, json.rows.length]).toEqual([totals?.moveCount, totals?.moveCount]);
  }
});
