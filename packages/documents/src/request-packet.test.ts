import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeCsvRow } from './csv.ts';
import { digestPacketRows, packetRows, REQUEST_KINDS } from './request-packet.ts';
import { formatFiat, formatMoney, formatPrice } from './request-packet-figures.ts';
import { streamPacketCsv, streamPacketXlsx } from './request-packet-tables.ts';
import { escapeAscii, streamPacketJson, streamPacketText } from './request-packet-text.ts';
import { NO_CONTACT, packetFacts, wordingOf } from './request-packet-wording.ts';
import { BLOCK_HASH, sampleDeposit, samplePacket, TXID } from './testing/sample-packet.ts';

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const HOSTILE = '=HYPERLINK("http://x")\r\nfake: line\u202egnp.exe, "quoted" \u0000 日本';

describe('the rows of a request', () => {
  it('carry full hashes, the height, UTC time, exact amounts and the price with its day and source', () => {
    const cells = packetRows(samplePacket())[0]?.map((cell) =>
      cell === null || typeof cell === 'string' ? cell : cell.number,
    );
    expect(cells).toEqual([
      '1',
      'btc',
      TXID,
      '700000',
      'no',
      BLOCK_HASH,
      '2021-09-11T04:14:32Z',
      'no',
      '1',
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      'no',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      '1.23456789',
      'BTC',
      '123456789',
      '56123.456789',
      'USD',
      '45160.123456789',
      '2021-09-11',
      'Sample',
      'Claim "Sample Exchange" (source: a list).',
    ]);
  });

  it('leave the value empty where no price is known', () => {
    const cells = packetRows(samplePacket({ deposits: [sampleDeposit({ fiat: undefined })] }))[0];
    expect(cells?.slice(15, 20)).toEqual([null, null, null, null, null]);
  });

  it('are digested as CSV records', () => {
    const packet = samplePacket();
    const records = packetRows(packet).map(encodeCsvRow).join('');
    expect(digestPacketRows(packet)).toBe(createHash('sha256').update(records).digest('hex'));
    const other = samplePacket({ deposits: [sampleDeposit({ amount: 123_456_790n })] });
    expect(digestPacketRows(other)).not.toBe(digestPacketRows(packet));
  });

  it('never print a value above zero as zero', () => {
    expect(formatFiat(1n)).toBe('0.000001');
    expect(formatFiat(1_500_000n)).toBe('1.50');
    expect(formatPrice(60_000n)).toBe('0.00006');
    expect([1n, 9_999n, 10_000n, 1_234_565_000n].map(formatMoney)).toEqual([
      '0.000001',
      '0.009999',
      '0.01',
      '1,234.57',
    ]);
  });
});

describe('the wording', () => {
  it('differs by kind, and only a preservation says that nothing is to be handed over', () => {
    const texts = REQUEST_KINDS.map((kind) => JSON.stringify(wordingOf(samplePacket({ kind }))));
    expect(new Set(texts).size).toBe(3);
    expect(texts.map((text) => text.includes('does not request that any record be handed over'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(texts[2]).toContain('emergency');
  });

  it('warns of a route that was not verified, and of having none', () => {
    const facts = Object.fromEntries(packetFacts(samplePacket()));
    expect(facts.contact_1).toBe('email: law@exchange.example');
    expect(facts.contact_1_standing).toMatch(/^NOT VERIFIED/);
    const none = samplePacket({ addressee: { ...samplePacket().addressee, contacts: [] } });
    expect(Object.fromEntries(packetFacts(none)).contact).toBe(NO_CONTACT);
  });

  it('states tip, versions, software and the digest of the rows', () => {
    const facts = Object.fromEntries(packetFacts(samplePacket()));
    expect(facts).toMatchObject({
      as_of: `block 800000, ${BLOCK_HASH}`,
      labels_version: 'l1',
      prices_version: 'p1',
      rules_version: 'no rule was applied',
      software: 'Trailmark test',
      rows: '1',
      sha256_of_rows: digestPacketRows(samplePacket()),
    });
  });
});

describe('the forms of a request', () => {
  const hostile = samplePacket({ authority: HOSTILE, asks: [HOSTILE], deposits: [sampleDeposit({ basis: HOSTILE })] });

  it('is CSV whose hostile text starts no formula and ends no record', async () => {
    const text = (await collect(streamPacketCsv(hostile))).toString();
    expect(text).toContain(`authority,"'=HYPERLINK(""http://x"")\r\nfake: line`);
    expect(text).toContain(`\r\nsha256_of_rows,${digestPacketRows(hostile)}\r\nnumber,chain,txid,`);
    expect(text).toContain(`\r\n1,btc,${TXID},700000,no,${BLOCK_HASH},`);
  });

  it('is text of one line per value in printable ASCII', async () => {
    const bytes = await collect(streamPacketText(hostile));
    expect(bytes.every((byte) => byte === 10 || (byte >= 32 && byte < 127))).toBe(true);
    const lines = bytes.toString('ascii').split('\n');
    expect(lines[0]).toBe('trailmark-request-packet 1');
    expect(lines.filter((line) => line.startsWith('fake:'))).toEqual([]);
    expect(lines).toContain(`txid: ${TXID}`);
    expect(lines.find((line) => line.startsWith('authority: '))).toBe(
      'authority: =HYPERLINK("http://x")\\u{d}\\u{a}fake: line\\u{202e}gnp.exe, "quoted" \\u{0} \\u{65e5}\\u{672c}',
    );
    expect(lines.slice(-2)).toEqual(['[end]', '']);
  });

  it('escapes the backslash, so that escaped text reads back to what it was', () => {
    const escaped = escapeAscii('a\\u{41}\né');
    expect(escaped).toBe('a\\u{5c}u{41}\\u{a}\\u{e9}');
    const back = escaped.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    expect(back).toBe('a\\u{41}\né');
  });

  it('is JSON in ASCII that parses to the same text', async () => {
    const text = (await collect(streamPacketJson(hostile))).toString();
    expect(/^[\n\x20-\x7e]*$/.test(text)).toBe(true);
    const document = JSON.parse(text);
    expect(document).toMatchObject({
      format: 'trailmark-request-packet-1',
      request: { kind: 'production', authority: HOSTILE, sha256_of_rows: digestPacketRows(hostile) },
      transfers: [{ number: 1, txid: TXID, blockHeight: 700_000, amount: '1.23456789', fiat: { day: '2021-09-11' } }],
    });
  });

  it('is a workbook of typed cells', async () => {
    const bytes = await collect(streamPacketXlsx(samplePacket()));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(bytes.length).toBeGreaterThan(2_000);
  });
});
