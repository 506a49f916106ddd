import { deflateSync } from 'node:zlib';

/** Objects of one object stream. */
const PACK = 200;
/** What is collected before it is passed on. */
const CHUNK = 256 * 1024;

/** The number of an object; its place in the file is decided when it is written. */
export type ObjectId = number;

export function ref(id: ObjectId): string {
  return `${id} 0 R`;
}

/** Text as a PDF string: UTF-16 with its mark, in hexadecimal, so that nothing in it can end the string. */
export function pdfString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}

/** Places on a page as text: the same some thousands come back on each page. */
const PLACES: string[] = [];

/** Deflated. The buffer of the result is no larger than needed: thousands of small ones wait for the end of a file. */
function pack(raw: Uint8Array): Uint8Array {
  return deflateSync(raw, { level: 1, chunkSize: Math.min(65_536, Math.max(256, raw.length)) });
}

/** Points with two places at most. */
export function num(value: number): string {
  const hundredths = Math.round(value * 100);
  const known = PLACES[hundredths];
  if (known !== undefined) return known;
  const text = String(hundredths / 100);
  if (hundredths >= 0 && hundredths < 90_000) PLACES[hundredths] = text;
  return text;
}

/**
 * A PDF 1.7 file (ISO 32000-1) as it is written: objects may come in any order, small ones are packed into object streams (7.5.7),
 * and the table of places is a stream (7.5.8). Memory is nine bytes an object.
 */
export class PdfFile {
  #parts: Uint8Array[] = [];
  #pending = 0;
  #offset = 0;
  #next = 1;
  /** For each object: 1 and its offset, or 2, its stream and its place there. */
  #kinds = new Uint8Array(4_096);
  #places = new Float64Array(4_096);
  #indexes = new Uint8Array(4_096);
  #packed: [ObjectId, string][] = [];

  constructor() {
    // A comment of four bytes above 127 marks the file as binary (7.5.2).
    this.#push(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'));
  }

  #push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#pending += bytes.length;
    this.#offset += bytes.length;
  }

  reserve(): ObjectId {
    if (this.#next >= this.#kinds.length) this.#grow();
    return this.#next++;
  }

  #grow(): void {
    const length = this.#kinds.length * 2;
    const [kinds, places, indexes] = [new Uint8Array(length), new Float64Array(length), new Uint8Array(length)];
    kinds.set(this.#kinds);
    places.set(this.#places);
    indexes.set(this.#indexes);
    [this.#kinds, this.#places, this.#indexes] = [kinds, places, indexes];
  }

  /** Writes a single object. */
  write(id: ObjectId, body: string): void {
    this.#mark(id);
    this.#push(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'));
  }

  #mark(id: ObjectId): void {
    this.#kinds[id] = 1;
    this.#places[id] = this.#offset;
  }

  /** Writes a stream, packed unless it is to stay readable. `entries` are those of its dictionary. */
  stream(id: ObjectId, entries: string, data: Uint8Array | string, isPlain = false): void {
    const raw = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    const bytes = isPlain ? raw : pack(raw);
    const filter = isPlain ? '' : '/Filter/FlateDecode';
    this.#mark(id);
    this.#push(Buffer.from(`${id} 0 obj\n<<${entries}${filter}/Length ${bytes.length}>>\nstream\n`, 'latin1'));
    this.#push(bytes);
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  /** Writes a small object that is no stream, together with others. */
  pack(id: ObjectId, body: string): void {
    this.#packed.push([id, body]);
    if (this.#packed.length >= PACK) this.#flushPack();
  }

  #flushPack(): void {
    if (this.#packed.length === 0) return;
    const id = this.reserve();
    let at = 0;
    const heads: string[] = [];
    for (const [i, [packed, body]] of this.#packed.entries()) {
      heads.push(`${packed} ${at}`);
      at += body.length + 1;
      this.#kinds[packed] = 2;
      this.#places[packed] = id;
      this.#indexes[packed] = i;
    }
    const head = `${heads.join(' ')}\n`;
    const entries = `/Type/ObjStm/N ${this.#packed.length}/First ${head.length}`;
    this.stream(id, entries, `${head}${this.#packed.map(([, body]) => body).join('\n')}\n`);
    this.#packed = [];
  }

  /** Bytes that are ready, once there are enough of them. */
  take(least = CHUNK): Uint8Array | undefined {
    if (this.#pending < least || this.#pending === 0) return undefined;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#pending = 0;
    return bytes;
  }

  /** Writes the table of places and the end. `fileId` are 16 bytes in hexadecimal. */
  finish(root: ObjectId, info: ObjectId, fileId: string): void {
    this.#flushPack();
    const id = this.reserve();
    this.#mark(id);
    const size = this.#next;
    const rows = Buffer.alloc(size * 7);
    // Object 0 heads the list of free objects.
    rows.writeUInt8(255, 6);
    for (let i = 1; i < size; i++) {
      rows[i * 7] = this.#kinds[i] ?? 0;
      const place = this.#places[i] ?? 0;
      rows.writeUIntBE(place, i * 7 + 1, 5);
      rows[i * 7 + 6] = this.#indexes[i] ?? 0;
    }
    const start = this.#offset;
    const ids = `/ID[<${fileId}><${fileId}>]`;
    const entries = `/Type/XRef/Size ${size}/W[1 5 1]/Root ${ref(root)}/Info ${ref(info)}${ids}`;
    this.stream(id, entries, rows);
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  }
}
