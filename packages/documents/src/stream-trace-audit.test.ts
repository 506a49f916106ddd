import { describe, expect, it } from 'vitest';
import { streamTraceAudit } from './stream-trace-audit.ts';
import { type ReadCell, readWorkbook, WorkbookEvaluator } from './testing/evaluate-workbook.ts';
import type { AuditEnd, AuditGroup, TraceAudit } from './trace-audit.ts';
import { AuditAmounts, columnLetters } from './trace-audit-amounts.ts';

const TXID = 'a'.repeat(64);

function end(amount: bigint, parts: Partial<AuditEnd> = {}): AuditEnd {
  return {
    ref: `${TXID}:0`,
    place: 'x',
    asset: 'btc',
    amount,
    reason: 'unspent',
    detail: 'Not spent.',
    party: null,
    ...parts,
  };
}

function group(unit: bigint, number: number): AuditGroup {
  const line = (side: AuditGroup['lines'][number]['side'], tainted: bigint) => ({
    side,
    ref: `${TXID}:${number}`,
    place: 'x',
    amount: tainted + 5n,
    tainted,
  });
  const parts = [line('out', 7n * unit + 2n), line('in', 4n * unit + 1n), line('in', 6n * unit + 999_999_999n)];
  return {
    title: TXID,
    asset: 'btc',
    height: 5,
    hop: number,
    lines: [...parts, line('fee', 3n * unit + 999_999_996n), line('added', -2n), line('out', 0n)],
  };
}

function audit(unit: bigint): TraceAudit {
  return {
    about: [['hash', '=HYPERLINK("x")']],
    seeds: [end(10n * unit)],
    groups: [group(unit, 1), group(unit, 2)],
    leaves: [end(3n * unit), end(unit, { detail: '=1+1', party: '<b>Exchange</b>' })],
    cuts: [end(unit, { reason: 'fan-out' })],
    assets: ['btc'],
    gaps: [['heights-missing', '5', 'Not held.']],
  };
}

async function write(book: TraceAudit): Promise<Map<string, ReadCell[][]>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of streamTraceAudit(book)) parts.push(chunk);
  return readWorkbook(Buffer.concat(parts));
}

function formulas(sheets: ReadonlyMap<string, ReadCell[][]>): { sheet: string; cell: ReadCell; row: number }[] {
  return [...sheets].flatMap(([sheet, rows]) =>
    rows.flatMap((cells, row) => cells.flatMap((cell) => (cell.formula === undefined ? [] : [{ sheet, cell, row }]))),
  );
}

describe('The audit workbook', () => {
  it.each([1n, 10n ** 8n, 10n ** 16n, 10n ** 30n, 10n ** 60n])(
    'calculates in a spreadsheet’s own arithmetic what is stated, with amounts of about %d units',
    async (unit) => {
      const sheets = await write(audit(unit));
      const evaluator = new WorkbookEvaluator(sheets);
      const found = formulas(sheets);
      expect(found.length).toBeGreaterThan(20);
      for (const { sheet, cell } of found) {
        expect(evaluator.reckon(sheet, cell.formula ?? '')).toBe(cell.number ?? cell.text);
      }
      const checks = (sheets.get('Checks') ?? []).slice(1).map((row) => row.at(-1)?.text);
      expect(checks).toEqual(['holds', 'holds']);
      expect(sheets.get('Sums')?.[1]?.at(-1)?.text).toBe('differs');
    },
  );

  it('notices a single unit that is changed by hand, however large the amounts', async () => {
    for (const unit of [1n, 10n ** 8n, 10n ** 30n]) {
      const sheets = await write(audit(unit));
      const steps = sheets.get('Steps') ?? [];
      const at = steps[0]?.findIndex(({ text }) => text?.startsWith('traced')) ?? -1;
      const cell = steps[1]?.[at];
      if (!cell || cell.number === undefined) throw new Error('The sheet of steps has no traced amount.');
      steps[1]?.splice(at, 1, { ...cell, number: cell.number + 1 });
      const evaluator = new WorkbookEvaluator(sheets);
      const verdicts = (sheets.get('Checks') ?? []).slice(1).map((row) => row.at(-1)?.formula ?? '');
      expect(verdicts.map((formula) => evaluator.reckon('Checks', formula))).toEqual(['differs', 'holds']);
    }
  });

  it('writes a stranger’s text as text', async () => {
    const sheets = await write(audit(1n));
    expect(sheets.get('About')?.[1]?.[1]).toEqual({
      text: '=HYPERLINK("x")',
      number: undefined,
      formula: undefined,
    });
    expect(sheets.get('Leaves')?.[2]?.map(({ text }) => text)).toContain('<b>Exchange</b>');
    expect(formulas(sheets).every(({ sheet }) => ['Checks', 'Sums'].includes(sheet))).toBe(true);
  });

  it('writes whole numbers where a spreadsheet keeps all digits', () => {
    expect(new AuditAmounts(10n ** 15n - 1n).headings('traced')).toEqual(['traced']);
    const split = new AuditAmounts(10n ** 27n);
    expect(split.headings('traced')).toEqual(['traced (units)', 'traced (10^9)', 'traced (10^18)', 'traced (10^27)']);
    expect(split.split(-1_000_000_002n)).toEqual([-2n, -1n, 0n, 0n]);
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});
