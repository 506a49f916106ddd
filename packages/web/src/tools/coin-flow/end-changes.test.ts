import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { createNode } from '@trailmark/core/flow/testing/flow-parts';
import { expect, test } from 'vitest';
import { listEndChanges } from './end-changes.ts';

function node(id: string, ...amounts: readonly string[]): FlowNode {
  const stops = amounts.map((amount) => ({ reason: 'unspent' as const, asset: 'btc', amount, count: 1, detail: '' }));
  return createNode(id, { hop: 1, stops });
}
const flow = (...nodes: readonly FlowNode[]) => ({ nodes: Object.fromEntries(nodes.map((each) => [each.id, each])) });

test('ends that come, go or change are reported with both amounts, the largest difference first', () => {
  const before = flow(node('kept', '5'), node('gone', '2'), node('less', '4', '6'));
  const after = flow(node('kept', '5'), node('come', '3'), node('less', '1'));
  expect(listEndChanges(before, after).map(({ node: { id }, ...change }) => [id, change.before, change.after])).toEqual(
    [
      ['less', 10n, 1n],
      ['come', 0n, 3n],
      ['gone', 2n, 0n],
    ],
  );
});

test('the same ends are no change, however they are divided', () => {
  expect(listEndChanges(flow(node('a', '2', '3')), flow(node('a', '5')))).toEqual([]);
});
