import { constants, crc32, createDeflateRaw } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01 00:00, the format's zero: the same rows give the same bytes. */
const DOS_DATE = 0x21;
const VERSION = 20;

/** A file of the archive; its text is requested as the archive is read. */
export interface ZipEntry {
  readonly name: string;
  readonly chunks: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

function numbers(fields: readonly (readonly [width: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}

function localHeader(name: Buffer): Buffer {
  const head: [2 | 4, number][] = [
    [4, LOCAL_HEADER],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DOS_DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  ];
  return Buffer.concat([numbers(head), name]);
}

function centralHeader({ name, offset, crc, size, packed }: Written): Buffer {
  const head: [2 | 4, number][] = [
    [4, CENTRAL_HEADER],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DOS_DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ];
  return Buffer.concat([numbers(head), name]);
}

function directory(files: readonly Written[], offset: number): Buffer {
  const headers = Buffer.concat(files.map(centralHeader));
  const end: [2 | 4, number][] = [
    [4, END_OF_CENTRAL],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, headers.length],
    [4, offset],
    [2, 0],
  ];
  return Buffer.concat([headers, numbers(end)]);
}

interface Counts {
  crc: number;
  size: number;
}

/** Packs text, counting what goes in; writing waits whenever nobody reads. */
async function* deflate(chunks: ZipEntry['chunks'], counts: Counts): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  const feed = async (): Promise<void> => {
    for await (const text of chunks) {
      const bytes = Buffer.from(text, 'utf8');
      counts.crc = crc32(bytes, counts.crc);
      counts.size += bytes.length;
      if (!packer.write(bytes)) await new Promise<void>((resolve) => packer.once('drain', resolve));
    }
    packer.end();
  };
  feed().catch((error: Error) => packer.destroy(error));
  yield* packer as AsyncIterable<Buffer>;
}

/** A zip archive as it is read. Archives and their files stay below 4 GiB: the wide form of the format is not written. */
export async function* streamZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const files: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const start = offset;
    const header = localHeader(name);
    yield header;
    const counts: Counts = { crc: 0, size: 0 };
    let packed = 0;
    for await (const chunk of deflate(entry.chunks, counts)) {
      packed += chunk.length;
      yield chunk;
    }
    yield numbers([
      [4, DESCRIPTOR],
      [4, counts.crc],
      [4, packed],
      [4, counts.size],
    ]);
    offset = start + header.length + packed + 16;
    files.push({ name, offset: start, crc: counts.crc, size: counts.size, packed });
  }
  yield directory(files, offset);
}
