import { REPORT_AUDIENCES, type ReportDocument } from '@trailmark/core/report/report-document';
import { describe, expect, test } from 'vitest';
import { placeKey } from '../casework/contested-claims.ts';
import { composeSample, createItem, createTrace, SERVICE } from './testing/sample-facts.ts';

const DAY = Date.parse('2026-11-03T09:00:00Z') / 1000;
const OPEN = 'contested by the agency since 2026-11-03; open';
const WRONG = 'found wrong by the agency on 2026-11-03';

function compose(state: 'open' | 'accepted' | 'none', audience: (typeof REPORT_AUDIENCES)[number] = 'court') {
  const traces = [createTrace([SERVICE, null]), createTrace([{ ...SERVICE, kind: 'mixer' }], 'T-2')];
  const contests = new Map(
    state === 'none' ? [] : [[placeKey({ chain: 'btc', address: 'address 0' }), { state, at: DAY }]],
  );
  return composeSample(audience, [createItem(traces)], {}, contests);
}

/** Places of a report where the name is printed, as text with what follows it. */
function listNames(document: ReportDocument): readonly string[] {
  const text = JSON.stringify(document.sections).replaceAll(/\{"(?:claim":"[^"]*","text|code)":"([^"]*)"\}/g, '$1');
  return [...text.matchAll(/“Northgate”(.{0,90})/g)].map(([, rest = '']) => rest.replaceAll(/[",[\]]/g, ''));
}

describe('a name whose label the agency contests', () => {
  test.each(REPORT_AUDIENCES)('has a note wherever a report for “%s” prints it', (audience) => {
    const { document, claims } = compose('open', audience);
    const names = listNames(document);
    expect(names.length).toBeGreaterThan(6);
    // The claims of the source and of the agency themselves, in the table of all claims.
    const others = names.filter((rest) => !/^ \((direct|contested by the agency)| of source a list/.test(rest));
    expect(others).toEqual([]);
    expect(claims.filter(({ rule }) => rule === 'appeal/1')).toHaveLength(1);
  });

  test('is a statement with its own as-of, and changes no label, no amount and no trace', () => {
    const [plain, open, wrong] = [compose('none'), compose('open'), compose('accepted')];
    const [claim] = open.claims.filter(({ rule }) => rule === 'appeal/1');
    expect(claim).toMatchObject({
      mark: 'claim',
      inputs: { list: 'appeals.json', entry: 0 },
      result: { name: 'Northgate', address: 'address 0', state: 'open', note: OPEN, asOf: '2023-11-14T22:13:20Z' },
    });
    expect(open.lists.get('appeals.json')).toEqual([claim?.result]);
    expect(wrong.claims.find(({ rule }) => rule === 'appeal/1')?.result).toMatchObject({
      state: 'accepted',
      note: WRONG,
    });
    expect(open.lists.get('labels.json')).toEqual(plain.lists.get('labels.json'));
    const figures = ({ claims }: typeof plain) =>
      claims.flatMap(({ rule, result, inputs }) => (rule.startsWith('trace') ? [[rule, result, inputs]] : []));
    expect(figures(open)).toEqual(figures(plain));
    expect(JSON.stringify(plain)).not.toMatch(/contested|found wrong/);
  });

  test('is listed with the labels, and marked in the figure', () => {
    const { document } = compose('accepted');
    const blocks = document.sections.flatMap((section) => section.blocks);
    const [table] = blocks.flatMap((block) =>
      block.kind === 'table' && block.caption.includes('contests') ? [block] : [],
    );
    expect(table?.rows.map(({ cells }) => cells.slice(1, 3))).toEqual([
      [[expect.objectContaining({ text: 'Northgate' })], [expect.objectContaining({ text: WRONG })]],
    ]);
  });
});
