import { describe, expect, test } from 'vitest';
import { countCpuMs } from '../testing/count-cpu-ms.ts';
import { compareFlowDocuments } from './compare-documents.ts';
import { createFlowDocument, type FlowDocument } from './flow-document.ts';
import { createSampleFlow } from './testing/sample-flow.ts';

const sample = createSampleFlow(6);
const [first = '', second = ''] = Object.keys(sample.nodes);
const [payment = ''] = Object.keys(sample.edges);
const node = (id: string) => {
  const found = sample.nodes[id];
  if (!found) throw new Error('The sample has the node.');
  return found;
};
const compare = (change: Partial<FlowDocument>) => compareFlowDocuments(sample, { ...sample, ...change });

describe('a comparison', () => {
  test('of a document with itself, or with its copy through JSON, finds nothing', () => {
    const copy = JSON.parse(JSON.stringify(sample)) as FlowDocument;
    const expected = { changes: [], counts: { added: 0, removed: 0, changed: 0, same: 11 } };
    expect(compareFlowDocuments(sample, sample)).toEqual(expected);
    expect(compareFlowDocuments(sample, copy)).toEqual(expected);
    expect(compareFlowDocuments(sample, { ...copy, marks: { ...copy.marks, [second]: { note: undefined } } })).toEqual(
      expected,
    );
  });

  test('with an empty document names all of the other, once as added and once as removed', () => {
    const empty = createFlowDocument(sample.title);
    const [grown, shrunk] = [compareFlowDocuments(empty, sample), compareFlowDocuments(sample, empty)];
    expect(grown.counts).toEqual({ added: 11, removed: 0, changed: 0, same: 0 });
    expect(shrunk.counts).toEqual({ added: 0, removed: 11, changed: 0, same: 0 });
    expect(grown.changes.map(({ id }) => id)).toEqual(shrunk.changes.map(({ id }) => id));
    expect(grown.changes[0]).toEqual({ id: first, what: `Address ${node(first).text}`, change: 'added', fields: [] });
    expect(shrunk.changes.at(-5)).toEqual({
      id: payment,
      what: `Payment from ${node(first).text} to ${node(second).text}`,
      change: 'removed',
      fields: [],
    });
  });

  test('says in words what of a node, a payment and a choice differs', () => {
    const edge = sample.edges[payment];
    if (!edge) throw new Error('The sample has the payment.');
    const { changes, counts } = compare({
      nodes: {
        ...sample.nodes,
        [second]: {
          ...node(second),
          fee: '1',
          change: { vout: 0, by: 'examiner', isDisputed: true, rules: [] },
        },
      },
      edges: { ...sample.edges, [payment]: { ...edge, amount: '199999999', refs: [] } },
    });
    expect(changes).toEqual([
      { id: second, what: `Transaction ${node(second).text}`, change: 'changed', fields: ['fee', 'change choice'] },
      {
        id: payment,
        what: `Payment from ${node(first).text} to ${node(second).text}`,
        change: 'changed',
        fields: ['amount', 'transactions'],
      },
    ]);
    expect(counts).toEqual({ added: 0, removed: 0, changed: 2, same: 9 });
  });

  test('counts what is written on a thing, and whether it is drawn, as part of the thing', () => {
    const { changes } = compare({
      marks: { [first]: { note: 'Another note', exhibit: 1, role: 'Victim' }, 'relation:x': { colour: 'rust' } },
      hidden: [payment],
    });
    expect(changes.map(({ id, change, fields }) => [id, change, fields])).toEqual([
      ['relation:x', 'added', []],
      [first, 'changed', ['note', 'role']],
      [payment, 'changed', ['whether it is drawn']],
    ]);
  });

  test('reports settings, groups, hypotheses, steps of the log and gaps', () => {
    const { changes } = compare({
      title: 'Another title',
      mode: 'relations',
      filters: { ...sample.filters, tracedOnly: true, minAmount: { btc: '5' } },
      groups: { g1: { title: 'Wallet of the suspect' } },
      hypotheses: [{ id: 'h1', title: 'Sent to himself', discarded: [second], reason: 'Same owner' }],
      log: [{ number: 1, at: 1, action: 'trace', request: '{}', resultHash: '', asOf: '', nodes: 6, edges: 5 }],
      gaps: ['Height 5 is not in this index.'],
    });
    expect(changes.map(({ what, change, fields }) => [what, change, ...fields])).toEqual([
      ['Title', 'changed', 'title'],
      ['Mode', 'changed', 'mode'],
      ['Filters', 'changed', 'smallest amounts', 'whether only traced payments are drawn'],
      ['Group “Wallet of the suspect”', 'added'],
      ['Hypothesis “Sent to himself”', 'added'],
      ['Step 1 of the trace log: trace', 'added'],
      ['What is missing: Height 5 is not in this index.', 'added'],
    ]);
  });

  test('finds nothing where things only moved on the canvas', () => {
    expect(compare({ places: {} }).changes).toEqual([]);
  });

  test('of two documents of 5,000 nodes takes less than a second of processor', async () => {
    const large = createSampleFlow(5_000);
    const copy = JSON.parse(JSON.stringify(large)) as FlowDocument;
    const compareBoth = () => expect(compareFlowDocuments(large, copy).counts.same).toBe(9_999);
    expect(await countCpuMs(compareBoth)).toBeLessThan(1_000);
  });
});
