import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { DEFAULT_BUDGET, DEFAULT_STOPS } from '@trailmark/core/trace/trace-request';
import { expect, test } from 'vitest';
import { assetAt, listFlowAssets, toAssetKey } from './flow-assets.ts';
import { encodeRequest } from './trace-run.ts';

const TOKEN = `eth:0x${'12'.repeat(20)}`;

const pay = (id: string, asset: string, over: Partial<FlowEdge> = {}): FlowEdge =>
  createEdge('a:eth:0xa', 'a:eth:0xb', 10, { id, asset, tainted: null, ...over });

function documentOf(edges: readonly FlowEdge[], asset?: string) {
  const request = encodeRequest({
    chain: 'eth',
    asset,
    direction: 'forward',
    seeds: [{ kind: 'address', address: '0xa' }],
    incident: undefined,
    method: 'fifo/1',
    params: {},
    stops: DEFAULT_STOPS,
    choices: [],
    budget: DEFAULT_BUDGET,
  });
  const entry = { number: 1, at: 1, action: 'trace' as const, request, resultHash: '', asOf: '', nodes: 1, edges: 1 };
  return {
    ...createFlowDocument('t'),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    log: asset === undefined ? [] : [entry],
  };
}

test('a search in a flow of tokens asks for the token that was traced, and offers what else is drawn', () => {
  const document = documentOf([pay('1', 'eth'), pay('2', 'eth'), pay('3', TOKEN), pay('4', 'btc')], '12'.repeat(20));
  expect(listFlowAssets(document, 'eth')).toEqual([TOKEN, 'eth']);
  expect(listFlowAssets(document, 'btc')).toEqual(['btc']);
  expect(toAssetKey('eth', TOKEN)).toBe('12'.repeat(20));
  expect(toAssetKey('eth', 'eth')).toBe('');
  expect(toAssetKey('eth', 'eth:usd')).toBe('usd');
  expect(toAssetKey('btc', 'btc')).toBeUndefined();
});

test('without a trace the asset of most payments comes first', () => {
  expect(listFlowAssets(documentOf([pay('1', 'eth'), pay('2', TOKEN), pay('3', TOKEN)]), 'eth')).toEqual([
    TOKEN,
    'eth',
  ]);
});

test('an expansion asks for the one asset that was traced at a node, and for none where there are several', () => {
  const place = createNode('a:eth:0xb', { chain: 'eth', text: '0xb' });
  expect(assetAt(documentOf([pay('1', TOKEN, { tainted: '5' }), pay('2', 'eth')]), place)).toBe(TOKEN);
  expect(assetAt(documentOf([pay('1', TOKEN), pay('2', 'eth')]), place)).toBeUndefined();
  expect(assetAt(documentOf([]), place)).toBeUndefined();
});
