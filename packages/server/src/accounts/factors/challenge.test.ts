import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { type ChallengePurpose, createChallenge, isChallenge } from './challenge.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21);
const PURPOSE: ChallengePurpose = { purpose: 'sign-in', subject: 'account' };

/** What a challenge needs of a server: its clock and its keys. */
function serverAt(time: number, secret = 'secret'): CaseworkContext {
  const derive = (name: string): Buffer => createHmac('sha256', secret).update(name).digest();
  return { now: () => new Date(time), keys: { derive } } as unknown as CaseworkContext;
}

const made = createChallenge(serverAt(START), PURPOSE);
const text = made.toString('base64url');
const holds = (challenge: string, time = START, purpose: ChallengePurpose = PURPOSE): boolean =>
  isChallenge(serverAt(time), purpose, challenge);

test('a challenge holds for five minutes from when it was made, and not before', () => {
  expect([START, START + 5 * MINUTE - 1].map((time) => holds(text, time))).toEqual([true, true]);
  expect([START - 1, START + 5 * MINUTE].map((time) => holds(text, time))).toEqual([false, false]);
});

test('a challenge holds for its purpose and subject alone, and for the server that made it', () => {
  for (const purpose of ['second-factor', 'proof', 'registration'] as const)
    expect(holds(text, START, { ...PURPOSE, purpose })).toBe(false);
  for (const subject of ['', 'other', 'account:']) expect(holds(text, START, { ...PURPOSE, subject })).toBe(false);
  expect(isChallenge(serverAt(START, 'other'), PURPOSE, text)).toBe(false);
});

test('a challenge with any byte changed, a byte more or less, or spelt in another way is none', () => {
  expect(made).toHaveLength(70);
  for (let at = 0; at < made.length; at++) {
    const changed = Buffer.from(made);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, holds(changed.toString('base64url'))]).toEqual([at, false]);
  }
  const more = Buffer.concat([made, Buffer.of(0)]);
  for (const other of [more, made.subarray(1), made.subarray(0, -1), Buffer.alloc(0)])
    expect(holds(other.toString('base64url'))).toBe(false);
  for (const spelt of [`${text}=`, ` ${text}`, `${text}\n`, made.toString('base64'), made.toString('hex')])
    expect(holds(spelt)).toBe(spelt === text);
});

test('no two challenges are alike, and each says when it was made', () => {
  const other = createChallenge(serverAt(START), PURPOSE);
  expect(other.subarray(0, 32).equals(made.subarray(0, 32))).toBe(false);
  expect(other.readUIntBE(32, 6)).toBe(START);
});
