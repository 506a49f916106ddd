import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ethereum } from '../../packages/chains/src/ethereum.ts';
import { LogBloom } from '../../packages/chains/src/evm/bloom.ts';
import { decodeEvmBlock } from '../../packages/chains/src/evm/decode-block.ts';
import { internalMoves } from '../../packages/chains/src/evm/internal-moves.ts';
import { readParityTraces } from '../../packages/chains/src/evm/parity-frames.ts';
import type { ParityTrace, RpcBlock, RpcLog, RpcReceipt } from '../../packages/chains/src/evm/rpc-answer.ts';
import { verifyEvmBlock } from '../../packages/chains/src/evm/verify-block.ts';
import { describeWithData } from '../needs.ts';

/** An item of a trace as any of the recordings has it. */
interface RecordedTrace extends ParityTrace {
  readonly type: string;
  readonly action: Readonly<Record<string, string>>;
  readonly error?: string | null;
  readonly traceAddress: readonly number[];
  readonly transactionHash: string | null;
  readonly transactionPosition: number | null;
  readonly blockHash: string;
}

const digits = (hex: string): string => hex.slice(2).toLowerCase();

/** What each account gained or lost by calls inside transactions, found by looking for a failed call above each. */
function expectedEffects(items: readonly RecordedTrace[]): Map<string, bigint> {
  const failed = new Set(
    items
      .filter(({ error, type }) => error && type !== 'reward')
      .map((item) => `${item.transactionPosition}/${item.traceAddress.join('/')}`),
  );
  const isLost = (item: RecordedTrace): boolean =>
    Array.from({ length: item.traceAddress.length + 1 }, (_, depth) =>
      item.traceAddress.slice(0, depth).join('/'),
    ).some((path) => failed.has(`${item.transactionPosition}/${path}`));
  const effects = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => effects.set(key, (effects.get(key) ?? 0n) + amount);
  for (const item of items) {
    const { action, type } = item;
    if (type === 'reward' || item.traceAddress.length === 0 || isLost(item)) continue;
    if (type === 'suicide') {
      add(digits(action.address ?? ''), -BigInt(action.balance ?? 0));
      add(digits(action.refundAddress ?? ''), BigInt(action.balance ?? 0));
    } else if (type === 'create' || action.callType === 'call') {
      const to = type === 'create' ? (item.result as { address: string }).address : action.to;
      add(digits(action.from ?? ''), -BigInt(action.value ?? 0));
      add(digits(to ?? ''), BigInt(action.value ?? 0));
    }
  }
  return effects;
}

function readEffects(items: readonly RecordedTrace[]): { effects: Map<string, bigint>; moves: number } {
  const hashes: string[] = [];
  for (const { transactionHash, transactionPosition } of items) {
    if (transactionPosition !== null && transactionHash) hashes[transactionPosition] = digits(transactionHash);
  }
  const hash = digits(items[0]?.blockHash ?? '0x');
  const { frames } = readParityTraces(items, { height: 1, hash, transactionHashes: hashes, isEachTraced: true });
  const effects = new Map<string, bigint>();
  let moves = 0;
  for (const list of frames) {
    // A failed transaction keeps nothing of its calls.
    for (const { from, to, amount } of internalMoves(list ?? [], false)) {
      moves += 1;
      effects.set(from, (effects.get(from) ?? 0n) - amount);
      effects.set(to, (effects.get(to) ?? 0n) + amount);
    }
  }
  return { effects, moves };
}

const sorted = (effects: ReadonlyMap<string, bigint>) => [...effects].filter(([, amount]) => amount !== 0n).sort();

function expectEffects(items: readonly RecordedTrace[]): number {
  const { effects, moves } = readEffects(items);
  expect(sorted(effects)).toEqual(sorted(expectedEffects(items)));
  return moves;
}

describeWithData('evm/recorded-rpc', (folder) => {
  const list = (method: string) => readdirSync(join(folder, method)).filter((name) => /\.(json|tar)$/.test(name));
  const read = (method: string, name: string): unknown => {
    const path = join(folder, method, name);
    const text = name.endsWith('.tar')
      ? execFileSync('tar', ['-xOf', path], { encoding: 'utf8', maxBuffer: 2 ** 26 })
      : readFileSync(path, 'utf8');
    return JSON.parse(text)[0].response?.result;
  };
  const blocks = list('eth_getBlockByNumber')
    .map((name) => read('eth_getBlockByNumber', name) as RpcBlock | null | undefined)
    .filter((block) => block?.transactions !== undefined)
    .filter((block) =>
      ((block?.transactions ?? []) as unknown[]).every((item) => typeof item === 'object'),
    ) as RpcBlock[];
  const receiptLists = list('eth_getBlockReceipts')
    .map((name) => read('eth_getBlockReceipts', name) as RpcReceipt[] | null | undefined)
    .filter((receipts) => receipts && receipts.length > 0) as RpcReceipt[][];

  test('every block with its transactions holds to its hash, and none with one figure changed', () => {
    expect(blocks.length).toBeGreaterThan(7);
    let transactions = 0;
    for (const block of blocks) {
      expect(verifyEvmBlock(ethereum, block)).toBe(true);
      expect(() => verifyEvmBlock(ethereum, { ...block, timestamp: '0x1' })).toThrow('hashes to');
      transactions += decodeEvmBlock({ chain: ethereum, block, source: 'test' }).transactions.length;
    }
    console.log(`${blocks.length} blocks, ${transactions} transactions`);
  });

  test('block 18000000 holds to its hash with its receipts, and decodes', () => {
    const block = blocks.find(({ number }) => number === '0x112a880') as RpcBlock;
    const receipts = receiptLists.find(([first]) => first?.blockNumber === '0x112a880') as RpcReceipt[];
    expect(verifyEvmBlock(ethereum, block, receipts)).toBe(true);
    const changed = receipts.map((receipt, i) => (i === 40 ? { ...receipt, logs: [] } : receipt));
    expect(() => verifyEvmBlock(ethereum, block, changed)).toThrow('receiptsRoot');
    const decoded = decodeEvmBlock({ chain: ethereum, block, receipts, source: 'test' });
    expect(
      decoded.transactions.flatMap(({ logs, moves }) => [...logs, ...moves.filter((m) => m.logIndex !== undefined)])
        .length,
    ).toBe(receipts.flatMap(({ logs }) => logs).length);
  });

  test('every recorded bloom fits its logs', () => {
    expect(receiptLists.length).toBeGreaterThan(5);
    for (const { logs, logsBloom } of receiptLists.flat() as {
      logs: { address: string; topics: string[] }[];
      logsBloom: string;
    }[]) {
      const bloom = new LogBloom();
      for (const { address, topics } of logs) for (const text of [address, ...topics]) bloom.add(digits(text));
      expect(bloom.matches(digits(logsBloom))).toBe(true);
    }
  });

  test('every recorded trace of a block reads, with the effects of its succeeded calls', () => {
    let moves = 0;
    let items = 0;
    for (const name of list('trace_block')) {
      const traces = read('trace_block', name) as RecordedTrace[] | null | undefined;
      if (!traces?.length) continue;
      items += traces.length;
      moves += expectEffects(traces.filter(({ type }) => type !== 'reward'));
    }
    expect(moves).toBeGreaterThan(300);
    console.log(`${items} traces, ${moves} moves`);
  });
});

describeWithData('evm/traced-blocks', (folder) => {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
    '%s has the effects of its succeeded calls',
    (name) => {
      const { traces } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { traces: Record<string, unknown>[] };
      const items = traces.map((trace) => ({
        ...trace,
        blockHash: trace.block_hash,
        transactionHash: trace.transaction_hash,
        transactionPosition: trace.transaction_position,
        traceAddress: trace.trace_address,
      })) as unknown as RecordedTrace[];
      expect(expectEffects(items.filter(({ type }) => type !== 'reward'))).toBeGreaterThan(4);
    },
  );
});

describeWithData('evm/eth-15000000', (folder) => {
  const readRows = (name: string): Record<string, string>[] => {
    // No cell of these files is quoted.
    const [head = [], ...rows] = readFileSync(join(folder, name), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    return rows.map((row) => Object.fromEntries(head.map((column, i) => [column, row[i] ?? ''])));
  };
  const heights = [15_000_000, 15_000_001, 15_000_002, 15_000_003, 15_000_004];
  const logs = readFileSync(join(folder, 'logs.json'), 'utf8')
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { blockId: number; logIndex: number; transactionIndex: number; txHash: string } & Record<
          string,
          unknown
        >,
    );

  test.each(heights)('all logs of %i fit the bloom of its header', (height) => {
    const row = readRows('blocks.csv').find(({ blockId }) => Number(blockId) === height) as Record<string, string>;
    const own = logs.filter(({ blockId }) => blockId === height).sort((a, b) => a.logIndex - b.logIndex);
    const hex = (value: number) => `0x${value.toString(16)}`;
    const hashes = new Map(own.map(({ transactionIndex, txHash }) => [transactionIndex, txHash]));
    const transactions = Array.from({ length: Number(row.transactionCount) }, (_, index) => ({
      ...{ blockHash: row.blockHash, blockNumber: hex(height), transactionIndex: hex(index), value: '0x0', gas: '0x0' },
      ...{
        from: row.miner,
        to: row.miner,
        input: '0x',
        hash: hashes.get(index) ?? `0x${String(index).padStart(64, '0')}`,
      },
    }));
    const block = {
      ...{
        number: hex(height),
        hash: row.blockHash,
        parentHash: row.parentHash,
        logsBloom: row.logsBloom,
        transactions,
      },
      ...{
        timestamp: hex(Number(row.timestamp)),
        miner: row.miner,
        gasUsed: hex(Number(row.gasUsed)),
        difficulty: '0x1',
      },
    };
    const answer = own.map((log) => ({
      ...{
        ...log,
        transactionHash: log.txHash,
        logIndex: hex(log.logIndex),
        transactionIndex: hex(log.transactionIndex),
      },
    })) as RpcLog[];
    const decoded = decodeEvmBlock({ chain: ethereum, block, logs: answer, source: 'test' });
    const told = new Set(decoded.transactions.flatMap(({ moves }) => moves.flatMap(({ logIndex }) => logIndex ?? [])));
    expect(told.size + decoded.transactions.flatMap((transaction) => transaction.logs).length).toBe(own.length);
    expect(told.size).toBeGreaterThan(50);
    expect(() =>
      decodeEvmBlock({ chain: ethereum, block, logs: answer.slice(0, answer.length / 2), source: 'test' }),
    ).toThrow('logsBloom');
  });

  test('calls inside transactions have the effects the recording states, from the uppermost failures alone', () => {
    const rows = readRows('traces.csv').filter(({ blockId, txHash }) => heights.includes(Number(blockId)) && txHash);
    let transactions = 0;
    let moves = 0;
    for (const own of Map.groupBy(rows, ({ txHash }) => txHash).values()) {
      const pathOf = (row: Record<string, string>) =>
        (row.traceId ?? '').split('_').slice(2).filter(Boolean).map(Number);
      const status = new Map(own.map((row) => [pathOf(row).join('.'), row.status]));
      const items = own.map((row) => {
        const path = pathOf(row);
        const isUppermost =
          row.status === '0' && (path.length === 0 || status.get(path.slice(0, -1).join('.')) === '1');
        return {
          ...{ type: 'call', transactionPosition: 0, transactionHash: row.txHash, traceAddress: path, result: {} },
          action: {
            callType: row.callType,
            from: row.fromAddress,
            to: row.toAddress,
            value: `0x${BigInt(row.value ?? 0).toString(16)}`,
          },
          subtraces: own.filter(
            (other) =>
              pathOf(other).length === path.length + 1 &&
              pathOf(other)
                .join('.')
                .startsWith(path.length ? `${path.join('.')}.` : ''),
          ).length,
          ...(isUppermost ? { error: 'Reverted' } : {}),
        };
      });
      if (
        !items.every(({ traceAddress }) => traceAddress.length === 0 || status.has(traceAddress.slice(0, -1).join('.')))
      )
        continue;
      const read = readEffects(items as unknown as RecordedTrace[]);
      const expected = new Map<string, bigint>();
      for (const row of own.filter((one) => one.status === '1' && one.callType === 'call' && pathOf(one).length > 0)) {
        for (const [key, amount] of [
          [row.fromAddress, -BigInt(row.value ?? 0)],
          [row.toAddress, BigInt(row.value ?? 0)],
        ] as const) {
          expected.set(digits(key ?? ''), (expected.get(digits(key ?? '')) ?? 0n) + amount);
        }
      }
      expect(sorted(read.effects)).toEqual(sorted(expected));
      transactions += 1;
      moves += read.moves;
    }
    expect(transactions).toBeGreaterThan(900);
    console.log(`${transactions} transactions, ${moves} internal moves`);
  });
});
