import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;

interface Table {
  readonly tag: number;
  readonly checksum: number;
  readonly bytes: Uint8Array;
}

function readTable(woff: Buffer, at: number): Table {
  const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
  const part = woff.subarray(offset, offset + packed);
  const bytes = packed < length ? inflateSync(part) : part;
  return { tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), bytes };
}

/**
 * The OpenType file inside a WOFF 1.0 file (W3C WOFF File Format 1.0, sections 3 to 5). Unpacked once, because readers of
 * the packed form inflate a whole table for each glyph they look at.
 */
export function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => readTable(woff, HEADER + i * ENTRY));
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + count * 16);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const row = 12 + i * 16;
    head.writeUInt32BE(tag, row);
    head.writeUInt32BE(checksum, row + 4);
    head.writeUInt32BE(offset, row + 8);
    head.writeUInt32BE(bytes.length, row + 12);
    const padding = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, new Uint8Array(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}

const FILES = {
  sans: 'IBMPlexSans-Regular.woff',
  bold: 'IBMPlexSans-SemiBold.woff',
  mono: 'IBMPlexMono-Regular.woff',
} as const;
export type FontName = keyof typeof FILES;
export const FONT_NAMES = Object.keys(FILES) as readonly FontName[];

const opened = new Map<FontName, Buffer>();

/** A font of printed documents as OpenType bytes; read from disk once. */
export function readFont(name: FontName): Buffer {
  const known = opened.get(name) ?? unwrapWoff(readFileSync(new URL(`../fonts/${FILES[name]}`, import.meta.url)));
  opened.set(name, known);
  return known;
}
