import { createFlowDocument, type FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { DEFAULT_BUDGET, DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { describe, expect, it } from 'vitest';
import { listObsolete, listTraces, seedsAt, withChoice } from './flow-acts.ts';
import { encodeRequest } from './trace-run.ts';

const TXID = 'cd'.repeat(32);

const node = (id: string, hop: number | null): FlowNode => createNode(id, { text: id.slice(6), hop });
const edge = (from: string, to: string, over: Partial<FlowEdge> = {}): FlowEdge =>
  createEdge(from, to, 10, {
    ...{ id: `output:${from}>${to}:btc`, kind: 'output', tainted: '10', refs: [`${TXID}:1`] },
    ...over,
  });

function documentOf(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  marked: readonly string[] = [],
): FlowDocument {
  return {
    ...createFlowDocument('t'),
    nodes: Object.fromEntries(nodes.map((item) => [item.id, item])),
    edges: Object.fromEntries(edges.map((item) => [item.id, item])),
    marks: Object.fromEntries(marked.map((id) => [id, { label: 'kept' }])),
  };
}

const REQUEST: TraceRequest = {
  chain: 'btc',
  asset: undefined,
  direction: 'forward',
  seeds: [{ kind: 'output', txid: TXID, vout: 0 }],
  incident: undefined,
  method: 'fifo/1',
  params: {},
  stops: { ...DEFAULT_STOPS, minAmount: 12n },
  choices: [],
  budget: DEFAULT_BUDGET,
};

describe('continuing from a node', () => {
  const place = node('a:btc:x', 2);

  it('follows exactly the traced outputs that arrived there', () => {
    const document = documentOf([place], [edge('t:btc:1', place.id)]);
    expect(seedsAt(document, place, 'forward')).toEqual([{ kind: 'output', txid: TXID, vout: 1 }]);
  });

  it('takes the whole address where not every payment is listed by name', () => {
    const document = documentOf([place], [edge('t:btc:1', place.id, { count: 60 })]);
    expect(seedsAt(document, place, 'forward')).toEqual([{ kind: 'address', address: 'x' }]);
  });

  it('takes the whole address where nothing that arrived was traced', () => {
    const document = documentOf([place], [edge('t:btc:1', place.id, { tainted: null })]);
    expect(seedsAt(document, place, 'forward')).toEqual([{ kind: 'address', address: 'x' }]);
  });
});

describe('the log of a flow', () => {
  it('gives each traced request back as it was sent, amounts included', () => {
    const entry = { number: 1, at: 1, resultHash: '', asOf: '', nodes: 0, edges: 0 };
    const log = [
      { ...entry, action: 'trace', request: encodeRequest(REQUEST) },
      { ...entry, action: 'expand', request: '{}' },
      { ...entry, action: 'trace', request: 'not JSON' },
    ] as const;
    expect(listTraces(log).map(({ request }) => request.stops.minAmount)).toEqual([12n]);
  });
});

describe('another choice of change', () => {
  it('replaces the earlier word on the same transaction', () => {
    const once = withChoice(REQUEST, { txid: TXID, change: 0, follow: undefined, reason: 'a' });
    const twice = withChoice(once, { txid: TXID, change: 1, follow: undefined, reason: 'b' });
    expect(twice.choices.map(({ change }) => change)).toEqual([1]);
  });

  it('takes away traced parts that the new trace lacks, but nothing anybody wrote on or added by hand', () => {
    const document = documentOf(
      [node('a:btc:old', 1), node('a:btc:noted', 1), node('a:btc:hand', null), node('a:btc:new', 1)],
      [edge('a:btc:old', 'a:btc:noted')],
      ['a:btc:noted'],
    );
    expect(listObsolete(document, new Set(['a:btc:new']))).toEqual(['output:a:btc:old>a:btc:noted:btc', 'a:btc:old']);
  });
});
