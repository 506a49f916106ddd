import { describe, expect, it } from 'vitest';
import { type GraphStep, layoutProof } from './proof-graph-layout.ts';

function createPath(length: number): GraphStep[] {
  return Array.from({ length }, (_, i) => ({
    from: `address-number-${i}-of-the-path`,
    to: `address-number-${i + 1}-of-the-path`,
    txid: `${i}`.padStart(64, 'a'),
    height: 1000 + i,
    rules: 'co-spend v1',
    confidence: 90 - i,
  }));
}

describe('the drawing of a proof', () => {
  it('puts the transaction between the two addresses it joins', () => {
    const { nodes, edges } = layoutProof(createPath(2), { width: 1000, weakestStep: 1 });
    expect(nodes.map(({ kind }) => kind)).toEqual(['address', 'transaction', 'address', 'transaction', 'address']);
    expect(edges.map(({ source, target }) => source + target)).toEqual(['n0n1', 'n1n2', 'n2n3', 'n3n4']);
    expect(nodes.map(({ isEnd }) => isEnd)).toEqual([true, false, false, false, true]);
  });

  it('names the weakest step in words and marks its edges', () => {
    const { nodes, edges } = layoutProof(createPath(2), { width: 1000, weakestStep: 1 });
    expect(nodes[3]?.note).toBe('co-spend v1\n89 of 100, weakest');
    expect(nodes[1]?.note).toBe('co-spend v1\n90 of 100');
    expect(edges.map(({ isWeakest }) => isWeakest)).toEqual([false, false, true, true]);
  });

  it('does not call the only step the weakest', () => {
    expect(layoutProof(createPath(1), { width: 1000, weakestStep: 0 }).nodes[1]?.note).toBe('co-spend v1\n90 of 100');
  });

  it('turns round at the end of a row, so that neighbours stay neighbours', () => {
    const { nodes } = layoutProof(createPath(6), { width: 700, weakestStep: null });
    const [fifth, sixth] = [nodes[4], nodes[5]];
    expect(fifth?.x).toBe(sixth?.x);
    expect(sixth!.y).toBeGreaterThan(fifth!.y);
  });

  it('is in one column on a phone and stays within its width', () => {
    const { nodes, isColumn } = layoutProof(createPath(5), { width: 358, weakestStep: null });
    expect(isColumn).toBe(true);
    expect(new Set(nodes.map(({ x }) => x)).size).toBe(1);
  });

  it('gives the same picture for the same path', () => {
    const options = { width: 811, weakestStep: 3 };
    expect(layoutProof(createPath(9), options)).toEqual(layoutProof(createPath(9), options));
  });

  it('draws nothing for no path', () => {
    expect(layoutProof([], { width: 800, weakestStep: null }).nodes).toEqual([]);
  });
});
