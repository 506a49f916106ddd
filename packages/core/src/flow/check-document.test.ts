import { describe, expect, test } from 'vitest';
import { findFlowFault } from './check-document.ts';
import { createFlowDocument, type FlowDocument, MAX_FLOW_NODES } from './flow-document.ts';
import { createSampleFlow } from './testing/sample-flow.ts';

const sample = createSampleFlow(6);
const [first = '', second = ''] = Object.keys(sample.nodes);
const [payment = ''] = Object.keys(sample.edges);
const withMarks = (marks: FlowDocument['marks'], exhibits = 9): FlowDocument => ({ ...sample, marks, exhibits });

describe('a document', () => {
  test('has no fault with nothing on it, or with everything in its place', () => {
    expect(findFlowFault(createFlowDocument('Empty'))).toBeUndefined();
    expect(findFlowFault(sample)).toBeUndefined();
    expect(findFlowFault(withMarks({ [first]: { exhibit: 1 }, [payment]: { exhibit: 9 } }))).toBeUndefined();
  });

  test('is refused for a payment without its ends, with both named', () => {
    const { [second]: _, ...nodes } = sample.nodes;
    const fault = findFlowFault({ ...sample, nodes });
    expect(fault).toContain(payment.slice(0, 100));
    expect(fault).toContain(`“${second}”, which is not among the nodes`);
  });

  test('is refused for an end that is a property of every object', () => {
    const edge = sample.edges[payment];
    if (!edge) throw new Error('The sample has a payment.');
    const fault = findFlowFault({ ...sample, edges: { [payment]: { ...edge, to: 'constructor' } } });
    expect(fault).toContain('“constructor”, which is not among the nodes');
  });

  test.each(['constructor', 'toString', 'valueOf'])(
    'is refused for a thing called %s, as every object has one',
    (name) => {
      const node = sample.nodes[first];
      if (!node) throw new Error('The sample has nodes.');
      const fault = `called “${name}”, which can be no name`;
      expect(findFlowFault({ ...sample, nodes: { ...sample.nodes, [name]: { ...node, id: name } } })).toContain(fault);
      expect(findFlowFault(withMarks({ [first]: { group: name } }))).toContain(fault);
    },
  );

  test('is refused where a node or a payment is listed under another id', () => {
    const node = sample.nodes[first];
    const edge = sample.edges[payment];
    if (!node || !edge) throw new Error('The sample has both.');
    expect(findFlowFault({ ...sample, nodes: { ...sample.nodes, other: node } })).toMatch(/^The node under “other”/);
    expect(findFlowFault({ ...sample, edges: { other: edge } })).toMatch(/^The payment under “other”/);
  });

  test('is refused for an exhibit number that is given twice, or higher than the last one given', () => {
    expect(findFlowFault(withMarks({ [first]: { exhibit: 3 }, [second]: { exhibit: 3 } }))).toMatch(
      /^Exhibit E3 is given to/,
    );
    expect(findFlowFault(withMarks({ [first]: { exhibit: 4 } }, 3))).toMatch(/^Exhibit E4 is higher .* given, 3\./);
  });

  test('is refused one node above the limit', () => {
    const full = createSampleFlow(MAX_FLOW_NODES);
    expect(findFlowFault(full)).toBeUndefined();
    expect(findFlowFault(createSampleFlow(MAX_FLOW_NODES + 1))).toBe(
      'The coin flow has 10001 nodes. It takes at most 10000.',
    );
  });
});
