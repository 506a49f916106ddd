import type { ReportBlock, ReportDraft } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { composeReport } from './compose-report.ts';
import type { FactTrace } from './report-facts.ts';
import { createItem, createTrace, draftSample, factSample } from './testing/sample-facts.ts';

/** What the section on the method says: its pairs by name, and its texts. */
function compose(more: Partial<FactTrace> = {}, draft: Partial<ReportDraft> = {}) {
  const { document, claims } = composeReport(
    factSample([createItem([{ ...createTrace([null]), ...more }])]),
    draftSample(draft),
    1,
  );
  const blocks = document.sections.find(({ id }) => id === 'method')?.blocks ?? [];
  const rows = blocks.flatMap((block: ReportBlock) => (block.kind === 'pairs' ? block.rows : []));
  const textOf = (name: string) => JSON.stringify(rows.find((row) => row.name === name)?.text ?? null);
  return { textOf, words: JSON.stringify(blocks), claims };
}

const asOf = { height: 9, hash: 'ab'.repeat(32), labels: '1', prices: '1', engine: '1', rules: 'none' };

test('the method names the source of each ledger and how far it went, as a claim', () => {
  const { textOf, claims } = compose({ asOf });
  const claim = claims.find(({ rule, result }) => rule === 'method/1' && result.chain === 'btc');
  expect(claim?.result).toMatchObject({ source: 'node of the agency', height: 9, hash: asOf.hash });
  expect(textOf('Ledger of btc')).toContain(`"claim":"${claim?.id}","text":"node of the agency"`);
  expect(textOf('Ledger of btc')).toContain(`"claim":"${claim?.id}","text":"9"`);
});

test('the method says whether clusters were used', () => {
  expect(compose({ asOf }).textOf('Clusters of btc')).toContain('Off: the index has none');
  expect(compose().textOf('Clusters of btc')).toContain('On, the conservative view');
});

test('the configuration has one hash, which every limit and version changes', () => {
  const trace = createTrace([null]);
  const hashOf = (more: Partial<FactTrace>) => /[0-9a-f]{64}/.exec(compose(more).textOf('Configuration'))?.[0];
  const request = { ...trace.file.request, method: 'lifo/1' };
  const hashes = [{}, { asOf }, { file: { ...trace.file, request } }].map(hashOf);
  expect(new Set(hashes).size).toBe(3);
  expect(hashOf({})).toBe(hashes[0]);
});

test('the method says why the rule was chosen, in the words of the examiner', () => {
  expect(compose().words).toContain('The examiner has not stated why this rule was chosen.');
  const { words } = compose({}, { methodReason: 'Clayton’s Case applies.\n\nThe account is one.' });
  expect(words).toContain('["Clayton’s Case applies."]');
  expect(words).toContain('["The account is one."]');
});
