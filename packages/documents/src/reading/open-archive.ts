import { inflateRawSync } from 'node:zlib';
import { AppError } from '@trailmark/core/errors';

const END_OF_CENTRAL = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const MOST_FILES = 2_000;
const [STORED, DEFLATED] = [0, 8];

/** Files of a ZIP archive by name; each is unpacked when it is read, and never beyond its limit. */
export interface Archive {
  has(name: string): boolean;
  /** Throws `invalid` where the file is missing, damaged, encrypted, or larger than the limit when unpacked. */
  read(name: string, limit: number): Buffer;
}

interface Place {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly offset: number;
}

function refuse(reason: string): never {
  throw new AppError('invalid', `This is no workbook that can be read: ${reason}.`);
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= first; at--) if (bytes.readUInt32LE(at) === END_OF_CENTRAL) return at;
  return refuse('it is not a ZIP archive, as XLSX files are. Older XLS files are saved as XLSX or CSV first');
}

function listPlaces(bytes: Buffer): Map<string, Place> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_FILES) refuse(`it has ${count} parts, and at most ${MOST_FILES} are read`);
  const places = new Map<string, Place>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_HEADER) refuse('its list of parts is damaged');
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    places.set(bytes.toString('utf8', at + 46, at + 46 + name), {
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return places;
}

function unpack(bytes: Buffer, { method, isEncrypted, packed, offset }: Place, name: string, limit: number): Buffer {
  if (isEncrypted) refuse('it is protected by a password');
  if (offset + 30 > bytes.length) refuse(`${name} is cut off`);
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const part = bytes.subarray(start, start + packed);
  if (part.length < packed) refuse(`${name} is cut off`);
  if (method === STORED) return part.length > limit ? refuse(`${name} is too large`) : part;
  if (method !== DEFLATED) refuse(`${name} is packed by a method that is not known`);
  try {
    return inflateRawSync(part, { maxOutputLength: limit });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return refuse(
      isTooLarge ? `${name} is larger than ${Math.floor(limit / 2 ** 20)} MiB when unpacked` : `${name} is damaged`,
    );
  }
}

/** Opens a ZIP archive (APPNOTE 6.3, without ZIP64) in memory. Throws `invalid` for anything else. */
export function openArchive(bytes: Buffer): Archive {
  if (bytes.length < END_SIZE) refuse('it is too short');
  const places = listPlaces(bytes);
  return {
    has: (name) => places.has(name),
    read(name, limit) {
      const place = places.get(name);
      return place ? unpack(bytes, place, name, limit) : refuse(`${name} is missing`);
    },
  };
}
