import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillNode } from '../../bench/account/fill-node.ts';
import { getAccountChain } from '../../packages/chains/src/account-catalogue.ts';
import {
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
} from '../../packages/core/src/account-block.ts';
import { AccountEngine } from '../../packages/ingest/src/account/account-engine.ts';
import { createAccountPort } from '../../packages/ingest/src/account/account-port.ts';
import { openAccountSource } from '../../packages/ingest/src/account/account-source-spec.ts';
import type { Depth } from '../../packages/ingest/src/account/depth.ts';
import { type AnvilNode, findAnvil, startAnvil } from '../../packages/ingest/src/testing/anvil-node.ts';
import type { AccountChainStore } from '../../packages/store/src/account-facts/account-store.ts';
import { type FactsStore, openFactsStore } from '../../packages/store/src/open-store.ts';

const anvil = findAnvil();
const chain = getAccountChain('eth');
const PLAN = { blocks: 6, transactionsPerBlock: 3, logsPerTransaction: 2, recipients: 5 };

if (!anvil) test.skip('skipped: needs anvil', () => undefined);
describe.runIf(anvil !== undefined)('token transfers alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-logs-'));
  let node: AnvilNode;
  let facts: FactsStore;
  let store: AccountChainStore;
  let head: number;

  /** Reads to the node's head; how many blocks were read. */
  async function catchUp(depth: Depth, toHeight?: number): Promise<number> {
    const source = await openAccountSource(chain, { url: node.url, depth });
    const engine = new AccountEngine({
      chain: 'eth',
      chainName: chain.name,
      source,
      port: createAccountPort(store),
      stagingDirectory: store.stagingDirectory,
      fromHeight: 0,
      toHeight,
    });
    try {
      return await engine.catchUp();
    } finally {
      engine.close();
      await source.close();
    }
  }
  const movesOf = async (address: string) => (await store.reader.totals([address])).get(address)?.moveCount;
  const contentsAt = (height: number): number => (store.reader.block(height)?.holds ?? 0) & ~BLOCK_FOREIGN_GENESIS;

  beforeAll(async () => {
    node = await startAnvil(anvil as string);
    head = (await fillNode(node, PLAN)).blocks;
    facts = await openFactsStore({ dataDirectory: folder });
    store = await facts.accountChain('eth');
  });

  afterAll(async () => {
    await facts?.close();
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const sender = (): string => (node.accounts[0] ?? '').slice(2);
  const transfers = PLAN.blocks * PLAN.transactionsPerBlock * PLAN.logsPerTransaction + 1;

  test('are read, and state that nothing else is indexed', async () => {
    expect(await catchUp('logs')).toBe(head + 1);
    expect(await movesOf(sender())).toBe(transfers);
    expect(store.reader.block(2)).toMatchObject({ transactionCount: PLAN.transactionsPerBlock });
    expect(contentsAt(2)).toBe(BLOCK_HOLDS_TOKENS);
    expect(store.reader.heightRanges().map(({ source }) => source)).toEqual([
      `node ${node.url} (token transfers only)`,
    ]);
  });

  test('are continued from where they end', async () => {
    expect(await catchUp('logs')).toBe(0);
    await node.call('evm_mine');
    expect(await catchUp('logs')).toBe(1);
    head++;
  });

  test('follow a reorganisation', async () => {
    await node.call('anvil_reorg', 2, []);
    expect(await catchUp('logs')).toBe(2);
    const { hash } = await node.call<{ hash: string }>('eth_getBlockByNumber', 'latest', false);
    expect(store.reader.block(head)?.hash).toBe(hash.slice(2));
  });

  test('give way to whole blocks, which they then leave alone', async () => {
    const middle = head - 3;
    expect(await catchUp('traces', middle)).toBe(middle + 1);
    expect(contentsAt(middle) & (BLOCK_HOLDS_ALL | BLOCK_HOLDS_INTERNALS)).toBe(
      BLOCK_HOLDS_ALL | BLOCK_HOLDS_INTERNALS,
    );
    expect(contentsAt(middle + 1)).toBe(BLOCK_HOLDS_TOKENS);
    const before = await movesOf(sender());
    await node.call('evm_mine');
    expect(await catchUp('logs')).toBe(1);
    expect(contentsAt(middle) & BLOCK_HOLDS_ALL).toBe(BLOCK_HOLDS_ALL);
    expect(await movesOf(sender())).toBe(before);
  });
});
