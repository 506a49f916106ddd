import type { FlowNode } from '@trailmark/core/flow/flow-graph';

/** Outlines of the visual system. */
export const NODE_SHAPES = [
  'disc',
  'subject',
  'cluster',
  'service',
  'hexagon',
  'arch',
  'sheet',
  'bar',
  'capsule',
  'gap',
  'end',
] as const;
export type NodeShape = (typeof NODE_SHAPES)[number];

const BY_PARTY: Partial<Record<string, NodeShape>> = {
  service: 'service',
  sanctioned: 'service',
  mixer: 'hexagon',
  bridge: 'arch',
  contract: 'sheet',
};

function addressShape({ party, isSeed }: FlowNode, members: number): NodeShape {
  const own = party && BY_PARTY[party.kind];
  return own ?? (isSeed ? 'subject' : members > 1 ? 'cluster' : 'disc');
}

/** What a node is drawn as. `members`: addresses it represents. */
export function shapeOf(node: FlowNode, members = 0): NodeShape {
  if (node.coinJoin) return 'hexagon';
  switch (node.kind) {
    case 'transaction':
      return 'bar';
    case 'peel-chain':
      return 'capsule';
    case 'gap':
      return 'gap';
    case 'unspendable':
    case 'source':
      return 'end';
    default:
      return addressShape(node, members);
  }
}

const LEAST_BAR = 32;
const TALLEST_BAR = 220;
const PER_EDGE = 9;

/** Height of a transaction's bar, in proportion to its edges. */
export function barHeight(edges: number): number {
  return Math.min(TALLEST_BAR, Math.max(LEAST_BAR, edges * PER_EDGE + 14));
}

/** Width and height of a shape in pixels at 100 %. */
export function sizeOf(shape: NodeShape, edges: number): readonly [width: number, height: number] {
  switch (shape) {
    case 'bar':
      return [5, barHeight(edges)];
    case 'service':
    case 'sheet':
      return [34, 34];
    case 'arch':
      return [38, 34];
    case 'hexagon':
      return [36, 40];
    case 'capsule':
      return [104, 34];
    case 'gap':
      return [26, 32];
    case 'cluster':
      return [30, 22];
    default:
      return [22, 22];
  }
}
