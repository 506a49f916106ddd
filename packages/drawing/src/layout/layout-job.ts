import type { FlowMode } from '@trailmark/core/flow/flow-document';

export interface LayoutNode {
  readonly id: string;
  /** Transactions are between the columns. */
  readonly isBar: boolean;
  readonly isSeed: boolean;
  /** Size of what went through, for order only. */
  readonly value: number;
  /** Place in the chain; ties of value follow it. */
  readonly order: number;
  /** Height it takes with its words. */
  readonly height: number;
  /** Where it is and stays; null for what is to be placed. */
  readonly place: { readonly x: number; readonly y: number } | null;
}

export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
  /** Time of the first payment; cycles are broken by it. */
  readonly order: number;
}

/** Plain data, so that it can be handed to a worker. */
export interface LayoutInput {
  readonly mode: FlowMode;
  /** Everything that is not pinned gets a new place; otherwise only what has none. */
  readonly anew: boolean;
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

export type Places = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/** Least distance between two parts of a component that are not neighbours. */
export const COMPONENT_GAP = 64;
