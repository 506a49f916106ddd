import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useMemo } from 'react';
import { formatCount } from '../../../format/number.ts';
import { nameNode } from '../panel/node-words.ts';
import type { MatrixSide } from './matrix-model.ts';
import { shortName } from './view-parts.tsx';

/** What senders and receivers are called: cut, and whole with the identifier. */
export interface Names {
  readonly short: (side: MatrixSide) => string;
  readonly whole: (side: MatrixSide) => string;
}

export function useNames(document: FlowDocument, relations: VisibleGraph): Names {
  return useMemo(() => {
    const members = new Map(relations.nodes.map((each) => [each.node.id, each.members.length]));
    const others = (side: MatrixSide) => `${formatCount(side.members.length)} others`;
    return {
      short: (side) => (side.node ? shortName(document, side.node, members.get(side.key)) : others(side)),
      whole: (side) => {
        if (!side.node) return others(side);
        const label = nameNode(document, side.node);
        const count = members.get(side.key) ?? 0;
        if (count > 1) return `${label}, ${formatCount(count)} addresses`;
        return label === side.node.text ? label : `${label}, ${side.node.text}`;
      },
    };
  }, [document, relations]);
}
