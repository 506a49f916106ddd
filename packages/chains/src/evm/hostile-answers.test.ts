import { AppError } from '@trailmark/core/errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base } from '../base.ts';
import { ethereum } from '../ethereum.ts';
import { account, RECIPIENT, SENDER, sampleAnswers, word } from '../testing/evm-answers.ts';
import { decodeEvmBlock, type EvmBlockInput } from './decode-block.ts';
import { TRANSFER_BATCH_TOPIC, TRANSFER_TOPIC } from './token-log.ts';
import { verifyEvmBlock } from './verify-block.ts';

const ends = [word(SENDER), word(RECIPIENT)];
const batch = [0x40, 0x80, 1, 7, 1, 9].map((value) => word(value)).join('');
const answers = sampleAnswers({
  transactions: [
    {
      value: 5n,
      logs: [
        { address: account(7), topics: [TRANSFER_TOPIC, ...ends], data: word(5) },
        { address: account(8), topics: [TRANSFER_BATCH_TOPIC, word(SENDER), ...ends], data: batch },
      ],
      calls: [
        {
          type: 'CALL',
          from: RECIPIENT,
          to: account(9),
          value: 2n,
          calls: [{ type: 'SELFDESTRUCT', from: account(9), to: account(9), value: 2n }],
        },
        { type: 'CREATE2', from: RECIPIENT, to: account(12), value: 1n },
      ],
    },
    { isFailed: true },
  ],
  fields: { withdrawalsRoot: `0x${word(1)}`, withdrawals: [{ address: `0x${account(3)}`, amount: '0x5' }] },
});
const whole = { block: answers.block, receipts: answers.receipts, logs: answers.logs };
const forms = [answers.geth, answers.parity] as const;

/** Paths of every value within an answer. */
function listPaths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => listPaths(item, [...path, key]))];
}

function replaceAt(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? replaceAt(item, rest, by) : item));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaceAt(fields[key], rest, by) };
}

const anyGarbage = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    '',
    '0x',
    '0x0',
    '0x1',
    '0xff',
    '-0x1',
    '0X1',
    '0xg',
    '0x1e400',
    Number.POSITIVE_INFINITY,
    -1,
    1.5,
    true,
    [],
    {},
    [[]],
  ),
  fc.constantFrom<unknown[]>(
    '__proto__',
    `0x${'f'.repeat(64)}`,
    `0x${'f'.repeat(65)}`,
    `0x${'f'.repeat(40)}`,
    '0x\u0660',
    ' 0x1',
    '0x1 ',
    '0x1\n',
  ),
  fc.jsonValue(),
  fc.string().map((text) => `0x${text}`),
);

function expectOnlyRefusals(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!AppError.is(error, 'inconsistent')) throw error;
    expect(error.message).toMatch(/^Block [\d,]+: \P{C}+\.$/u);
    expect(error.message.length).toBeLessThan(400);
  }
}

test.each([ethereum, base])(
  'garbage at any place of an answer is read or refused in one sentence, on $name',
  (chain) => {
    const sources = forms.map((traces) => ({ ...whole, traces }));
    const places = sources.map((source) => listPaths(source));
    fc.assert(
      fc.property(fc.nat(1), fc.nat(), anyGarbage, (form, at, garbage) => {
        const path = places[form]![at % places[form]!.length]!;
        const input = replaceAt(sources[form], path, garbage) as Omit<EvmBlockInput, 'chain' | 'source'>;
        if (input === null || typeof input !== 'object' || path[1] === 'form') return;
        expectOnlyRefusals(() => decodeEvmBlock({ ...input, chain, source: 'test' }));
        expectOnlyRefusals(() => verifyEvmBlock(chain, input.block, input.receipts));
      }),
      { numRuns: 4_000 },
    );
  },
);

test('two fields exchanged are read or refused', () => {
  const source = { ...whole, traces: answers.geth };
  const places = listPaths(source).filter((path) => path.length > 1);
  const valueAt = (path: readonly (string | number)[]) =>
    path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], source);
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.constantFrom(...places), (to, from) => {
      const input = replaceAt(source, to, valueAt(from)) as Omit<EvmBlockInput, 'chain' | 'source'>;
      expectOnlyRefusals(() => decodeEvmBlock({ ...input, chain: ethereum, source: 'test' }));
    }),
    { numRuns: 1_000 },
  );
});
