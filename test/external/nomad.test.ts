import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountBlock } from '../../packages/core/src/account-block.ts';
import { getAccountSet } from '../../packages/ingest/src/account-bundled/account-sets.ts';
import { loadAccountSets } from '../../packages/ingest/src/account-bundled/load-account-sets.ts';
import { type FactsStore, openFactsStore } from '../../packages/store/src/open-store.ts';
import { describeWithData } from '../needs.ts';

interface Receive {
  readonly transactionHash: string;
  readonly tokenAddress: string;
  readonly tokenRecipient: string;
  readonly amount: string;
}

const BRIDGE = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
const digits = (address: string): string => address.slice(2).toLowerCase();

async function readNomad(): Promise<AccountBlock[]> {
  const blocks: AccountBlock[] = [];
  for await (const batch of getAccountSet('nomad').blocks()) blocks.push(...batch);
  return blocks;
}

describeWithData('evm/nomad/data', (folder) => {
  const events = JSON.parse(readFileSync(join(folder, 'hack/receive_events.json'), 'utf8')) as Receive[];

  const directory = mkdtempSync(join(tmpdir(), 'trailmark-nomad-'));
  let facts: FactsStore;
  beforeAll(async () => {
    facts = await openFactsStore({ dataDirectory: directory });
    await loadAccountSets(await facts.accountChain('eth'), [getAccountSet('nomad')]);
  });
  afterAll(async () => {
    await facts?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test('what the store says each of the 561 recipients received of each token is the sum of the raw events', async () => {
    const expected = new Map<string, bigint>();
    for (const { tokenAddress, tokenRecipient, amount } of events) {
      const key = `${digits(tokenRecipient)} ${digits(tokenAddress)}`;
      expected.set(key, (expected.get(key) ?? 0n) + BigInt(amount));
    }
    const { reader } = await facts.accountChain('eth');
    const received = new Map<string, bigint>();
    for (const address of new Set(events.map((event) => digits(event.tokenRecipient)))) {
      const { items } = await reader.assetsOf(address, { offset: 0, limit: 100 });
      // Some gave back tokens that came to them in other ways than from the bridge: sent, and never received here.
      for (const item of items.filter((asset) => asset.received > 0n))
        received.set(`${address} ${item.asset}`, item.received);
    }
    expect(received).toEqual(expected);
    const sums = new Map<string, bigint>();
    for (const [key, amount] of expected) {
      const token = key.split(' ')[1] ?? '';
      sums.set(token, (sums.get(token) ?? 0n) + amount);
    }
    const { items } = await reader.assetsOf(BRIDGE, { offset: 0, limit: 100 });
    expect(new Map(items.map((item) => [item.asset, item.sent]))).toEqual(sums);
  });

  test('every transaction has as many outflows as the raw events say', async () => {
    const expected = new Map<string, number>();
    for (const { transactionHash } of events) {
      expected.set(digits(transactionHash), (expected.get(digits(transactionHash)) ?? 0) + 1);
    }
    const held = new Map<string, number>();
    for (const block of await readNomad()) {
      for (const tx of block.transactions) {
        const outflows = tx.moves.filter((move) => move.from === BRIDGE).length;
        if (outflows > 0) held.set(tx.hash, outflows);
      }
    }
    expect(held).toEqual(expected);
  });
});
