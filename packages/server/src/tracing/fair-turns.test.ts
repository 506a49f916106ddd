import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

const one = (agency: string, person: string) => ({ claimant: { agency, person } });
const [a1, a2, b1] = [one('A', 'a1'), one('A', 'a2'), one('B', 'b1')] as const;

/** Serves everybody who waits, one after the other. */
function serve(turns: FairTurns, waiting: readonly ReturnType<typeof one>[]): string[] {
  const served: string[] = [];
  for (let rest = [...waiting]; rest.length > 0; ) {
    const next = turns.pick(rest);
    if (!next) throw new Error('Nobody was chosen.');
    turns.note(next.claimant);
    rest = rest.filter((each) => each !== next);
    served.push(next.claimant.person);
  }
  return served;
}

test('who came first is first where nobody was served', () => {
  expect(new FairTurns().pick([b1, a1])).toBe(b1);
  expect(new FairTurns().pick([])).toBeUndefined();
});

test('turns go round the agencies, and within one round its people', () => {
  const more = [one('A', 'a1'), one('A', 'a1'), one('A', 'a2')];
  expect(serve(new FairTurns(), [a1, ...more, a2, b1])).toEqual(['a1', 'b1', 'a2', 'a1', 'a2', 'a1']);
});

test('an agency of one is served after each of a busy one', () => {
  expect(serve(new FairTurns(), [a1, a2, one('A', 'a3'), b1, one('B', 'b1')])).toEqual(['a1', 'b1', 'a2', 'b1', 'a3']);
});

test('a copy goes on from there and leaves the first as it was', () => {
  const turns = new FairTurns();
  turns.note(a1.claimant);
  const copy = new FairTurns(turns);
  copy.note(b1.claimant);
  expect(copy.pick([a2, b1])).toBe(a2);
  expect(turns.pick([a2, b1])).toBe(b1);
});

test('who was served longest ago is forgotten first, beyond a thousand names', () => {
  const turns = new FairTurns();
  turns.note(a1.claimant);
  for (let i = 0; i < 499; i++) turns.note(one(`agency ${i}`, `person ${i}`).claimant);
  expect(turns.pick([a1, one('new', 'n')])?.claimant.person).toBe('n');
  turns.note(one('last', 'l').claimant);
  expect(turns.pick([a1, one('new', 'n')])?.claimant.person).toBe('a1');
});
