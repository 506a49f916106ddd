import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ChunkSeal, openChunk, sealChunk } from './chunk-file.ts';

const seal: ChunkSeal = { upload: 'upload-1', key: randomBytes(32) };
const record = (piece: string, index = 3): Buffer => Buffer.concat(sealChunk(seal, index, Buffer.from(piece)));

describe('a piece of a stored file', () => {
  test.each(['', 'a', 'some bytes'])('of %j opens at its place with its key', (piece) => {
    expect(openChunk(seal, 3, record(piece)).toString()).toBe(piece);
  });

  test('opens at no other place, for no other upload and with no other key', () => {
    const whole = record('some bytes');
    const why = 'of the stored file is missing or was changed';
    expect(() => openChunk(seal, 2, whole)).toThrow(`Piece 3 ${why}`);
    expect(() => openChunk({ ...seal, upload: 'upload-2' }, 3, whole)).toThrow(`Piece 4 ${why}`);
    expect(() => openChunk({ ...seal, key: randomBytes(32) }, 3, whole)).toThrow(why);
  });

  test('that was cut or changed in any byte does not open', () => {
    const whole = record('some bytes');
    for (let length = 0; length < whole.length; length++)
      expect(() => openChunk(seal, 3, whole.subarray(0, length))).toThrow('Piece 4');
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openChunk(seal, 3, changed)).toThrow('Piece 4');
    }
  });
});
