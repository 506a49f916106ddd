import type { ReportBlock, ReportText } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { composeReport } from './compose-report.ts';
import type { FactAlternative, FactTrace } from './report-facts.ts';
import { createItem, createTrace, draftSample, factSample, SERVICE } from './testing/sample-facts.ts';

const MAIN = createTrace([SERVICE, null]);
const words = (text: ReportText): string =>
  text.map((run) => (typeof run === 'string' ? run : 'text' in run ? run.text : run.code)).join('');

/** The same trace by another method: less at the service, and an end of its own. */
function createOther(): FactTrace {
  const other = createTrace([SERVICE, null, null], 'T-1-haircut');
  const amounts = ['30', '50', '20'];
  const leaves = other.leaves.map((leaf, i) => ({ ...leaf, amount: amounts[i] ?? '0' }));
  return { ...other, method: 'haircut/1', leaves };
}

function compose(alternatives: readonly FactAlternative[], traces: readonly FactTrace[] = [MAIN]) {
  const facts = { ...factSample([createItem(traces)]), alternatives };
  const { document, claims } = composeReport(facts, draftSample(), 1);
  const blocks: readonly ReportBlock[] = document.sections.find(({ id }) => id === 'limits')?.blocks ?? [];
  const table = blocks.find((block) => block.kind === 'table' && block.caption.startsWith('Ends of trace T-1'));
  const rows = table?.kind === 'table' ? table.rows.map(({ cells }) => cells.map(words)) : [];
  return { rows, claims, words: JSON.stringify(blocks) };
}

test('each end of the first trace has its figure by both methods, as an inference on each trace', () => {
  const { rows, claims } = compose([{ of: 'T-1', method: 'haircut/1', trace: createOther(), why: null }]);
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
    ['“Northgate”', '50 BTC', '30 BTC'],
    ['address 1', '50 BTC', '50 BTC'],
    ['Every other end', 'nothing', '20 BTC'],
  ]);
  const own = claims.filter(({ inputs }) => inputs.trace === 'traces/T-1-haircut.json');
  expect(own.map(({ rule, mark, result }) => [rule, mark, result.amount])).toEqual([
    ['trace-end/1', 'inference', '30'],
    ['trace-end/1', 'inference', '50'],
    ['trace-end/1', 'inference', '20'],
  ]);
  // A name is a claim of its source, and no part of what is inferred.
  expect(JSON.stringify(own)).not.toContain('Northgate');
});

test('a trace that was not run by another method is named with the reason', () => {
  const { words: text } = compose(
    [{ of: 'T-1', method: 'haircut/1', trace: null, why: 'it has more than 2000 steps' }],
    [MAIN, createTrace([null], 'T-2')],
  );
  expect(text).toContain('Not run by another method: T-1: it has more than 2000 steps.');
  expect(text).toContain('Of each coin flow its first trace is run by another method; not so T-2.');
});
