import type { AccountTransaction, ValueMove } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ethereum } from '../ethereum.ts';
import { polygon } from '../polygon.ts';
import { account, RECIPIENT, type SampleCall, type SampleTransaction, sampleAnswers } from '../testing/evm-answers.ts';
import { createdAddress } from './block-transaction.ts';
import { decodeEvmBlock } from './decode-block.ts';
import type { RpcTraces } from './rpc-answer.ts';

const BEFORE_CANCUN = 1_700_000_000;
const A = RECIPIENT;
const B = account(0xb2);
const C = account(0xc3);

function decodeWith(answers: ReturnType<typeof sampleAnswers>, traces: RpcTraces): AccountTransaction {
  const { block, receipts } = answers;
  const [transaction] = decodeEvmBlock({ chain: ethereum, block, receipts, traces, source: 'test' }).transactions;
  return transaction!;
}

/** Moves of the calls inside a transaction, which both forms of traces must agree on. */
function inside(sample: SampleTransaction, time?: number): ValueMove[] {
  const answers = sampleAnswers({ transactions: [sample], ...(time === undefined ? {} : { time }) });
  const geth = decodeWith(answers, answers.geth);
  const parity = decodeWith(answers, answers.parity);
  expect(parity).toEqual(geth);
  return geth.moves.filter(({ kind }) => kind === 'internal' || kind === 'destroyed');
}

const shape = (moves: readonly ValueMove[]) =>
  moves.map(({ kind, from, to, amount, tracePath }) => [kind, from, to, amount, tracePath]);
const call = (from: string, to: string, value: bigint, more: Partial<SampleCall> = {}): SampleCall => ({
  type: 'CALL',
  from,
  to,
  value,
  ...more,
});

describe('calls inside a transaction', () => {
  test('move their value in the order they were made, each with its place', () => {
    const calls = [call(A, B, 5n, { calls: [call(B, C, 2n)] }), call(A, C, 0n), call(A, C, 1n)];
    expect(shape(inside({ calls }))).toEqual([
      ['internal', A, B, 5n, '0'],
      ['internal', B, C, 2n, '0.0'],
      ['internal', A, C, 1n, '2'],
    ]);
  });

  test('move nothing where they failed, nor does anything below them, and what comes after still does', () => {
    const failed = call(A, B, 5n, {
      error: 'execution reverted',
      calls: [call(B, C, 2n, { calls: [call(C, A, 1n)] })],
    });
    expect(shape(inside({ calls: [failed, call(A, C, 3n)] }))).toEqual([['internal', A, C, 3n, '1']]);
  });

  test('move nothing where an inner throw is caught and the outer call reverts', () => {
    const inner = call(B, C, 2n, { error: 'invalid opcode: INVALID' });
    const outer = call(A, B, 5n, { error: 'execution reverted', calls: [inner, call(B, A, 1n)] });
    expect(inside({ calls: [outer] })).toEqual([]);
  });

  test.each(['DELEGATECALL', 'STATICCALL', 'CALLCODE'] as const)(
    'of the kind %s move nothing, but calls below do',
    (type) => {
      const below = call(A, C, 2n);
      expect(shape(inside({ calls: [{ type, from: A, to: B, value: 7n, calls: [below] }] }))).toEqual([
        ['internal', A, C, 2n, '0.0'],
      ]);
    },
  );

  test.each(['CREATE', 'CREATE2'] as const)('of the kind %s endow the contract, unless they failed', (type) => {
    const created = call(A, B, 4n, { type });
    expect(shape(inside({ calls: [created] }))).toEqual([['internal', A, B, 4n, '0']]);
    expect(inside({ calls: [{ ...created, error: 'contract address collision' }] })).toEqual([]);
  });
});

describe('SELFDESTRUCT', () => {
  const destroy = (from: string, to: string, value: bigint) => call(from, to, value, { type: 'SELFDESTRUCT' });

  test.each([BEFORE_CANCUN, undefined])('gives its heir what the contract holds (time %s)', (time) => {
    expect(shape(inside({ calls: [destroy(A, B, 9n)] }, time))).toEqual([['internal', A, B, 9n, '0']]);
  });

  test('to itself burned what it had before Cancun, and does nothing since', () => {
    expect(shape(inside({ calls: [destroy(A, A, 9n)] }, BEFORE_CANCUN))).toEqual([['destroyed', A, '', 9n, '0']]);
    expect(inside({ calls: [destroy(A, A, 9n)] })).toEqual([]);
  });

  test('to itself still burns in the transaction that created the contract', () => {
    const created = call(A, B, 4n, { type: 'CREATE2', calls: [destroy(B, B, 4n)] });
    expect(shape(inside({ calls: [created] }))).toEqual([
      ['internal', A, B, 4n, '0'],
      ['destroyed', B, '', 4n, '0.0'],
    ]);
  });

  test('in the constructor of the transaction itself burns too', () => {
    const created = createdAddress({ from: account(0xa), nonce: 0n })!;
    const moves = inside({ to: null, created, value: 4n, calls: [destroy(created, created, 4n)] });
    expect(shape(moves)).toEqual([['destroyed', created, '', 4n, '0']]);
  });

  test('burns what a deleted contract is sent afterwards, less what it sent on', () => {
    const calls = [call(A, B, 0n, { calls: [destroy(B, C, 9n)] }), call(A, B, 5n, { calls: [call(B, C, 2n)] })];
    expect(shape(inside({ calls }, BEFORE_CANCUN)).at(-1)).toEqual(['destroyed', B, '', 3n, undefined]);
    expect(inside({ calls }).every(({ kind }) => kind === 'internal')).toBe(true);
  });

  test('on a chain that set the fork by height follows the height', () => {
    const burned = [54_875_999, 54_876_000].map((height) => {
      const calls = [destroy(A, A, 9n)];
      const answers = sampleAnswers({ height, transactions: [{ calls, fields: { chainId: '0x89' } }] });
      const { block, geth } = answers;
      return decodeEvmBlock({ chain: polygon, block, traces: geth, source: 'test' }).transactions[0]!.moves.length;
    });
    expect(burned).toEqual([2, 1]);
  });

  test('without an amount, as old nodes answer it, leaves the transaction without internals', () => {
    const answers = sampleAnswers({ transactions: [{}] });
    const [item] = answers.geth.items;
    const result = { ...(item!.result as object), calls: [{ type: 'SELFDESTRUCT' }] };
    const { holds } = decodeWith(answers, { form: 'geth', items: [{ ...item, result }] });
    expect(holds & 8).toBe(0);
  });
});

describe('lists of traces that lost something are refused', () => {
  const calls = [call(A, B, 5n, { calls: [call(B, C, 2n)] }), call(A, C, 1n)];
  const answers = sampleAnswers({ transactions: [{ calls }, {}] });
  const items = answers.parity.items;
  const refusal = (list: typeof items): string => {
    try {
      decodeWith(answers, { form: 'parity', items: list });
      return 'accepted';
    } catch (error) {
      return AppError.is(error, 'inconsistent') ? error.message : String(error);
    }
  };

  test.each(items.map((_, index) => index))('item %i left out', (index) => {
    expect(refusal(items)).toBe('accepted');
    expect(refusal(items.filter((_, i) => i !== index))).toMatch(/^Block 19,500,000: /);
  });

  test.each([1, 2, 3])('item %i reported twice', (index) => {
    expect(refusal(items.flatMap((item, i) => (i === index ? [item, item] : [item])))).toMatch(
      /does not follow|of which 0 were reported/,
    );
  });

  test('depth beyond what is possible', () => {
    const deep = Array.from({ length: 1_200 }).reduce<SampleCall>(
      (below) => call(A, B, 1n, { calls: [below] }),
      call(A, B, 1n),
    );
    const { geth, block } = sampleAnswers({ transactions: [{ calls: [deep] }] });
    expect(() => decodeEvmBlock({ chain: ethereum, block, traces: geth, source: 'test' })).toThrow('deeper than');
  });
});

const ACCOUNTS = [A, B, C, account(0xd4), account(0xe5)];
const anyAccount = fc.constantFrom(...ACCOUNTS);
const anyFrame = fc.record({
  type: fc.constantFrom<SampleCall['type'][]>(
    'CALL',
    'CALL',
    'CALL',
    'DELEGATECALL',
    'STATICCALL',
    'CALLCODE',
    'CREATE',
  ),
  from: anyAccount,
  to: anyAccount,
  value: fc.bigInt(0n, 2n ** 70n),
  failure: fc.constantFrom<Partial<SampleCall>[]>({}, {}, {}, { error: 'out of gas' }),
});
const { tree: anyCall } = fc.letrec<{ tree: SampleCall }>((tie) => ({
  tree: fc
    .tuple(anyFrame, fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })))
    .map(([{ failure, ...frame }, calls]) => ({ ...frame, ...failure, calls })),
}));

/** The sum by account, computed the slow and plain way: recursion, and nothing for a failed subtree. */
function effects(calls: readonly SampleCall[], into = new Map<string, bigint>()): Map<string, bigint> {
  for (const { type, from, to, value = 0n, error, calls: below } of calls) {
    if (error !== undefined) continue;
    if (type === 'CALL' || type === 'CREATE') {
      into.set(from, (into.get(from) ?? 0n) - value);
      into.set(to, (into.get(to) ?? 0n) + value);
    }
    effects(below ?? [], into);
  }
  return into;
}

test('any tree of calls has the effect of its succeeded parts, and makes or loses no coin', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 4 }), (calls) => {
      const sums = new Map<string, bigint>();
      for (const { from, to, amount } of inside({ calls })) {
        sums.set(from, (sums.get(from) ?? 0n) - amount);
        sums.set(to, (sums.get(to) ?? 0n) + amount);
      }
      const expected = effects(calls);
      for (const key of ACCOUNTS) expect(sums.get(key) ?? 0n).toBe(expected.get(key) ?? 0n);
      expect([...sums.values()].reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
    }),
    { numRuns: 300 },
  );
});

test('a transaction whose call failed moves nothing inside, whatever its tree', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 4 }), (calls) => {
      expect(inside({ calls, isFailed: true, value: 3n })).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
