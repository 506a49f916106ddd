import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { TraceWay } from '../trace-way.ts';

export interface NodeFigures {
  readonly asset: string;
  /** Traced money on the side the trace came from, and on the side it went on to; null where it did not. */
  readonly near: { readonly words: string; readonly units: string | null };
  readonly far: { readonly words: string; readonly units: string | null };
  /** What the share of the beginning is taken of. */
  readonly share: string | null;
  /** The trace came here and did not continue. */
  readonly isEnd: boolean;
}

const WORDS = {
  forward: { near: 'Traced to here', far: 'Traced on' },
  backward: { near: 'Traced back to here', far: 'Traced back further' },
  both: { near: 'Traced in', far: 'Traced out' },
} as const;

function isBackAt({ stops }: FlowNode, { taintedIn, taintedOut }: FlowNode['amounts'][number]): boolean {
  return stops.length > 0 && taintedIn === null && taintedOut !== null;
}

type Side = string | null;

/** A beginning has no side the trace came from; money that came back to it is distinguished from what began. */
function ofBeginning(asset: string, near: Side, far: Side, farWords: string): NodeFigures {
  const cameBack = near !== null && far !== null;
  const began = near ?? far;
  const words = cameBack ? 'Began with or came back' : 'Began with';
  return {
    asset,
    near: { words, units: began },
    far: { words: farWords, units: far ?? near },
    share: began,
    isEnd: false,
  };
}

/** The figures of a node in the words of the way its trace went; a beginning says what began there. */
export function listFigures(node: FlowNode, way: TraceWay): readonly NodeFigures[] {
  return node.amounts.map((amount): NodeFigures => {
    const { asset, taintedIn, taintedOut } = amount;
    const own = way === 'both' && isBackAt(node, amount) ? 'backward' : way;
    const [near, far] = own === 'backward' ? [taintedOut, taintedIn] : [taintedIn, taintedOut];
    const words = WORDS[own];
    if (node.isSeed) return ofBeginning(asset, near, far, words.far);
    return {
      asset,
      near: { words: words.near, units: near },
      far: { words: words.far, units: far },
      share: near,
      isEnd: near !== null && far === null,
    };
  });
}
