import { BLOCK_HOLDS_ALL, BLOCK_HOLDS_TOKENS, HAS_LOGS } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base } from '../base.ts';
import { ethereum } from '../ethereum.ts';
import { account, quantity, RECIPIENT, type SampleLog, SENDER, sampleAnswers, word } from '../testing/evm-answers.ts';
import { decodeEvmBlock } from './decode-block.ts';
import { decodeLogBlock, LogMemory } from './decode-log-block.ts';
import { LogRun } from './log-run.ts';
import type { RpcBlock, RpcLog } from './rpc-answer.ts';
import { scanLogs } from './scan-logs.ts';
import { TRANSFER_BATCH_TOPIC, TRANSFER_TOPIC, WRAP_DEPOSIT_TOPIC } from './token-log.ts';

const memory = new LogMemory();
const encode = (logs: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(logs));
const withIds = (block: RpcBlock): RpcBlock => ({
  ...block,
  transactions: (block.transactions as { hash: string }[]).map(({ hash }) => hash),
});

/** Reads the logs in place in the bytes of an answer; parsed where their spelling is unusual. */
function decodeBytes(block: RpcBlock, bytes: Uint8Array, chain = ethereum) {
  const scanned = scanLogs(bytes);
  const logs = scanned
    ? new LogRun(scanned, 0, scanned.count)
    : (JSON.parse(new TextDecoder().decode(bytes)) as RpcLog[]);
  return decodeLogBlock({ chain, block, logs, source: 'test', memory });
}

const anyKey = fc
  .oneof(fc.integer({ min: 0, max: 9 }), fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }))
  .map((number) => number.toString(16).padStart(40, '0'));
const anyWord = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 1n, 2n ** 52n - 1n, 2n ** 52n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 64n),
  )
  .map((number) => word(number));
const anyLog: fc.Arbitrary<SampleLog> = fc.oneof(
  fc.record({ address: anyKey, from: anyKey, to: anyKey, data: anyWord }).map(({ address, from, to, data }) => ({
    address,
    topics: [TRANSFER_TOPIC, word(from), word(to)],
    data,
  })),
  fc.record({
    address: anyKey,
    topics: fc.array(
      fc.oneof(fc.constantFrom(TRANSFER_TOPIC, TRANSFER_BATCH_TOPIC, WRAP_DEPOSIT_TOPIC), anyWord, anyKey.map(word)),
      {
        maxLength: 4,
      },
    ),
    data: fc.array(anyWord, { maxLength: 3 }).map((words) => words.join('')),
  }),
);
const anyBlock = fc.array(fc.record({ logs: fc.array(anyLog, { maxLength: 4 }) }), { maxLength: 5 });

test.each([ethereum, base])('the bytes of an answer give the same logs as whole blocks, on $name', (chain) => {
  fc.assert(
    fc.property(anyBlock, (samples) => {
      const fields = { chainId: quantity(chain.chainId) };
      const transactions = samples.map((sample) => ({ ...sample, fields }));
      const { block, receipts, logs } = sampleAnswers({ transactions });
      const whole = decodeEvmBlock({ chain, block, receipts, source: 'test' });
      const read = decodeBytes(withIds(block), encode(logs), chain);
      expect(scanLogs(encode(logs))).toBeDefined();
      expect(read).toEqual(decodeLogBlock({ chain, block: withIds(block), logs, source: 'test' }));
      const told = whole.transactions
        .map(({ index, hash, moves, logs: kept }) => ({
          index,
          hash,
          moves: moves.filter(({ kind }) => !['native', 'fee', 'tip'].includes(kind)),
          logs: kept,
        }))
        .filter((_, index) => (transactions[index]?.logs.length ?? 0) > 0);
      expect(
        read.transactions.map(({ index, hash, moves, logs: kept }) => ({ index, hash, moves, logs: kept })),
      ).toEqual(told);
    }),
    { numRuns: 300 },
  );
});

const answers = sampleAnswers({
  transactions: [
    {
      logs: [
        { address: account(7), topics: [TRANSFER_TOPIC, word(SENDER), word(RECIPIENT)], data: word(5) },
        { address: account(8), topics: [word(9)], data: '' },
      ],
    },
    {},
    { logs: [{ address: account(7), topics: [TRANSFER_TOPIC, word(0), word(SENDER), word(3)], data: '' }] },
  ],
});
const ids = withIds(answers.block);
const plain = decodeBytes(ids, encode(answers.logs));

test('a block of logs alone holds token transfers and nothing else', () => {
  expect(plain.holds & (BLOCK_HOLDS_ALL | BLOCK_HOLDS_TOKENS)).toBe(BLOCK_HOLDS_TOKENS);
  expect(plain.transactionTotal).toBe(3);
  expect(plain.transactions.map(({ index, holds, from, fee }) => [index, holds, from, fee])).toEqual([
    [0, HAS_LOGS, '', undefined],
    [2, HAS_LOGS, '', undefined],
  ]);
  expect(plain.transactions[1]?.moves[0]).toMatchObject({ kind: 'nft', from: '', to: SENDER, tokenId: 3n, flags: 0 });
  expect(plain.transactions[0]?.moves[0]).toMatchObject({ kind: 'token', flags: 0 });
});

test.each<[string, (log: RpcLog, index: number) => RpcLog | undefined, string]>([
  ['a log that is left out', (log, index) => (index === 1 ? undefined : log), 'logIndex'],
  ['the last log left out', (log, index) => (index === 2 ? undefined : log), 'logsBloom'],
  ['a log of another block', (log) => ({ ...log, blockHash: `0x${word(1)}` }), 'blockHash'],
  ['a log of another transaction', (log) => ({ ...log, transactionHash: `0x${word(1)}` }), 'transactionHash'],
  ['a transaction the block has not', (log) => ({ ...log, transactionIndex: '0x9' }), 'no transaction'],
  [
    'logs out of order',
    (log, index) => {
      const { transactionIndex, transactionHash } = answers.logs[index === 2 ? 0 : 2] as RpcLog;
      return { ...log, transactionIndex, transactionHash };
    },
    'out of order',
  ],
  [
    'an altered recipient',
    (log) => ({ ...log, topics: [TRANSFER_TOPIC, word(1), word(2)].map((text) => `0x${text}`) }),
    'logsBloom',
  ],
  ['a removed log', (log) => ({ ...log, removed: true }), 'removed'],
])('%s is refused', (_, change, sentence) => {
  const logs = answers.logs.map(change).filter((log) => log !== undefined);
  const read = () => decodeBytes(ids, encode(logs));
  expect(read).toThrow(AppError);
  expect(read).toThrow(sentence);
});

test('other spellings of the same logs are read alike', () => {
  const reversed = answers.logs.map((log) => Object.fromEntries(Object.entries(log).reverse()));
  const upper = answers.logs.map(({ address, ...log }) => ({
    ...log,
    address: String(address).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
  }));
  const more = answers.logs.map((log) => ({ note: 'é "quoted"', blockTimestamp: '0x1', none: null, ...log }));
  for (const logs of [reversed, upper, more]) expect(decodeBytes(ids, encode(logs))).toEqual(plain);
  const spaced = new TextEncoder().encode(JSON.stringify(answers.logs, undefined, 2));
  expect(decodeBytes(ids, spaced)).toEqual(plain);
});

test('changed bytes of an answer are refused, or say the same as when they are parsed', () => {
  const bytes = encode(answers.logs);
  const anyByte = fc.oneof(fc.nat(255), fc.constantFrom(...new TextEncoder().encode('{}[]",:\\0fF x')));
  const anyChange = fc.tuple(fc.nat(bytes.length - 1), anyByte, fc.constantFrom('set', 'insert', 'remove'));
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 4 }), (changes) => {
      const changed = [...bytes];
      for (const [at, byte, how] of changes)
        changed.splice(at, how === 'insert' ? 0 : 1, ...(how === 'remove' ? [] : [byte]));
      const altered = Uint8Array.from(changed);
      expect(outcomeOf(() => decodeBytes(ids, altered))).toEqual(outcomeOf(() => decodeParsed(altered)));
    }),
    { numRuns: 4_000 },
  );
});

function decodeParsed(bytes: Uint8Array) {
  const logs = JSON.parse(new TextDecoder().decode(bytes)) as RpcLog[];
  return decodeLogBlock({ chain: ethereum, block: ids, logs, source: 'test' });
}

function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (AppError.is(error, 'inconsistent') || error instanceof SyntaxError) return 'refused';
    throw error;
  }
}
