import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** The end record and the longest comment behind it. */
const LONGEST_TAIL = 22 + 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** A zip archive in memory: names, and the bytes of one entry at a time. */
export interface ZipArchive {
  readonly names: readonly string[];
  /** Throws where the name is not in the archive or its bytes do not inflate to the length stated. */
  read(name: string): Buffer;
}

interface ZipEntry {
  readonly method: number;
  readonly packedLength: number;
  readonly length: number;
  readonly offset: number;
}

function findDirectory(bytes: Buffer, path: string): { count: number; offset: number } {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - LONGEST_TAIL); at--) {
    if (bytes.readUInt32LE(at) !== END_OF_DIRECTORY) continue;
    return { count: bytes.readUInt16LE(at + 10), offset: bytes.readUInt32LE(at + 16) };
  }
  throw new Error(`${path} is no zip archive: it has no central directory.`);
}

/** Reads the directory of a zip archive (PKWARE APPNOTE 6.3, without Zip64 and encryption). */
export function openZip(path: string): ZipArchive {
  const bytes = readFileSync(path);
  const entries = new Map<string, ZipEntry>();
  const directory = findDirectory(bytes, path);
  let at = directory.offset;
  for (let i = 0; i < directory.count; i++) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`${path}: the central directory is damaged.`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packedLength: bytes.readUInt32LE(at + 20),
      length: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`${path} has no entry ${name}.`);
      return readEntry(bytes, entry, `${path}: ${name}`);
    },
  };
}

function readEntry(bytes: Buffer, entry: ZipEntry, name: string): Buffer {
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
  const packed = bytes.subarray(start, start + entry.packedLength);
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new Error(`${name}: unknown compression.`);
  const content = entry.method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: entry.length + 1 });
  if (content.length !== entry.length) throw new Error(`${name} is damaged: it has another length than stated.`);
  return content;
}
