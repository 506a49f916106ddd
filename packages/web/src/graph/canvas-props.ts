import type { FlowMode } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { VisibleEdge } from '@trailmark/core/flow/visible-graph';
import type { Ref } from 'react';
import type { FlowStore } from './flow-store.ts';

/** Words beside a node: the first line in bold, the rest quiet. `isMono`: the first line is an identifier. */
export interface NodeWords {
  readonly title: string;
  readonly isMono: boolean;
  readonly lines: readonly string[];
}

export interface CanvasPoint {
  /** Pixels of the window. */
  readonly x: number;
  readonly y: number;
}

/** What a toolbar may ask of the canvas. */
export interface FlowCanvasHandle {
  readonly fit: () => void;
  readonly zoomTo: (level: number) => void;
  readonly zoomBy: (factor: number) => void;
  /** Brings nodes or edges into view and selects them. */
  readonly reveal: (ids: readonly string[]) => void;
  readonly focus: () => void;
  /** Ids of nodes that are in view. */
  readonly idsInView: () => readonly string[];
}

export interface FlowCanvasProps {
  readonly store: FlowStore;
  readonly mode?: FlowMode;
  /** Draw the addresses of one service as one, in relation mode. */
  readonly mergeServices?: boolean;
  /** Everything but these is drawn at 35 %. */
  readonly focusIds?: ReadonlySet<string>;
  /** Pressed: Enter, or a double click. */
  readonly onOpen?: (id: string) => void;
  /** Pressed: `e` or `Shift E`. */
  readonly onExpand?: (id: string, direction: 'forward' | 'back') => void;
  /** Right button, long touch, or the menu key. `id` is undefined on the ground. */
  readonly onContext?: (id: string | undefined, at: CanvasPoint) => void;
  /** Pressed: `l`, `n`. Hiding and numbering the canvas does itself. */
  readonly onAnnotate?: (ids: readonly string[], what: 'label' | 'note') => void;
  /** Pressed: `t`. */
  readonly onTable?: () => void;
  readonly onViewport?: (zoom: number) => void;
  /** "11.2000": at most 4 places, for edges. */
  readonly amountText: (units: string, asset: string) => string;
  /** Worth of an edge, below its amount; null where there is none to show. */
  readonly currencyText?: (edge: VisibleEdge) => string | null;
  /** Words of a node; left out, the label of the examiner, the party, or the short identifier. */
  readonly labelOf?: (node: FlowNode) => NodeWords | undefined;
  /** Decimals of an asset, for the width of edges; 8 where not known. */
  readonly decimalsOf?: (asset: string) => number | undefined;
  readonly handle?: Ref<FlowCanvasHandle>;
}
