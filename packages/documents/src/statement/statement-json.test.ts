import { createHash } from 'node:crypto';
import { toCanonicalJson, toPlain } from '@trailmark/core/canonical-json';
import { writeLineJson } from '@trailmark/core/statement/line-json';
import type { StatementLine } from '@trailmark/core/statement/statement';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleStatement } from '../testing/sample-statement.ts';
import { lineCodec } from './json/statement-codec.ts';
import type { StatementDocument } from './statement-document.ts';
import { readStatementJson, StatementJson, streamStatementJson } from './statement-json.ts';

async function write(document: StatementDocument): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamStatementJson(document)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The bytes in pieces of one size, so that characters and rows are cut anywhere. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const optionalUnits = fc.option(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), { nil: undefined });
const anyText = fc.string({ unit: 'binary' });
const legs = fc.record({
  asset: anyText,
  amount: fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
  tokenId: fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n }), { nil: undefined }),
  value: optionalUnits,
});
const anyLine = fc.record({
  no: fc.nat(),
  chain: fc.constantFrom('btc', 'eth', 'trx'),
  height: fc.nat(),
  time: fc.nat(),
  txid: fc.option(anyText, { nil: undefined }),
  part: fc.nat(),
  parts: fc.nat(),
  type: fc.constantFrom('deposit', 'bridge', 'nft-sale'),
  basis: fc.constantFrom('fact', 'inference'),
  rule: fc.option(anyText, { nil: undefined }),
  legs: fc.array(legs, { maxLength: 3 }),
  fee: fc.option(legs, { nil: undefined }),
  parties: fc.array(fc.record({ address: anyText, label: anyText, category: fc.constant(undefined) }), {
    maxLength: 3,
  }),
  partyCount: fc.nat(),
  own: fc.array(anyText, { maxLength: 3 }),
  balances: fc.array(fc.record({ asset: anyText, amount: optionalUnits }), { maxLength: 3 }),
  isSpam: fc.boolean(),
  note: fc.option(anyText, { nil: undefined }),
});

describe('a statement as JSON', () => {
  test('export, import and export again gives the same bytes, however the file is cut while it is read', async () => {
    const first = await write(sampleStatement(1_203));
    for (const size of [7, 4_096, first.length]) {
      expect((await write(await readStatementJson(pieces(first, size)))).equals(first)).toBe(true);
    }
  });

  test('a line is written in its canonical form', async () => {
    const arrival = fc.record({ chain: fc.constant('eth'), height: fc.nat(), time: fc.nat(), txid: anyText });
    await fc.assert(
      fc.property(anyLine, fc.option(arrival, { nil: undefined }), (drawn, arrived) => {
        const line = { ...drawn, arrival: arrived } as StatementLine;
        expect(writeLineJson(line)).toBe(toCanonicalJson(toPlain(line) as object));
      }),
    );
  });

  test('any line is read as it was written, to the digit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { maxLength: 5 }), async (lines) => {
        const document = {
          ...sampleStatement(0),
          lines: (async function* () {
            yield lines as never;
          })(),
        };
        const bytes = await write(document);
        const read = await readStatementJson(pieces(bytes, 1_000));
        const again: unknown[] = [];
        for await (const batch of read.lines) again.push(...batch);
        expect(again.map((line) => lineCodec.encode(line as never))).toEqual(
          lines.map((line) => lineCodec.encode(line as never)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('the file is one JSON value, and its members are in canonical order', async () => {
    const bytes = await write(sampleStatement(3));
    const value = JSON.parse(bytes.toString()) as { lines: Record<string, unknown>[]; lineCount: number };
    expect(value.lines).toHaveLength(3);
    expect(value.lineCount).toBe(3);
    for (const line of value.lines) expect(Object.keys(line)).toEqual(Object.keys(line).sort());
  });

  test('the digest of the writer is that of the file', async () => {
    const writer = new StatementJson();
    const document = sampleStatement(20);
    let text = writer.begin(document);
    for await (const lines of document.lines) text += writer.batch(lines);
    text += writer.end();
    expect(writer.digest()).toBe(createHash('sha256').update(text).digest('hex'));
  });

  test.each([
    ['a changed amount', (text: string) => text.replace('"6000018"', '"6000019"'), /not the lines it was written with/],
    ['a line that is missing', (text: string) => text.replace(/\n\{"balances.*\n/, '\n'), /not the lines/],
    ['a cut file', (text: string) => text.slice(0, -40), /ends within a row/],
    ['an amount as a number', (text: string) => text.replace(/"amount":"(\d+)"/, '"amount":$1'), /amount in digits/],
    [
      'a type nobody knows',
      (text: string) => text.replace('"type":"deposit"', '"type":"theft"'),
      /line 1\.type is not one of/,
    ],
    ['a member of nobody', (text: string) => text.replace('"isSpam":', '"isSpan":'), /isSpan/],
    ['another format', () => '{"format":"x"}\n', /does not start with/],
    [
      'an earlier format',
      () => '{"format":"trailmark-statement/1",\n',
      /is of another version than trailmark-statement\/3/,
    ],
    ['text after its end', (text: string) => `${text}{}\n`, /follows its end/],
  ])('%s is refused with its place', async (_, change, reason) => {
    const text = (await write(sampleStatement(5))).toString();
    const changed = change(text);
    expect(changed).not.toBe(text);
    const drain = async () => {
      const document = await readStatementJson(pieces(Buffer.from(changed), 512));
      for await (const lines of document.lines) void lines;
    };
    await expect(drain()).rejects.toThrow(reason);
  });
});
