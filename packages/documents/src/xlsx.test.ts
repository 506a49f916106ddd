import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Cell, numberCell } from './cell.ts';
import { streamXlsx, type XlsxSheet } from './xlsx.ts';

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Reads an archive by its central directory and checks sizes and digests. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, packed, size, nameLength, offset] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString();
    expect(bytes.readUInt32LE(offset)).toBe(0x04034b50);
    const data = inflateRawSync(bytes.subarray(offset + 30 + nameLength, offset + 30 + nameLength + packed));
    expect([data.length, crc32(data)]).toEqual([size, crc]);
    files.set(name, data.toString());
    at += 46 + nameLength;
  }
  return files;
}

async function write(rows: readonly Cell[][], options = {}): Promise<Map<string, string>> {
  const sheets: XlsxSheet[] = [
    { name: 'Rows', rows },
    { name: 'About', rows: [['a', 'b']] },
  ];
  return unzip(await collect(streamXlsx(sheets, options)));
}

describe('XLSX', () => {
  it('types every cell and writes no formula', async () => {
    const files = await write([['=1+1', '<&">', numberCell(-12n), numberCell('0.50000000'), null, '\u0007\ud800x']]);
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(sheet).toContain('&lt;&amp;&quot;&gt;');
    expect(sheet).toContain('<c><v>-12</v></c><c><v>0.50000000</v></c><c/>');
    expect(sheet).toContain('\ufffd\ufffdx');
    for (const text of files.values()) expect(text).not.toMatch(/<f>|externalLink|vbaProject/);
  });

  it('keeps digits that spreadsheets would lose as text', async () => {
    const sheet = (await write([[numberCell('123456789012.12345678'), numberCell('1234567.12345678')]])).get(
      'xl/worksheets/sheet1.xml',
    );
    expect(sheet).toContain('>123456789012.12345678</t>');
    expect(sheet).toContain('<v>1234567.12345678</v>');
  });

  it.each([
    [1, ['Rows', 'About']],
    [2, ['Rows', 'About']],
    [3, ['Rows', 'Rows 2', 'About']],
  ])('%i rows at two a sheet fill %j', async (count, names) => {
    const files = await write(
      Array.from({ length: count }, () => ['x']),
      { maxSheetRows: 2 },
    );
    const workbook = files.get('xl/workbook.xml') ?? '';
    expect([...workbook.matchAll(/sheet name="([^"]+)"/g)].map((match) => match[1])).toEqual(names);
    expect(files.get('[Content_Types].xml')).toContain(`sheet${names.length}.xml`);
  });

  it('fails when its rows fail', async () => {
    async function* rows(): AsyncGenerator<Cell[]> {
      yield ['x'];
      throw new Error('gone');
    }
    await expect(collect(streamXlsx([{ name: 'Rows', rows: rows() }]))).rejects.toThrow('gone');
  });
});
