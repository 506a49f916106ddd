import {
  listClaimIds,
  REPORT_AUDIENCES,
  type ReportAudience,
  type ReportBlock,
  type ReportText,
} from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import type { FactParty, FactTrace } from './report-facts.ts';
import { composeSample, createItem, createTrace, SERVICE, TXID } from './testing/sample-facts.ts';

function compose(audience: ReportAudience, parties: readonly (FactParty | null)[], more: readonly FactTrace[] = []) {
  const { document, claims } = composeSample(audience, [createItem([createTrace(parties), ...more])]);
  const [summary] = document.sections;
  const blocks = summary?.blocks ?? [];
  const last = blocks.findIndex((block) => block.kind === 'heading' && block.title.startsWith('Limits that matter'));
  return { own: blocks.slice(last + 2), blocks, document, claims };
}

const headOf = ([first]: readonly ReportBlock[]) => (first?.kind === 'heading' ? first.title : undefined);
const tablesOf = (blocks: readonly ReportBlock[]) => blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));

test('each audience has what it needs of a report after the summary, and a court the report alone', () => {
  expect(REPORT_AUDIENCES.map((audience) => headOf(compose(audience, [SERVICE, null]).own))).toEqual([
    undefined,
    'Steps that are open',
    'For the partner agency',
    'What is requested',
    'Narrative',
  ]);
});

test('a service is questioned about the payments to its own addresses, each a claim of the report', () => {
  const { own, claims } = compose('exchange', [SERVICE, null]);
  const [ends, payments] = tablesOf(own);
  expect([ends?.rows.length, payments?.rows.length]).toEqual([1, 1]);
  const [id = ''] = payments?.rows.flatMap(({ cells }) => cells.flatMap(listClaimIds)) ?? [];
  expect(claims.find((claim) => claim.id === id)).toMatchObject({ rule: 'output/1', inputs: { txid: TXID, vout: 0 } });
});

test('where no end is attributed, a service is shown all payments, and a prosecutor reads that nobody can act', () => {
  const { own } = compose('exchange', [null, null]);
  expect(tablesOf(own).map(({ rows }) => rows.length)).toEqual([2]);
  const open = compose('prosecutor', [null]).own;
  expect(tablesOf(open)).toEqual([]);
  expect(JSON.stringify(open)).toContain('no place where the money could be stopped');
});

test('the table of the summary has five rows and a sum of the others, which add up', () => {
  const { claims } = compose(
    'court',
    Array.from({ length: 9 }, () => null),
  );
  const rest = claims.find(({ rule, result }) => rule === 'trace-end/1' && result.count === 5);
  expect(rest?.result.amount).toBe('250');
});

test('an answer about one of several traces says so, and the others are listed with their claims and not added up', () => {
  const more = [createTrace([null, null], 'T-2'), createTrace([SERVICE], 'T-3')];
  const { blocks, document, claims } = compose('court', [null], more);
  const words = (text: ReportText) =>
    text.map((run) => (typeof run === 'string' ? run : 'text' in run ? run.text : run.code));
  const [answer] = blocks.flatMap((block) => (block.kind === 'answer' ? [words(block.text).join('')] : []));
  expect(answer).toMatch(/^All of 50 BTC traced in T-1 ends at address 0$/);
  expect(JSON.stringify(blocks)).toContain('the same money may be in several');
  const others = tablesOf(blocks).find(({ caption }) => caption.startsWith('What else was traced'));
  expect(others?.rows.map(({ cells }) => cells.slice(0, 3).map((cell) => words(cell).join('')))).toEqual([
    ['T-2', 'A-1', '100 BTC'],
    ['T-3', 'A-1', '50 BTC'],
  ]);
  const ids = others?.rows.flatMap(({ cells }) => listClaimIds(cells[2] ?? [])) ?? [];
  expect(ids.map((id) => claims.find((claim) => claim.id === id)?.inputs.trace)).toEqual([
    'traces/T-2.json',
    'traces/T-3.json',
  ]);
  const method = document.sections.find(({ id }) => id === 'method')?.blocks ?? [];
  expect(JSON.stringify(method)).toContain('Limits of T-1, T-2, T-3');
});

test('an answer about the only trace names none', () => {
  const { blocks } = compose('court', [null]);
  expect(JSON.stringify(blocks)).not.toContain('T-1,');
  expect(JSON.stringify(blocks)).not.toContain('Other traces');
});

test('limits that differ are distinguished, trace by trace', () => {
  const far = { ...createTrace([null], 'T-2'), stops: { maxHops: 3 } };
  const { document } = compose('court', [null], [far]);
  const rows = document.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'pairs' ? block.rows : [])),
  );
  expect(rows.filter(({ name }) => name.startsWith('Limits of')).map(({ name, text }) => [name, text])).toEqual([
    ['Limits of T-1', ['none was set']],
    ['Limits of T-2', [{ code: 'maxHops 3' }]],
  ]);
});

test('the timeline has payments of traces with their claims, and the appendices every address with what a source says of it', () => {
  const { document, claims } = compose('court', [SERVICE, null]);
  const blocksOf = (id: string) => document.sections.find((section) => section.id === id)?.blocks ?? [];
  const findings = blocksOf('findings');
  const timeline = findings.flatMap((block) => (block.kind === 'timeline' ? [block.timeline] : []));
  expect(timeline.map(({ lanes, dots }) => [lanes, dots])).toEqual([[['T-1'], [{ column: 0, lane: 0, count: 2 }]]]);
  const rows = tablesOf(findings).at(-1)?.rows ?? [];
  const ids = rows.map(({ cells }) => cells.at(-1)?.[0]);
  expect(claims.filter(({ id }) => ids.includes(id)).map(({ rule }) => rule)).toEqual(['output/1', 'output/1']);
  const addresses = tablesOf(blocksOf('appendices')).find(({ caption }) => caption.startsWith('Addresses'));
  expect(addresses?.rows.map(({ cells }) => cells.slice(0, 4).map((cell) => JSON.stringify(cell)))).toEqual([
    ['[{"code":"address 0"}]', '["btc"]', '["ends T-1"]', '["“Northgate”"]'],
    ['[{"code":"address 1"}]', '["btc"]', '["ends T-1"]', '["none"]'],
  ]);
  expect(JSON.stringify(blocksOf('appendices'))).toContain('No two addresses');
  expect(JSON.stringify(blocksOf('appendices'))).toContain(
    'the first 60 addresses at which traces begin or end were compared',
  );
});

test('a table without a row is a sentence', () => {
  const { document } = compose('court', [null]);
  const tables = document.sections.flatMap(({ blocks }) => tablesOf(blocks));
  expect(tables.filter(({ rows }) => rows.length === 0)).toEqual([]);
  expect(JSON.stringify(document)).toContain('Acts on the material, in order: none in this report.');
});
