import { type AccountLog, MOVE_WRAP, type ValueMove } from '@trailmark/core/account-block';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ethereum } from '../ethereum.ts';
import { account, sampleAnswers, word } from '../testing/evm-answers.ts';
import { encodeValues, hashSignature, openEvents } from '../testing/viem-abi.ts';
import { decodeEvmBlock } from './decode-block.ts';
import {
  CONSECUTIVE_TRANSFER_TOPIC,
  pushTokenMoves,
  TRANSFER_BATCH_TOPIC,
  TRANSFER_SINGLE_TOPIC,
  TRANSFER_TOPIC,
  WRAP_DEPOSIT_TOPIC,
  WRAP_WITHDRAWAL_TOPIC,
} from './token-log.ts';

const TOKEN = account(0x70);
const WRAPPED = ethereum.wrappedNative!;
const [A, B, OPERATOR] = [account(0xa1), account(0xb2), account(0xc3)];
const MAX = 2n ** 256n - 1n;

function read(topics: readonly string[], data: string, address = TOKEN): ValueMove[] | 'a log' {
  const moves: ValueMove[] = [];
  const log: AccountLog = { logIndex: 3, address, topics, data };
  const isTold = pushTokenMoves(ethereum, log, moves);
  // Through a whole block, with the bloom checked against it and with the short path for plain transfers, it reads the same.
  for (const isVerified of [false, true]) {
    const { block, receipts } = sampleAnswers({ transactions: [{ logs: [log] }] });
    const [decoded] = decodeEvmBlock({ chain: ethereum, block, receipts, source: 'test', isVerified }).transactions;
    const tokens = decoded!.moves.filter((move) => move.logIndex !== undefined);
    expect(tokens).toEqual(moves.map((move) => ({ ...move, logIndex: 0 })));
    expect(decoded!.logs).toHaveLength(isTold ? 0 : 1);
  }
  if (!isTold) expect(moves).toEqual([]);
  return isTold ? moves : 'a log';
}

test("the topics are the hashes of the standards' signatures", () => {
  const signatures = {
    [TRANSFER_TOPIC]: 'Transfer(address,address,uint256)',
    [TRANSFER_SINGLE_TOPIC]: 'TransferSingle(address,address,address,uint256,uint256)',
    [TRANSFER_BATCH_TOPIC]: 'TransferBatch(address,address,address,uint256[],uint256[])',
    [CONSECUTIVE_TRANSFER_TOPIC]: 'ConsecutiveTransfer(uint256,uint256,address,address)',
    [WRAP_DEPOSIT_TOPIC]: 'Deposit(address,uint256)',
    [WRAP_WITHDRAWAL_TOPIC]: 'Withdrawal(address,uint256)',
  };
  for (const [topic, signature] of Object.entries(signatures)) expect(hashSignature(signature)).toBe(`0x${topic}`);
});

describe('a Transfer', () => {
  test('with an amount in its data is of an ERC-20 token', () => {
    expect(read([TRANSFER_TOPIC, word(A), word(B)], word(MAX))).toEqual([
      {
        ...{ kind: 'token', asset: TOKEN, from: A, to: B, amount: MAX },
        ...{ tokenId: undefined, logIndex: 3, tracePath: undefined, flags: 0 },
      },
    ]);
  });

  test('with its number as a topic is of an ERC-721 token', () => {
    expect(read([TRANSFER_TOPIC, word(A), word(B), word(MAX)], '')).toMatchObject([
      { kind: 'nft', from: A, to: B, amount: 1n, tokenId: MAX },
    ]);
  });

  test('from or to the zero address issues or destroys', () => {
    expect(read([TRANSFER_TOPIC, word(0), word(B)], word(5))).toMatchObject([{ from: '', to: B }]);
    expect(read([TRANSFER_TOPIC, word(A), word(0), word(5)], '')).toMatchObject([{ from: A, to: '' }]);
  });

  test.each([
    ['fewer topics', [TRANSFER_TOPIC, word(A)], word(1) + word(2)],
    ['no topics but its own', [TRANSFER_TOPIC], word(A) + word(B) + word(1)],
    ['shorter data', [TRANSFER_TOPIC, word(A), word(B)], word(1).slice(2)],
    ['longer data', [TRANSFER_TOPIC, word(A), word(B)], `${word(1)}00`],
    ['no data', [TRANSFER_TOPIC, word(A), word(B)], ''],
    ['data beside a number', [TRANSFER_TOPIC, word(A), word(B), word(1)], word(1)],
    ['a sender that is no address', [TRANSFER_TOPIC, `1${word(A).slice(1)}`, word(B)], word(1)],
    ['a recipient that is no address', [TRANSFER_TOPIC, word(A), `${'0'.repeat(23)}1${B}`], word(1)],
  ])('with %s stays a log', (_, topics, data) => {
    expect(read(topics, data)).toBe('a log');
  });

  test('of an ERC-777 token is one move: its Sent event next to it stays a log', () => {
    const sent = hashSignature('Sent(address,address,address,uint256,bytes,bytes)').slice(2);
    expect(read([sent, word(OPERATOR), word(A), word(B)], word(5))).toBe('a log');
  });

  test('is read whatever the case of its letters, and whole where a log without one is long', () => {
    const { block, receipts } = sampleAnswers({
      transactions: [{ logs: [{ address: TOKEN, topics: [TRANSFER_TOPIC, word(A), word(B)], data: word(0xabc) }] }],
    });
    const shouted = JSON.parse(JSON.stringify(receipts), (_, value) =>
      typeof value === 'string' && value.length === 66 ? `0x${value.slice(2).toUpperCase()}` : value,
    );
    const [decoded] = decodeEvmBlock({ chain: ethereum, block, receipts: shouted, source: 'test' }).transactions;
    expect(decoded!.moves.filter(({ kind }) => kind === 'token')).toMatchObject([{ from: A, to: B, amount: 0xabcn }]);
  });
});

test('data of a kept log is cut after 8 KiB', () => {
  const { block, receipts } = sampleAnswers({
    transactions: [{ logs: [{ address: TOKEN, topics: [], data: 'ab'.repeat(9_000) }] }],
  });
  const [decoded] = decodeEvmBlock({ chain: ethereum, block, receipts, source: 'test' }).transactions;
  expect(decoded!.logs[0]!.data).toBe('ab'.repeat(8_192));
});

describe('an ERC-1155 transfer', () => {
  const ends = [word(OPERATOR), word(A), word(B)];
  const batch = (ids: readonly bigint[], amounts: readonly bigint[]) =>
    encodeValues(['uint256[]', 'uint256[]'], [ids, amounts]).slice(2);

  test('of one id is one move, whoever operated it', () => {
    expect(read([TRANSFER_SINGLE_TOPIC, ...ends], word(7) + word(9))).toMatchObject([
      { kind: 'multi-token', from: A, to: B, tokenId: 7n, amount: 9n },
    ]);
  });

  test('of a batch is one move for each id, all of one log', () => {
    expect(read([TRANSFER_BATCH_TOPIC, ...ends], batch([1n, MAX], [0n, 5n]))).toMatchObject([
      { kind: 'multi-token', tokenId: 1n, amount: 0n, logIndex: 3 },
      { kind: 'multi-token', tokenId: MAX, amount: 5n, logIndex: 3 },
    ]);
  });

  test.each([
    ['nothing', batch([], [])],
    ['lists of different lengths', batch([1n, 2n], [3n])],
    ['an offset out of the data', word(0x40) + word(0x4000) + word(0)],
    ['an offset that is not whole words', word(0x41) + word(0x60) + word(0) + word(0)],
    ['an offset of 2^255', word(2n ** 255n) + word(0x60) + word(0) + word(0)],
    ['a length that the data does not have', word(0x40) + word(0x40) + word(5)],
    ['a length of 2^256 - 1', word(0x40) + word(0x40) + word(MAX)],
    ['more than 4,096 ids', batch(Array(4_097).fill(1n), Array(4_097).fill(1n))],
    ['no data', ''],
    ['half a word', '00'],
  ])('of a batch of %s stays a log', (_, data) => {
    expect(read([TRANSFER_BATCH_TOPIC, ...ends], data)).toBe('a log');
  });

  test('whose operator is no address stays a log', () => {
    expect(read([TRANSFER_SINGLE_TOPIC, word(MAX), word(A), word(B)], word(7) + word(9))).toBe('a log');
  });
});

describe('the wrapped coin', () => {
  test('is issued by a deposit and destroyed by a withdrawal', () => {
    expect(read([WRAP_DEPOSIT_TOPIC, word(A)], word(5), WRAPPED)).toMatchObject([
      { kind: 'token', asset: WRAPPED, from: '', to: A, amount: 5n, flags: MOVE_WRAP },
    ]);
    expect(read([WRAP_WITHDRAWAL_TOPIC, word(A)], word(5), WRAPPED)).toMatchObject([
      { from: A, to: '', flags: MOVE_WRAP },
    ]);
  });

  test('of another contract, or in another shape, stays a log', () => {
    expect(read([WRAP_DEPOSIT_TOPIC, word(A)], word(5))).toBe('a log');
    expect(read([WRAP_DEPOSIT_TOPIC, word(A), word(B)], word(5), WRAPPED)).toBe('a log');
    expect(read([WRAP_DEPOSIT_TOPIC, word(A)], '', WRAPPED)).toBe('a log');
  });
});

const EVENTS = openEvents([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
]);
const anyKey = fc.bigInt(1n, 2n ** 160n - 1n).map((value) => value.toString(16).padStart(40, '0'));
const anyUint = fc.oneof(fc.bigInt(0n, MAX), fc.bigInt(0n, 3n));

describe('against viem as an independent decoder', () => {
  test('whatever viem encodes reads as it was', () => {
    fc.assert(
      fc.property(
        anyKey,
        anyKey,
        fc.array(fc.tuple(anyUint, anyUint), { minLength: 1, maxLength: 8 }),
        (from, to, items) => {
          const args = { operator: `0x${OPERATOR}`, from: `0x${from}`, to: `0x${to}` };
          const topics = (eventName: 'TransferBatch' | 'TransferSingle') =>
            EVENTS.encodeTopics(eventName, args).map((topic) => topic.slice(2));
          const lists = [items.map(([id]) => id), items.map(([, amount]) => amount)];
          const data = encodeValues(['uint256[]', 'uint256[]'], lists).slice(2);
          expect(read(topics('TransferBatch'), data)).toMatchObject(
            items.map(([tokenId, amount]) => ({ from, to, tokenId, amount })),
          );
          const [[id, amount]] = items as [[bigint, bigint]];
          expect(read(topics('TransferSingle'), word(id) + word(amount))).toMatchObject([
            { from, to, tokenId: id, amount },
          ]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('whatever is read here reads the same there, in any garbage', () => {
    const anyTopic = fc.oneof(
      anyKey.map((key) => word(key)),
      anyUint.map((value) => word(value)),
    );
    const anyWord = fc.oneof(anyUint, fc.constantFrom(0n, 1n, 2n, 32n, 64n, 96n, 128n)).map((value) => word(value));
    const wholeBatch = [0x40, 0xa0, 2, 7, 8, 2, 5, 6].map((value) => word(value));
    const anyData = fc.oneof(
      fc.array(anyWord, { minLength: 1, maxLength: 2 }).map((words) => words.join('')),
      fc.tuple(fc.nat(7), anyWord).map(([at, other]) => wholeBatch.with(at, other).join('')),
      fc.array(anyWord, { maxLength: 9 }).map((words) => words.join('')),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    );
    const signature = fc.constantFrom(TRANSFER_TOPIC, TRANSFER_SINGLE_TOPIC, TRANSFER_BATCH_TOPIC);
    let told = 0;
    fc.assert(
      fc.property(signature, fc.array(anyTopic, { minLength: 2, maxLength: 3 }), anyData, (first, rest, data) => {
        const moves = read([first, ...rest], data);
        if (moves === 'a log' || moves[0]?.kind === 'nft') return;
        told += 1;
        const topics = [first, ...rest].map((topic) => `0x${topic}`);
        const { args } = EVENTS.decodeLog(topics, `0x${data}`);
        if (args === undefined) throw new Error('viem reads no arguments.');
        const { ids, values } = args as { readonly ids?: readonly bigint[]; readonly values: readonly bigint[] };
        const pairs = ids ? ids.map((id, i) => [id, values[i]]) : [[args.id, args.value]];
        expect(moves.map(({ tokenId, amount }) => [tokenId, amount])).toEqual(pairs);
        expect(BigInt(`0x0${moves[0]!.from}`)).toBe(BigInt(String(args.from)));
        expect(BigInt(`0x0${moves[0]!.to}`)).toBe(BigInt(String(args.to)));
      }),
      { numRuns: 2_000 },
    );
    expect(told).toBeGreaterThan(20);
  });
});

describe('a ConsecutiveTransfer of ERC-2309', () => {
  test('moves every token of its range', () => {
    const moves = read([CONSECUTIVE_TRANSFER_TOPIC, word(7), word('0'.repeat(40)), word(B)], word(9));
    expect(moves).toMatchObject([7n, 8n, 9n].map((tokenId) => ({ kind: 'nft', from: '', to: B, amount: 1n, tokenId })));
  });

  test('of more tokens than any batch may have, or of a range that ends before it begins, stays a log', () => {
    const topics = [CONSECUTIVE_TRANSFER_TOPIC, word(7), word(A), word(B)];
    expect(read(topics, 'f'.repeat(64))).toBe('a log');
    expect(read(topics, word(5_007))).toBe('a log');
    expect(read(topics, word(6))).toBe('a log');
    expect(read(topics, word(5_006))).toHaveLength(5_000);
  });
});
