import type { FlowCanvasProps } from './canvas-props.ts';

/** The canvas of a coin flow: what the store's document shows, to pan, zoom, select, move and walk through. */
export function FlowCanvas({ store }: FlowCanvasProps) {
  return <div className="tm-flowcanvas">{Object.keys(store.document.nodes).length}</div>;
}
