import { AppError } from '@trailmark/core/errors';
import { MAX_BUNDLE_BYTES, MAX_FILES, refuseItem } from './bundle-format.ts';
import { crc32 } from './crc32.ts';

// Zip archives with one form only: stored, in the order of the names, no times, no extra fields. The same files give the same bytes,
// and any other byte in a head is found.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, the format's zero. */
const DATE = 0x21;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const MAX_NAME = 200;

const encoder = new TextEncoder();

export type BundleFiles = ReadonlyMap<string, Uint8Array>;

interface Head {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

class HeadWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  two(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint16(this.#at, value, true);
      this.#at += 2;
    }
    return this;
  }

  four(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint32(this.#at, value, true);
      this.#at += 4;
    }
    return this;
  }

  text(text: string): this {
    this.bytes.set(encoder.encode(text), this.#at);
    return this;
  }
}

function localHead({ name, crc, size }: Head): Uint8Array {
  const head = new HeadWriter(LOCAL_BYTES + name.length).four(LOCAL).two(VERSION, FLAGS, 0, 0, DATE);
  return head.four(crc, size, size).two(name.length, 0).text(name).bytes;
}

function centralHead({ name, crc, size, offset }: Head): Uint8Array {
  const head = new HeadWriter(CENTRAL_BYTES + name.length).four(CENTRAL).two(VERSION, VERSION, FLAGS, 0, 0, DATE);
  return head.four(crc, size, size).two(name.length, 0, 0, 0, 0).four(0, offset).text(name).bytes;
}

function endRecord(count: number, length: number, offset: number): Uint8Array {
  return new HeadWriter(END_BYTES).four(END).two(0, 0, count, count).four(length, offset).two(0).bytes;
}

/** Throws `invalid` for a name that could lead elsewhere, or that two systems read as different files. */
export function checkName(name: string): void {
  if (name.length <= MAX_NAME && NAME.test(name)) return;
  refuseItem(
    name,
    'this is no name of an item. Names are letters, digits, dots, hyphens and slashes, and do not climb.',
  );
}

/** An archive of the files. Throws `invalid` for names that are not items' names. */
export function writeStoredZip(files: BundleFiles): Uint8Array {
  const names = [...files.keys()].sort();
  const heads: Head[] = [];
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const name of names) {
    checkName(name);
    const bytes = files.get(name) ?? new Uint8Array();
    const head = { name, crc: crc32(bytes), size: bytes.length, offset };
    const local = localHead(head);
    parts.push(local, bytes);
    offset += local.length + bytes.length;
    heads.push(head);
  }
  const central = heads.map(centralHead);
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const all = [...parts, ...central, endRecord(heads.length, length, offset)];
  const size = all.reduce((sum, part) => sum + part.length, 0);
  if (size > MAX_BUNDLE_BYTES || heads.length > MAX_FILES)
    throw new AppError('invalid', 'This bundle would be larger than 512 MiB or 60,000 items. Choose fewer exhibits.');
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function isSame(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  return at + expected.length <= bytes.length && expected.every((byte, i) => bytes[at + i] === byte);
}

/** The name of the last item that begins before the file ends, to say where it was cut. */
function findLastBegun(bytes: Uint8Array, view: DataView): string | undefined {
  let at = 0;
  let name: string | undefined;
  while (at + LOCAL_BYTES <= bytes.length && view.getUint32(at, true) === LOCAL) {
    const length = view.getUint16(at + 26, true);
    name = new TextDecoder().decode(bytes.subarray(at + LOCAL_BYTES, at + LOCAL_BYTES + length));
    at += LOCAL_BYTES + length + view.getUint32(at + 18, true);
  }
  return name;
}

function readHeads(bytes: Uint8Array, view: DataView): { readonly heads: Head[]; readonly start: number } {
  const end = bytes.length - END_BYTES;
  const isEnded = end >= 0 && view.getUint32(end, true) === END;
  if (!isEnded) {
    const last = findLastBegun(bytes, view);
    refuseItem(
      last ?? 'the file',
      `the bundle is cut short or is no bundle: it has no end after ${bytes.length} bytes.`,
    );
  }
  const [count, length, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  if (start + length !== end || !isSame(bytes, end, endRecord(count, length, start)))
    refuseItem(
      'the list at the end',
      'it does not fit the file. There are bytes before or behind the archive, or it was changed.',
    );
  const heads: Head[] = [];
  for (let at = start; at < end; ) {
    const nameLength = at + CENTRAL_BYTES <= end ? view.getUint16(at + 28, true) : -1;
    const name = new TextDecoder().decode(
      bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + Math.max(0, nameLength)),
    );
    if (nameLength <= 0 || at + CENTRAL_BYTES + nameLength > end) refuseItem('the list at the end', 'it is damaged.');
    checkName(name);
    const head = {
      name,
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    const expected = centralHead(head);
    if (!isSame(bytes, at, expected))
      refuseItem(
        name,
        'its line in the list at the end is not written as in a bundle: packed, encrypted, dated or damaged.',
      );
    heads.push(head);
    at += expected.length;
  }
  if (heads.length !== count) refuseItem('the list at the end', `it states ${count} items and has ${heads.length}.`);
  return { heads, start };
}

function checkOrder(heads: readonly Head[]): void {
  const folded = new Set<string>();
  for (const [i, { name }] of heads.entries()) {
    if (folded.has(name.toLowerCase())) refuseItem(name, 'two items have this name.');
    folded.add(name.toLowerCase());
    const before = heads[i - 1]?.name;
    if (before !== undefined && before >= name)
      refuseItem(name, `it is listed after ${before}: items are in the order of their names.`);
  }
}

export interface ReadZip {
  readonly files: Map<string, Uint8Array>;
  /** Names of files whose content has another checksum than the archive states. */
  readonly damaged: readonly string[];
}

/** The files of an archive that `writeStoredZip` could have written; throws `invalid` for every other one, naming the item. */
export function readStoredZip(bytes: Uint8Array): ReadZip {
  if (bytes.length > MAX_BUNDLE_BYTES) refuseItem('the file', 'it is larger than a bundle can be (512 MiB).');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { heads, start } = readHeads(bytes, view);
  checkOrder(heads);
  const files = new Map<string, Uint8Array>();
  let at = 0;
  for (const head of heads) {
    const local = localHead(head);
    if (head.offset !== at || !isSame(bytes, at, local))
      refuseItem(head.name, 'its head differs from its line in the list at the end.');
    const from = at + local.length;
    at = from + head.size;
    if (at > start) refuseItem(head.name, 'it is said to be longer than the file.');
    files.set(head.name, bytes.subarray(from, at));
  }
  if (at !== start) refuseItem('the list at the end', 'there are bytes between the last item and it.');
  const damaged = heads.filter(({ name, crc }) => crc32(files.get(name) ?? new Uint8Array()) !== crc);
  return { files, damaged: damaged.map(({ name }) => name) };
}
