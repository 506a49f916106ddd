import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { createKeyRing } from '../casework/key-ring.ts';
import { checkWork, createChallenge, WORK_BITS } from './proof-of-work.ts';
import {
  drawReference,
  hashAnswer,
  hashSecret,
  makeSecret,
  openVictim,
  sealVictim,
  tagSource,
} from './sealed-report.ts';

const HALF_HOUR = 30 * 60_000;
const [A, B] = [7, 8].map((byte) => createKeyRing(Buffer.alloc(32, byte))) as [
  CaseworkContext['keys'],
  CaseworkContext['keys'],
];
let clock = Date.parse('2026-11-18T12:00:00.000Z');
const casework = { keys: A, now: () => new Date(clock) } as unknown as CaseworkContext;
const other = { ...casework, keys: B };

/** The first number whose work is enough, or the first whose work is one bit short. */
function work(challenge: string, bits: readonly number[]): number {
  for (let number = 0; ; number++) {
    const digest = createHash('sha256').update(`${challenge}:${number}`).digest();
    if (bits.includes(Math.clz32(digest.readUInt32BE()))) return number;
  }
}
const ENOUGH = Array.from({ length: 32 - WORK_BITS }, (_, i) => WORK_BITS + i);

test('work that is done for one agency within half an hour is taken', () => {
  const challenge = createChallenge(casework, 'north');
  const number = work(challenge, ENOUGH);
  const check = (by: CaseworkContext, slug: string, text: string, done: number) =>
    checkWork(by, slug, { challenge: text, number: done });
  expect(() => check(casework, 'north', challenge, number)).not.toThrow();
  expect(() => check(casework, 'south', challenge, number)).toThrow('open for too long');
  expect(() => check(other, 'north', challenge, number)).toThrow('open for too long');
  expect(() => check(casework, 'north', `${challenge}x`, number)).toThrow('open for too long');
  expect(() => check(casework, 'north', '', number)).toThrow('open for too long');
  expect(() => check(casework, 'north', challenge, work(challenge, [WORK_BITS - 1]))).toThrow('does not fit its task');
  const later = challenge.replace(/\.(\d+)\./, (_, made) => `.${Number(made) + 1}.`);
  expect(() => check(casework, 'north', later, number)).toThrow('open for too long');
  clock += HALF_HOUR;
  expect(() => check(casework, 'north', challenge, number)).not.toThrow();
  clock += 1;
  expect(() => check(casework, 'north', challenge, number)).toThrow('open for too long');
  clock -= HALF_HOUR + 2;
  expect(() => check(casework, 'north', challenge, number)).toThrow(
    expect.objectContaining({ kind: 'invalid', context: { field: 'work' } }),
  );
});

test('what a victim says opens with the key of the installation and for its own report', () => {
  const victim = { name: 'A person' };
  const sealed = sealVictim(casework, 'r1', { victim, story: 'It happened.', evidence: [{ name: 'a.png' }] } as never);
  expect(openVictim(casework, 'r1', sealed)).toEqual({ victim, story: 'It happened.', files: ['a.png'], appeals: [] });
  expect(sealed.includes('It happened')).toBe(false);
  expect(() => openVictim(casework, 'r2', sealed)).toThrow();
  expect(() => openVictim(other, 'r1', sealed)).toThrow();
});

test('references and codes are drawn from letters that nobody confuses', () => {
  const references = Array.from({ length: 500 }, () => drawReference(new Date('2026-12-31T23:59:59.000Z')));
  for (const text of references) expect(text).toMatch(/^SR-2026-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(references).size).toBe(500);
  expect(new Set(references.join('')).size).toBeGreaterThan(30);
  const codes = Array.from({ length: 100 }, (_, i) => makeSecret(casework, `r${i}`));
  for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(codes).size).toBe(100);
  expect(makeSecret(casework, 'r1')).toBe(codes[1]);
  expect(makeSecret(other, 'r1')).not.toBe(codes[1]);
});

test('a code and an answer are the same however they are typed', () => {
  expect(hashSecret('ab12c-DE345')).toBe(hashSecret(' AB12C DE345\n'));
  expect(hashSecret('AB12C')).not.toBe(hashSecret('AB12D'));
  expect(hashAnswer(casework, ' Blue  Whale')).toBe(hashAnswer(casework, 'bluewhale'));
  expect(hashAnswer(casework, 'bluewhale')).not.toBe(hashAnswer(casework, 'bluewhales'));
  expect(hashAnswer(casework, 'bluewhale')).not.toBe(hashAnswer(other, 'bluewhale'));
});

test('reports of one network have one tag, which another installation cannot repeat', () => {
  expect(tagSource(casework, '192.0.2.7')).toMatch(/^[0-9a-f]{16}$/);
  expect(tagSource(casework, '2001:db8::1')).toBe(tagSource(casework, '2001:db8::2'));
  expect(tagSource(casework, '192.0.2.7')).not.toBe(tagSource(casework, '198.51.100.7'));
  expect(tagSource(casework, '192.0.2.7')).not.toBe(tagSource(other, '192.0.2.7'));
});
