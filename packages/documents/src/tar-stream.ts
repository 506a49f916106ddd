const BLOCK = 512;
/** Largest size that eleven octal digits hold; what is larger is written in base 256, as GNU and BSD tar do. */
const MAX_OCTAL = 0o77777777777;

/** A file of the archive. Its name is ASCII and at most 100 bytes; its chunks have exactly `size` bytes. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

function writeSize(header: Buffer, size: number): void {
  if (size <= MAX_OCTAL) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    return;
  }
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(size), 128);
}

function toHeader({ name, size }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, 'latin1');
  header.write('0000400\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  writeSize(header, size);
  // The same content gives the same bytes: no time of making.
  header.write('00000000000\0', 136, 'latin1');
  header.fill(' ', 148, 156);
  header.write('0', 156, 'latin1');
  header.write('ustar\0', 257, 'latin1');
  header.write('00', 263, 'latin1');
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Bytes of the whole archive. */
export function sizeOfTar(entries: readonly Pick<TarEntry, 'size'>[]): number {
  return entries.reduce((sum, { size }) => sum + BLOCK + size + padding(size), 2 * BLOCK);
}

/** A tar archive (POSIX ustar) as it is read: files of any size, one after the other, as they are. */
export async function* streamTar(entries: Iterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield toHeader(entry);
    yield* entry.chunks;
    if (padding(entry.size) > 0) yield Buffer.alloc(padding(entry.size));
  }
  yield Buffer.alloc(2 * BLOCK);
}
