import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatKey, openCheckpoint, originOf, parseKey, signCheckpoint, splitNotes } from './checkpoint.ts';

const keys = generateKeyPairSync('ed25519');
const origin = originOf(keys.publicKey);
const checkpoint = { origin, size: 12, root: Buffer.alloc(32, 5), at: new Date('2026-11-02T09:00:00.000Z') };
const note = signCheckpoint(checkpoint, keys);

test('a signed checkpoint is a note of origin, size, root and time, and opens to what was signed', () => {
  const [first, size, root, time, blank, signature] = note.split('\n');
  expect([first, size, root, time, blank]).toEqual([
    origin,
    '12',
    'BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=',
    'time 2026-11-02T09:00:00.000Z',
    '',
  ]);
  expect(signature).toMatch(new RegExp(`^— ${origin} [A-Za-z0-9+/]{91}=$`));
  expect(openCheckpoint(note, origin, keys.publicKey)).toEqual(checkpoint);
});

test('no bit of a checkpoint can be changed', () => {
  const bytes = Buffer.from(note);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => openCheckpoint(changed.toString(), origin, keys.publicKey), `bit ${bit}`).toThrow(/checkpoint/);
  }
});

test('another key signs for another log', () => {
  const other = generateKeyPairSync('ed25519');
  expect(originOf(other.publicKey)).not.toBe(origin);
  const forged = signCheckpoint(checkpoint, other);
  expect(() => openCheckpoint(forged, origin, keys.publicKey)).toThrow('not signed with the key');
});

test('a key is read back from its line, and another line is refused', () => {
  const line = formatKey(origin, keys.publicKey);
  expect(parseKey(line).origin).toBe(origin);
  expect(formatKey(origin, parseKey(line).publicKey)).toBe(line);
  for (const wrong of ['', origin, line.slice(0, -4), `x${line}`]) expect(() => parseKey(wrong)).toThrow('public key');
});

test('notes that were appended to one file are separated, and a torn one is left out', () => {
  const second = signCheckpoint({ ...checkpoint, size: 13 }, keys);
  expect(splitNotes(note + second)).toEqual([note, second]);
  expect(splitNotes(`${note}${second}${note.slice(0, 60)}`)).toEqual([note, second]);
  expect(splitNotes(`${note.slice(0, 60)}\n\n${second}`)).toEqual([second]);
});
