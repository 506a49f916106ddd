import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { ComparedExit } from './compared-exit.ts';
import * as ofComparisonSentence from './comparison-sentence.ts';

const recorded = new WatchedResults();
const { describeComparison } = recorded.watch(ofComparisonSentence);

const METHODS = ['FIFO', 'Haircut', 'LIFO'].map((name) => ({ id: name.toLowerCase(), name }));

/** An exit with what each method sends to it; `rank` gives its ranks. */
function exit(name: string, amounts: readonly bigint[], more: Partial<ComparedExit> = {}): ComparedExit {
  const sorted = [...amounts].sort((a, b) => (a < b ? -1 : 1));
  const [least, most] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  const head = { key: name, name, address: null, asset: '', reason: 'service', isNamed: true } as const;
  return { ...head, amounts, least, most, ranks: amounts.map(() => 1), ...more };
}

/** Exits with the ranks that their amounts give them, equal ones the better. */
function ranked(...exits: ComparedExit[]): ComparedExit[] {
  return exits.map((own) => ({
    ...own,
    ranks: own.amounts.map((amount, at) => 1 + exits.filter((other) => (other.amounts[at] ?? 0n) > amount).length),
  }));
}

const say = (exits: readonly ComparedExit[], first = 0, isBack = false, methods = METHODS): string =>
  describeComparison(exits, methods, first, isBack);

describe('what depends on the method', () => {
  test('is nothing without an exit, or where all methods agree', () => {
    expect([say([]), say([], 0, true)]).toEqual([
      'No money ends anywhere: nothing could be followed.',
      'No money comes from anywhere: nothing could be followed back.',
    ]);
    const same = ranked(exit('A', [5n, 5n, 5n]), exit('B', [3n, 3n, 3n]));
    expect([say(same), say(same, 0, true)]).toEqual([
      'Every method sends the same amount to every exit.',
      'Every method takes the same amount from every origin.',
    ]);
  });

  test('is first a named exit that one method alone leaves empty or fills, the largest first', () => {
    const alone = ranked(
      exit('A', [0n, 4n, 5n]),
      exit('B', [0n, 9n, 9n]),
      exit('C', [0n, 90n, 9n], { isNamed: false }),
    );
    expect(say(alone)).toBe('Under FIFO alone “B” would get nothing.');
    expect(say(alone, 0, true)).toBe('Under FIFO alone “B” would have given nothing.');
    expect(say(ranked(exit('A', [7n, 7n, 7n]), exit('B', [0n, 0n, 9n])))).toBe(
      'Under LIFO alone “B” would get anything.',
    );
    const alike = ranked(exit('B', [0n, 9n, 9n]), exit('A', [9n, 0n, 9n]));
    expect(say(alike)).toBe('Under Haircut alone “A” would get nothing.');
  });

  test('is then which exit is the largest, under the first method and under another', () => {
    const exits = ranked(exit('A', [9n, 9n, 1n]), exit('B', [5n, 5n, 7n]), exit('C', [0n, 0n, 3n], { isNamed: false }));
    expect(say(exits)).toBe('The largest exit depends on the method: “A” under FIFO, “B” under LIFO.');
    expect(say(exits, 2, true)).toBe('The largest origin depends on the method: “B” under LIFO, “A” under FIFO.');
  });

  test('is no largest exit where two are equal, where it has nothing, or where it is of another asset', () => {
    const differ = 'The methods differ in how much each exit gets, not in which is the largest.';
    const equal = ranked(exit('A', [9n, 5n, 1n]), exit('B', [3n, 5n, 1n]));
    expect(say(equal)).toBe(differ);
    expect(say(equal, 1)).toBe(differ);
    expect(say(ranked(exit('A', [9n, 8n, 9n]), exit('B', [8n, 8n, 8n])), 0, true)).toBe(
      'The methods differ in how much comes from each origin, not in which is the largest.',
    );
    const other = exit('B', [8n, 9n, 9n], { asset: 'other' });
    expect(say([exit('A', [9n, 8n, 7n]), other])).toBe(differ);
  });

  test('is last an exit that nobody names, without quotation marks', () => {
    const unnamed = exit('1Address', [0n, 3n, 4n], { isNamed: false });
    expect(say(ranked(exit('A', [9n, 8n, 9n]), unnamed))).toBe('Under FIFO alone 1Address would get nothing.');
  });

  test('is nothing that one method alone could say', () => {
    const one = [exit('A', [0n]), exit('B', [5n], { least: 4n })];
    expect(say(one, 0, false, METHODS.slice(0, 1))).toContain('not in which is the largest');
  });

  test('quotes 60 characters of a name, and no half of one', () => {
    const quoted = (name: string) => say([exit(name, [0n, 1n, 1n])]);
    expect(quoted('x'.repeat(61))).toBe(`Under FIFO alone “${'x'.repeat(60)}” would get nothing.`);
    expect(quoted(`${'x'.repeat(59)}\ud83d\ude00`)).toBe(
      `Under FIFO alone “${'x'.repeat(59)}\ufffd” would get nothing.`,
    );
    expect(quoted('\ud83d')).toContain('“\ufffd”');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/comparison-sentence.txt');
});
