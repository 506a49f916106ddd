import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeTronGridTokenTransfers, decodeTronGridTransactions } from '../../packages/chains/src/tron/tron-grid.ts';
import { parseTronJson, toTronKey } from '../../packages/chains/src/tron/tron-json.ts';
import type { AccountTransaction } from '../../packages/core/src/account-block.ts';
import { tronFirstBlocks } from '../../packages/ingest/src/account-bundled/tron-0-10000.ts';
import { describeWithData } from '../needs.ts';

describeWithData('evm/recorded-explorers', (folder) => {
  const read = (...path: string[]): unknown => parseTronJson(readFileSync(join(folder, ...path), 'utf8'));
  const mocks = ['platform', 'tron', 'mocks', 'tokens'];
  const transactions = decodeTronGridTransactions(read(...mocks, 'accounts_txs_response.json'));

  test('25 recorded transactions of an exchange wallet: fees as stated, and the payments that the recorder kept of them', () => {
    expect(transactions.items).toHaveLength(25);
    expect(transactions.next).toMatch(/^4CwRecxb/);
    const first = transactions.items[0]!;
    expect(first).toMatchObject({ height: 20_829_763, time: 1_592_755_239, isConfirmed: true });
    expect(first.transaction).toMatchObject({ fee: 299_770n, type: 31, status: 'ok', inputLength: 68 });
    const kept = read('platform', 'tron', 'mocks', 'txs_response.json') as {
      id: string;
      from: string;
      to: string;
      date: number;
      metadata: { value: string };
    }[];
    expect(kept.length).toBeGreaterThan(0);
    for (const { id, from, to, date, metadata } of kept) {
      const found = transactions.items.find(({ transaction }) => transaction.hash === id);
      expect(found, id).toMatchObject({ time: date });
      const paid = found!.transaction.moves.find(({ kind }) => kind === 'native');
      expect(paid).toMatchObject({ from: toTronKey(from), to: toTronKey(to), amount: BigInt(metadata.value) });
    }
  });

  test('recorded TRC-10 payments, stakes and votes of an account', () => {
    const name =
      'tron-api_v1_accounts_TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB_transactions__limit_25_order_by_block_timestamp_desc_token_id_.json';
    const { items, next } = decodeTronGridTransactions(read('mock', 'ext-api-data', name));
    expect(next).toBeUndefined();
    expect(items).toHaveLength(21);
    expect(items.filter(({ height }) => height !== undefined)).toHaveLength(3);
    const types = items.map(({ transaction }) => transaction.type);
    expect(types.filter((type) => type === 2)).toHaveLength(17);
    expect(new Set(types)).toEqual(new Set([1, 2, 4, 11, 12]));
    const assets = new Set(items.flatMap(({ transaction }) => transaction.moves.map(({ asset }) => asset)));
    expect([...assets].sort()).toContain('trc10:1002000');
  });

  test('20 recorded USDT transfers, one reported twice and unconfirmed once', () => {
    // The recorder changed the last letter of the account, so that its checksum fails: the unchanged answer is rejected.
    expect(() => decodeTronGridTokenTransfers(read(...mocks, 'txs_trc20_response.json'))).toThrow('not a TRON address');
    const corrected = (name: string): unknown =>
      parseTronJson(readFileSync(join(folder, ...name.split('/')), 'utf8').replaceAll('tfwx9D', 'tfwx9R'));
    const { items, tokens, next } = decodeTronGridTokenTransfers(
      corrected('platform/tron/mocks/tokens/txs_trc20_response.json'),
    );
    expect(next).toBe('2tmLC90HQEnpnJ02w3n');
    expect(items).toHaveLength(20);
    expect(items.filter(({ isConfirmed }) => !isConfirmed).length).toBeGreaterThan(0);
    expect(tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([['USDT', 6]]);
    const kept = corrected('platform/tron/mocks/token_txs_response.json') as {
      id: string;
      metadata: { value: string; from: string; to: string };
    }[];
    kept.forEach(({ id, metadata }, i) => {
      expect(items[i]).toMatchObject({ hash: id });
      expect(items[i]!.move).toMatchObject({
        from: toTronKey(metadata.from),
        to: toTronKey(metadata.to),
        amount: BigInt(metadata.value),
      });
    });
  });

  test('an empty list ends the reading, though it names a next page', () => {
    const empty = decodeTronGridTransactions(read(...mocks, 'txs_empty_response.json'));
    expect(empty).toEqual({ items: [], next: undefined });
  });
});

describeWithData('evm/tron-0-10000', (folder) => {
  const lines = (name: string): Record<string, unknown>[] =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => parseTronJson(line) as Record<string, unknown>);
  const hex = (value: unknown): string => Buffer.from(String(value ?? ''), 'base64').toString('hex');

  test('the bundled table has every transaction of its source, with its place, its parties and its fee', async () => {
    const held = new Map<string, AccountTransaction & { readonly height: number }>();
    for await (const batch of tronFirstBlocks.blocks()) {
      for (const { height, transactions } of batch) for (const tx of transactions) held.set(tx.hash, { ...tx, height });
    }
    const fees = lines('tx_fee.json');
    const rows = lines('transactions.json');
    expect([held.size, fees.length, rows.length]).toEqual([2172, 2172, 2172]);
    for (const row of fees) expect(held.get(hex(row.txHash))?.fee).toBe(BigInt(row.fee as number));
    for (const row of rows) {
      expect(held.get(hex(row.txHash))).toMatchObject({
        height: row.blockId,
        index: row.transactionIndex,
        from: hex(row.fromAddress),
        to: hex(row.toAddress),
      });
    }
  });
});
