import type { FlowDocument, FlowMode } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { createContext, type RefObject, useContext } from 'react';
import type { FlowCanvasHandle } from '../../graph/canvas-props.ts';
import type { FlowStore } from '../../graph/flow-store.ts';
import { useFlow } from '../../graph/use-flow.ts';
import type { FlowSaver } from './flow-saver.ts';
import type { FlowPanel, FlowSearch } from './search.ts';
import type { TraceRunner } from './use-trace.ts';

/** What the parts of one opened flow share. */
export interface Workspace {
  readonly flow: string;
  readonly store: FlowStore;
  /** Undefined for a version as it was: it cannot be changed. */
  readonly saver: FlowSaver | undefined;
  readonly mode: FlowMode;
  readonly search: FlowSearch;
  readonly trace: TraceRunner;
  /** Another state of the same page. */
  readonly go: (search: Partial<FlowSearch>) => void;
  readonly openPanel: (panel: FlowPanel | undefined) => void;
  /** The drawn canvas; null while another view is shown. */
  readonly canvas: RefObject<FlowCanvasHandle | null>;
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('Parts of a coin flow are painted within its workspace only.');
  return workspace;
}

const selectDocument = ({ document }: { readonly document: FlowDocument }): FlowDocument => document;

export function useDocument(): FlowDocument {
  return useFlow(useWorkspace().store, selectDocument);
}

/** A node or an edge by its id, in the document or as it is drawn. */
export function findPart(
  document: FlowDocument,
  visible: VisibleGraph,
  id: string,
): { readonly node?: FlowNode; readonly edge?: FlowEdge; readonly members: readonly string[] } {
  const drawnNode = visible.nodes.find(({ node }) => node.id === id);
  const node = document.nodes[id] ?? drawnNode?.node;
  const edge = document.edges[id] ?? visible.edges.find((drawn) => drawn.edge.id === id)?.edge;
  return { ...(node && { node }), ...(edge && { edge }), members: drawnNode?.members ?? [] };
}
