import type { EndStanding } from '../trace/trace-ends.ts';
import type { FlowAsset, FlowEdge, FlowNode, UnitsText } from './flow-graph.ts';

/**
 * `transactions`: every payment through its transaction. `relations`: payments between addresses, summed. `entities`: the same
 * between services and conservative clusters.
 */
export const FLOW_MODES = ['transactions', 'relations', 'entities'] as const;
export type FlowMode = (typeof FLOW_MODES)[number];
export const FLOW_VIEWS = ['graph', 'sankey', 'timeline', 'tree', 'table', 'matrix'] as const;
export type FlowView = (typeof FLOW_VIEWS)[number];
/** Marker colours by name; the theme decides what they look like, and each has a mark as well as its colour. */
export const FLOW_COLOURS = ['ink', 'blue', 'rust', 'plum', 'teal', 'ochre'] as const;
export type FlowColour = (typeof FLOW_COLOURS)[number];

/** What examiners write on a node or an edge. Texts are theirs, capped, never parsed. */
export interface FlowMark {
  readonly colour?: FlowColour | undefined;
  /** At most 120 characters. */
  readonly label?: string | undefined;
  /** At most 2,000 characters. */
  readonly note?: string | undefined;
  /** Display name of whoever wrote the note. */
  readonly noteBy?: string | undefined;
  /** Victim, suspect, mule, …: at most 60 characters. */
  readonly role?: string | undefined;
  /** Id of a group. */
  readonly group?: string | undefined;
  /** Exhibit E1, E2, …: numbers are never given twice within a document. */
  readonly exhibit?: number | undefined;
  /** Reference of a piece of evidence, at most 120 characters. */
  readonly evidence?: string | undefined;
}

export interface FlowPlace {
  readonly x: number;
  readonly y: number;
  /** Layouts leave it where it is. */
  readonly pinned?: true | undefined;
}

/** What a trace came to for one asset: began + added = ended + cut + fees, in the smallest unit. */
export interface FlowSum {
  readonly asset: string;
  readonly began: string;
  /** Untraced money that the method counts as traced, and what conversions brought less what they took. */
  readonly added: string;
  readonly ended: string;
  readonly cut: string;
  readonly fees: string;
  readonly difference: string;
  /** What addresses the trace begins with paid beyond their receipts, which is not in `began`, and those addresses. */
  readonly unbegun?: string | undefined;
  readonly unbegunSeeds?: readonly string[] | undefined;
}

/** One end of a trace that searched for every end, as the log keeps it. Amounts in the smallest unit. */
export interface FlowEnd {
  readonly name: string;
  readonly address: string | null;
  readonly asset: string;
  readonly reason: string;
  readonly standing: EndStanding;
  readonly advice: string;
  /** Somebody names it: a claim. */
  readonly isNamed: boolean;
  /** By the method of the trace; over the methods that divide; by any division. */
  readonly own: UnitsText;
  readonly least: UnitsText;
  readonly most: UnitsText;
  readonly reach: UnitsText;
}

/** What a search for every end came to: the most urgent ends first, how many there are in all, and what it states about itself. */
export interface FlowEnds {
  readonly items: readonly FlowEnd[];
  readonly total: number;
  readonly sentences: readonly string[];
}

/** One act that brought things onto the canvas: what was requested, and what came. Replayed in order it gives the same graph. */
export interface FlowLogEntry {
  readonly number: number;
  /** Seconds. */
  readonly at: number;
  readonly action: 'trace' | 'expand' | 'add' | 'links' | 'path' | 'import';
  /** The request as it was sent, as JSON text of at most 64 KiB. */
  readonly request: string;
  /** SHA-256 of what came, over its canonical JSON. */
  readonly resultHash: string;
  /** `height hash` of the tip, versions of labels and prices. */
  readonly asOf: string;
  readonly nodes: number;
  readonly edges: number;
  /** Of a trace: what it came to, and whether a budget ended it. */
  readonly sums?: readonly FlowSum[] | undefined;
  /** Of a trace that searched for every end. */
  readonly ends?: FlowEnds | undefined;
  readonly state?: 'complete' | 'partial' | undefined;
}

/** A branch of thought: what was chosen at a fork, and why the other way was dropped. */
export interface FlowHypothesis {
  readonly id: string;
  readonly title: string;
  /** Node or edge ids it keeps dimmed. */
  readonly discarded: readonly string[];
  readonly reason: string;
}

export interface FlowFilters {
  /** Payments below are not drawn, by asset id; decimal text in the smallest unit. */
  readonly minAmount: Readonly<Record<string, string>>;
  readonly fromTime: number | null;
  readonly toTime: number | null;
  /** Only traced edges. */
  readonly tracedOnly: boolean;
  /** By node id: draw only this payment and later ones (a position). */
  readonly laterThan: Readonly<Record<string, number>>;
}

/** Everything a canvas shows, as one JSON document: what is saved, exported, imported and compared. */
export interface FlowDocument {
  readonly format: 'trailmark-flow';
  readonly version: 1;
  readonly title: string;
  readonly mode: FlowMode;
  readonly assets: Readonly<Record<string, FlowAsset>>;
  readonly nodes: Readonly<Record<string, FlowNode>>;
  readonly edges: Readonly<Record<string, FlowEdge>>;
  readonly places: Readonly<Record<string, FlowPlace>>;
  readonly marks: Readonly<Record<string, FlowMark>>;
  readonly groups: Readonly<Record<string, { readonly title: string }>>;
  /** Node or edge ids not drawn. */
  readonly hidden: readonly string[];
  readonly filters: FlowFilters;
  readonly hypotheses: readonly FlowHypothesis[];
  /** Peel chains are drawn transaction by transaction, so that each one's change can be judged; otherwise each is one node. */
  readonly drawsPeels?: boolean | undefined;
  /** Last exhibit number given. */
  readonly exhibits: number;
  readonly log: readonly FlowLogEntry[];
  /** What is missing, in words. */
  readonly gaps: readonly string[];
}

export const MAX_FLOW_NODES = 10_000;
export const MAX_FLOW_EDGES = 20_000;

/** A document with nothing on it. */
export function createFlowDocument(title: string): FlowDocument {
  return {
    format: 'trailmark-flow',
    version: 1,
    title,
    mode: 'transactions',
    assets: {},
    nodes: {},
    edges: {},
    places: {},
    marks: {},
    groups: {},
    hidden: [],
    filters: { minAmount: {}, fromTime: null, toTime: null, tracedOnly: false, laterThan: {} },
    hypotheses: [],
    exhibits: 0,
    log: [],
    gaps: [],
  };
}
