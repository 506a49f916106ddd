import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPasswordHasher, type HashCost, MAX_HASHES } from './password-hash.ts';

const SMALL: HashCost = { memory: 8, passes: 1, parallelism: 1 };
const PEPPER = Buffer.alloc(32, 1);
const hasher = createPasswordHasher(PEPPER, SMALL);
const wellFormed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });

describe('a password', () => {
  test('is stored as an argon2id text with its cost and a salt of its own', async () => {
    const [one, two] = await Promise.all([hasher.hash('correct horse battery'), hasher.hash('correct horse battery')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
  });

  test('opens exactly what was made of it, whatever its characters', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, fc.nat(), async (password, at) => {
        const stored = await hasher.hash(password);
        expect(await hasher.verify(password, stored)).toBe(true);
        const points = [...password];
        const index = at % points.length;
        const changed = points.with(index, points[index] === 'x' ? 'y' : 'x').join('');
        expect(await hasher.verify(changed, stored)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('counts to its last byte, its spaces, its case and its composition', async () => {
    const long = 'a'.repeat(1_024);
    const stored = await hasher.hash(long);
    expect(await hasher.verify(long, stored)).toBe(true);
    expect(await hasher.verify(`${long.slice(0, -1)}b`, stored)).toBe(false);
    const tricky = await hasher.hash(' \u00fcber allen Gipfeln \u0000');
    for (const other of [
      '\u00fcber allen Gipfeln \u0000',
      ' \u00dcber allen Gipfeln \u0000',
      ' u\u0308ber allen Gipfeln \u0000',
      ' \u00fcber allen Gipfeln ',
    ]) {
      expect(await hasher.verify(other, tricky)).toBe(false);
    }
  });

  test('of more than 1,024 bytes is refused before any work', async () => {
    await expect(hasher.hash('\u00fc'.repeat(513))).rejects.toMatchObject({ kind: 'invalid' });
    await expect(hasher.verify('a'.repeat(1_025), null)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('with half a character is none', async () => {
    await expect(hasher.hash('correct horse \ud800 battery')).rejects.toMatchObject({ kind: 'invalid' });
    const stored = await hasher.hash('correct horse \ufffd battery');
    expect(await hasher.verify('correct horse \ud800 battery', stored)).toBe(false);
  });

  test('opens nothing under another pepper', async () => {
    const stored = await hasher.hash('correct horse battery');
    expect(await createPasswordHasher(Buffer.alloc(32, 2), SMALL).verify('correct horse battery', stored)).toBe(false);
  });

  test('is false for an account that is not there', async () => {
    expect(await hasher.verify('correct horse battery', null)).toBe(false);
  });
});

test('a text of another cost still verifies, and reports that it should be made again', async () => {
  const dearer = createPasswordHasher(PEPPER, { memory: 16, passes: 2, parallelism: 1 });
  const stored = await hasher.hash('correct horse battery');
  expect(await dearer.verify('correct horse battery', stored)).toBe(true);
  expect([dearer.needsRehash(stored), hasher.needsRehash(stored)]).toEqual([true, false]);
});

test('a damaged text is named as such and never compared', async () => {
  await expect(hasher.verify('x', '$argon2id$v=19$m=8,t=1,p=1$$')).rejects.toMatchObject({ kind: 'inconsistent' });
});

test('when as many passwords as may be hashed or wait are under way the next is turned away at once, and later ones are taken again', async () => {
  const slow = createPasswordHasher(PEPPER, { memory: 1_024, passes: 2, parallelism: 1 });
  const taken = Array.from({ length: MAX_HASHES }, () => slow.verify('x', null));
  await expect(slow.verify('x', null)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await Promise.all(taken)).toEqual(Array.from({ length: MAX_HASHES }, () => false));
  expect(await slow.verify('x', null)).toBe(false);
});

test('when as many sign-ins as may are under way the next is turned away before it does anything, and later ones are taken again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const controlSocket = createPasswordHasher(PEPPER, SMALL);
  const taken = Array.from({ length: MAX_HASHES }, () => controlSocket.hold(() => promise));
  let hasRun = false;
  const late = controlSocket.hold(async () => {
    hasRun = true;
  });
  await expect(late).rejects.toMatchObject({ kind: 'unavailable', context: { reason: 'overloaded' } });
  expect(hasRun).toBe(false);
  resolve();
  await Promise.all(taken);
  await expect(controlSocket.hold(() => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
  expect(await controlSocket.hold(async () => 'in')).toBe('in');
});
