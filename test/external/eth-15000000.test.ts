import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AccountBlock, HAS_FEE } from '../../packages/core/src/account-block.ts';
import { getAccountSet } from '../../packages/ingest/src/account-bundled/account-sets.ts';
import { describeWithData } from '../needs.ts';

type Row = Record<string, string>;

interface RawLog {
  readonly blockId: number;
  readonly txHash: string;
  readonly logIndex: number;
  readonly address: string;
  readonly topics: readonly string[];
}

interface ReferenceAddress {
  readonly address: string;
  readonly totalReceived: { readonly value: number };
  readonly totalSpent: { readonly value: number };
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const digits = (text: string): string => text.slice(2).toLowerCase();

function readRows(folder: string, file: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
}

function readLines<T>(folder: string, file: string): T[] {
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as T);
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

describeWithData('evm/eth-15000000', async (folder) => {
  const blocks: AccountBlock[] = [];
  for await (const batch of getAccountSet('eth-15000000').blocks()) blocks.push(...batch);
  const transactions = new Map(blocks.flatMap((block) => block.transactions.map((tx) => [tx.hash, tx])));
  const traces = readRows(folder, 'traces.csv');
  const ours = traces.filter((row) => (row.blockId ?? '').length === 8 && transactions.has(digits(row.txHash ?? '')));

  test('each of the 2,228 recorded logs is a move or a kept log of its own transaction, and there is no other', () => {
    const logs = readLines<RawLog>(folder, 'logs.json');
    expect(logs.length).toBe(2228);
    const expected = new Map<string, string[]>();
    for (const log of logs) {
      const list = expected.get(digits(log.txHash)) ?? [];
      expected.set(digits(log.txHash), [...list, `${log.logIndex} ${digits(log.address)}`]);
    }
    const held = new Map<string, string[]>();
    for (const tx of transactions.values()) {
      const told = tx.moves.filter((move) => move.logIndex !== undefined);
      const list = [
        ...tx.logs.map((log) => `${log.logIndex} ${log.address}`),
        ...new Set(told.map((move) => `${move.logIndex} ${move.asset}`)),
      ];
      if (list.length > 0) held.set(tx.hash, list);
    }
    const sorted = (lists: Map<string, string[]>): [string, string[]][] =>
      [...lists].map(([hash, list]): [string, string[]] => [hash, list.sort()]).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(held)).toEqual(sorted(expected));
  });

  test('every ERC-20 and ERC-721 transfer among the raw logs is a move with its contract, ends and amount', () => {
    const logs = readLines<RawLog & { readonly data: string }>(folder, 'logs.json').filter(
      (log) => log.topics[0] === TRANSFER && log.topics.length >= 3,
    );
    const end = (topic: string | undefined): string => (topic ?? '').slice(26).replace(/^0{40}$/, '');
    const expected = logs.map((log) => {
      const isNft = log.topics.length === 4;
      const amount = isNft ? 1n : BigInt(log.data);
      const [, from, to] = log.topics;
      return `${log.blockId} ${log.logIndex} ${isNft ? 'nft' : 'token'} ${digits(log.address)} ${end(from)} ${end(to)} ${amount}`;
    });
    const held = blocks.flatMap((block) =>
      block.transactions.flatMap((tx) =>
        tx.moves
          .filter((move) => (move.kind === 'token' || move.kind === 'nft') && move.flags === 0)
          .map((m) => `${block.height} ${m.logIndex} ${m.kind} ${m.asset} ${m.from} ${m.to} ${m.amount}`),
      ),
    );
    expect(held.sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(1000);
  });

  test('the value of each transaction moves as its own trace says, and not at all where it failed', () => {
    const roots = ours.filter((row) => row.traceId === `call_${row.txHash}_`);
    expect(roots.length).toBe(1079);
    for (const root of roots) {
      const native = transactions.get(digits(root.txHash ?? ''))?.moves.filter((move) => move.kind === 'native');
      expect(native?.length, root.txHash).toBe(1);
      expect([native?.[0]?.from, native?.[0]?.to, native?.[0]?.amount]).toEqual([
        digits(root.fromAddress ?? ''),
        digits(root.toAddress ?? ''),
        root.status === '1' ? BigInt(root.value ?? '') : 0n,
      ]);
    }
  });

  test('fee, nonce and value of the 316 transactions that are given in full are theirs', () => {
    const rows = readRows(folder, 'transactions.csv').filter((row) => transactions.has(digits(row.txHash ?? '')));
    const real = rows.filter((row) => Number(row.transactionIndex) < 1118);
    expect(real.length).toBe(316);
    for (const row of real) {
      const tx = transactions.get(digits(row.txHash ?? ''));
      const paid = tx?.moves.filter((move) => move.kind === 'fee' || move.kind === 'tip');
      const fee = BigInt(row.gasPrice ?? '') * BigInt(row.receiptGasUsed ?? '');
      expect(paid?.reduce((sum, move) => sum + move.amount, 0n)).toBe(fee);
      expect([tx?.fee, tx?.value, tx?.nonce, tx?.index]).toEqual([
        fee,
        BigInt(row.value ?? ''),
        BigInt(row.nonce ?? ''),
        Number(row.transactionIndex),
      ]);
      expect((tx?.holds ?? 0) & HAS_FEE).toBe(HAS_FEE);
    }
  });

  // The reference was made by the source's own software over the same traces. It counts the value a DELEGATECALL shows,
  // which moves nothing; without those frames it must agree to the last wei that its doubles can tell.
  test('what addresses received and spent differs from the reference only by DELEGATECALL', () => {
    const reference = readLines<ReferenceAddress>(folder, 'reference/addresses.json');
    const [received, spent, delegatedTo, delegatedFrom] = [0, 0, 0, 0].map(() => new Map<string, bigint>()) as [
      Map<string, bigint>,
      Map<string, bigint>,
      Map<string, bigint>,
      Map<string, bigint>,
    ];
    const all = blocks.flatMap((block) => [...block.moves, ...block.transactions.flatMap((tx) => tx.moves)]);
    for (const move of all.filter(({ kind }) => kind === 'native' || kind === 'internal' || kind === 'reward')) {
      add(received, move.to, move.amount);
      add(spent, move.from, move.amount);
    }
    for (const row of ours.filter(({ callType, status }) => callType === 'delegatecall' && status === '1')) {
      add(delegatedTo, digits(row.toAddress ?? ''), BigInt(row.value ?? ''));
      add(delegatedFrom, digits(row.fromAddress ?? ''), BigInt(row.value ?? ''));
    }
    // Addresses of the blocks of 2015, which are not bundled.
    const older = new Set(
      traces.filter((row) => (row.blockId ?? '').length < 8).flatMap((row) => [row.fromAddress, row.toAddress]),
    );
    let [compared, differing] = [0, 0];
    for (const { address, totalReceived, totalSpent } of reference) {
      const key = Buffer.from(address, 'base64').toString('hex');
      if (older.has(`0x${key}`)) continue;
      compared += 1;
      const plain = [received.get(key) ?? 0n, spent.get(key) ?? 0n] as const;
      const shown = [delegatedTo.get(key) ?? 0n, delegatedFrom.get(key) ?? 0n] as const;
      expect(Number(plain[0] + shown[0]), key).toBe(totalReceived.value);
      expect(Number(plain[1] + shown[1]), key).toBe(totalSpent.value);
      if (shown[0] + shown[1] > 0n) differing += 1;
    }
    console.log(`${compared} addresses compared, ${differing} differ by DELEGATECALL alone`);
    expect(compared).toBeGreaterThan(700);
    expect(differing).toBeGreaterThan(10);
  });
});
