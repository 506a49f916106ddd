import type { FlowMode } from '@trailmark/core/flow/flow-document';
import type { Ref } from 'react';
import type { FlowStore } from './flow-store.ts';

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
  /** Lines below nodes, by their id, that are no part of the document: pictures that are saved have none of them. */
  readonly notes?: ReadonlyMap<string, readonly string[]>;
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
  /** "11.2000": at most 4 places, for the list of nodes that is read aloud. */
  readonly amountText: (units: string, asset: string) => string;
  readonly handle?: Ref<FlowCanvasHandle>;
}
