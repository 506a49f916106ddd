import { expect, test } from 'vitest';
import { streamXlsx } from '../xlsx.ts';
import { streamZip } from '../zip-stream.ts';
import { readWorkbook } from './read-workbook.ts';

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const zip = (files: Readonly<Record<string, string>>) =>
  collect(
    streamZip(
      (async function* () {
        for (const [name, text] of Object.entries(files)) yield { name, chunks: [text] };
      })(),
    ),
  );

const RELS = `<Relationships><Relationship Id="rId7" Target="worksheets/a.xml"/><Relationship Id="rId8" Target="/xl/worksheets/b.xml"/></Relationships>`;
const WORKBOOK = `<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="Hidden" sheetId="1" state="hidden" r:id="rId8"/><sheet name="Trades &amp; more" sheetId="2" r:id="rId7"/></sheets></workbook>`;
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd&quot; h &quot;"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
const SHEET = `<worksheet><sheetData>
<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><r><t>Am</t></r><r><t xml:space="preserve">ount </t></r></is></c></row>
<row r="4"/>
<row r="5"><c r="A5" s="1"><v>45366.520833333336</v></c><c r="B5" s="2"><v>45366</v></c><c r="C5"><v>0.12345678000000001</v></c><c r="D5"><v>1.5E-7</v></c><c r="E5" s="3"><v>2</v></c></row>
<row r="6"><c r="A6"><f>SUM(A1:A2)</f></c><c r="B6"><f>1+1</f><v>2</v></c><c r="C6" t="str"><f>X()</f><v>=cmd|' /C calc'!A0</v></c><c r="D6" t="b"><v>1</v></c><c r="E6" t="e"><v>#REF!</v></c></row>
</sheetData></worksheet>`;
const PARTS = {
  'xl/workbook.xml': WORKBOOK,
  'xl/_rels/workbook.xml.rels': RELS,
  'xl/styles.xml': STYLES,
  'xl/sharedStrings.xml': '<sst><si><t>Time &#x26; zone</t><rPh sb="0"><t>hint</t></rPh></si></sst>',
  'xl/worksheets/a.xml': SHEET,
  'xl/worksheets/b.xml': '<worksheet/>',
};

test('cells are what people see: dates, decimals, stored results of formulas, and formulas without one as text', async () => {
  const workbook = readWorkbook(await zip(PARTS));
  expect(workbook.sheets).toEqual(['Trades & more']);
  expect([...workbook.rows('Trades & more')]).toEqual([
    { line: 3, cells: ['Time & zone', '', 'Amount'] },
    { line: 5, cells: ['2024-03-15 12:30:00', '2024-03-15', '0.12345678', '0.00000015', '2'] },
    { line: 6, cells: ['=SUM(A1:A2)', '2', "=cmd|' /C calc'!A0", 'true', '#REF!'] },
  ]);
  expect(() => [...workbook.rows('Hidden')]).toThrow(/no sheet “Hidden”/);
});

test('days are counted from 1904 where the workbook says so', async () => {
  const parts = { ...PARTS, 'xl/workbook.xml': WORKBOOK.replace('<workbookPr/>', '<workbookPr date1904="1"/>') };
  const [, row] = [...readWorkbook(await zip(parts)).rows('Trades & more')];
  expect(row?.cells[1]).toBe('2028-03-16');
});

test('a workbook of our own is read as it was written, whatever it contains', async () => {
  const rows = [
    ['Asset', 'Amount', 'Note'],
    ['btc', { number: '0.00000001' }, '=HYPERLINK("x") <&> \u202e'],
    ['eth', { number: '123456789012345678901.5' }, 'line one\nline two'],
  ];
  const workbook = readWorkbook(await collect(streamXlsx([{ name: 'Lines', rows }])));
  expect([...workbook.rows('Lines')].map(({ cells }) => cells)).toEqual(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? cell : cell.number))),
  );
});

test('what is no workbook is refused with its reason', async () => {
  const whole = await zip(PARTS);
  expect(() => readWorkbook(Buffer.from('Date,Amount\n2024-01-01,1'.repeat(9)))).toThrow(/not a ZIP archive/);
  expect(() => readWorkbook(whole.subarray(0, whole.length - 30))).toThrow(/no workbook/);
  await expect(zip({ 'a.txt': 'x' }).then(readWorkbook)).rejects.toThrow(/workbook\.xml is missing/);
  const bomb = { ...PARTS, 'xl/workbook.xml': `<!DOCTYPE x [<!ENTITY a "b">]>${WORKBOOK}` };
  await expect(zip(bomb).then(readWorkbook)).rejects.toThrow(/entities/);
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, 60, 90);
  expect(() => [...readWorkbook(damaged).rows('Trades & more')]).toThrow(/damaged|no workbook/);
});
