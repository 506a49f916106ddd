import { expect, test } from 'vitest';
import { listParagraphs, readOpinion } from './people-section.ts';

const claim = (id: string) =>
  ({ id, mark: 'fact', rule: 'loss/1', inputs: [], text: [`Result ${id}.`], result: {} }) as never;
const claims = new Map(['A-01', 'B-002'].map((id) => [id, claim(id)]));
const read = (text: string) =>
  readOpinion(text, claims).map((run) => (typeof run === 'object' && 'claim' in run ? `<${run.claim}>` : run));

test('references of an opinion become claims in their place, and those that the report lacks stay words', () => {
  expect(read('As [A-01] and [B-002] show, [C-99] is [A-1].')).toEqual([
    ...['As ', '<A-01>', ' and ', '<B-002>', ' show, [C-99] is [A-1].'],
  ]);
  expect(read('[A-01][B-002]')).toEqual(['<A-01>', '<B-002>']);
  expect(read('No reference.')).toEqual(['No reference.']);
  expect(read('')).toEqual([]);
});

test('a claim in an opinion is in brackets without its full stop', () => {
  const [run] = readOpinion('[A-01]', claims);
  expect(run).toMatchObject({ claim: 'A-01', text: expect.stringMatching(/^\(.*[^.]\)$/) });
});

test('paragraphs are the lines that say something', () => {
  expect(listParagraphs('One.\n\n  Two.  \n \nThree.')).toEqual(['One.', 'Two.', 'Three.']);
  expect(listParagraphs(' \n ')).toEqual([]);
});
