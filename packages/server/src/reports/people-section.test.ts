import { REPORT_JURISDICTIONS, type ReportSignature } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { listParagraphs, readOpinion } from './people-section.ts';
import { composeSample } from './testing/sample-facts.ts';

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

/** Places to sign of the section with the declaration, each with the kind of what is before it. */
function listPlaces(draft: Parameters<typeof composeSample>[2]): readonly (readonly [string, ReportSignature])[] {
  const { document } = composeSample('court', [], draft);
  const blocks = document.sections.find(({ id }) => id === 'opinion')?.blocks ?? [];
  return blocks.flatMap((block, i) =>
    block.kind === 'signature' ? [[blocks[i - 1]?.kind ?? '', block.signature] as const] : [],
  );
}

test('the examiner signs below the declaration, with the words of its jurisdiction', () => {
  const lines = REPORT_JURISDICTIONS.map((jurisdiction) => {
    const [[before, signature] = []] = listPlaces({ jurisdiction });
    expect([before, signature?.role, signature?.name]).toEqual([
      ...['text', 'Examiner, who makes the declaration above', 'Lead investigator'],
    ]);
    return [jurisdiction, signature?.lines];
  });
  expect(lines).toEqual([
    ['none', ['Signature', 'Place', 'Date']],
    ['us', ['Signature', 'Executed at', 'Executed on']],
    ['uk', ['Signed', 'Place', 'Dated']],
    ['eu', ['Signature', 'Place', 'Date']],
  ]);
});

test('a reviewer signs in a place of their own, which there is only where one is named', () => {
  expect(listPlaces({})).toHaveLength(1);
  const reviewer = { account: '', name: 'Second analyst', qualifications: '' };
  const places = listPlaces({ jurisdiction: 'us', reviewer }).map(([, signature]) => signature);
  expect(places[1]).toEqual({
    role: 'Reviewer of version 1',
    name: 'Second analyst',
    lines: ['Signature', 'Place', 'Date'],
  });
});
